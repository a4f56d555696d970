public import TransitionKit

extension Filter {
  /// A shader as a filter, whose parameters are its uniforms.
  ///
  /// - Parameters:
  ///   - program: the shader.
  ///   - name: the filter's name.
  ///   - file: the name of its file.
  ///   - identity: distinguishes it from other shaders of that name, such as a hash of the file.
  public init(_ program: GLProgram, name: String, file: String, identity: String) {
    let author = program.author.map { " by \($0)" } ?? ""
    let license = program.license.map { ", license \($0)" } ?? ""
    self.init(
      name: name, displayName: file,
      summary: program.summary ?? "A GLSL transition\(author)\(license).",
      family: program.family, parameters: program.uniforms.map(\.description),
      workingSpace: program.workingSpace ?? .srgb, identity: identity, hasLevels: program.hasLevels
    ) { GLTransition(program) }
  }
}

extension Uniform {
  /// The uniform as a filter's parameter.
  fileprivate var description: ParameterDescription {
    guard kind != .picture else {
      return ParameterDescription(
        name: name, initial: nil, sentence: "A picture, which must be given.", reader: nil)
    }
    return ParameterDescription(
      name: name, initial: value(defaultValue), unit: meaning == .angle ? .radians : .none,
      suggested: ranges.suggested, domain: ranges.domain, isColor: meaning == .color,
      sentence: sentence ?? "Uniform of type \(type).",
      reader: ParameterDescription.Reader(expected: expected) { text in
        value(text).map { value($0) }
      })
  }

  /// The range that a slider would have, and that in which its numbers have a meaning.
  private var ranges: (suggested: ClosedRange<Float>?, domain: ClosedRange<Float>) {
    let all = -Float.infinity ... .infinity
    switch meaning {
    case .range(let range):
      let range = Float(range.lowerBound)...Float(range.upperBound)
      return (range, range)
    case .angle: return (-Float.pi ... .pi, all)
    case .color: return (nil, 0...1)
    case .any: return (nil, all)
    }
  }

  /// A value of the uniform's type.
  func value(_ numbers: [Double]) -> ParameterValue { .components(numbers, type: type) }
}
