package import TransitionKit

/// A class of random parameters, from ordinary to extreme.
public enum Wildness: CaseIterable, Sendable {
  /// Where a slider would go.
  case ordinary
  /// The ends of sliders and domains, small pictures, empty rectangles.
  case limits
  /// Far outside of every picture.
  case wild
  /// As large as numbers can be.
  case extreme
}

extension Filter {
  /// A value for each parameter.
  package func randomValues(
    _ wildness: Wildness, using generator: inout SplitMix64
  ) -> [(parameter: ParameterDescription, value: ParameterValue)] {
    parameters.map { ($0, $0.randomValue(wildness, using: &generator)) }
  }
}

extension ParameterDescription {
  /// A value in the domain.
  package func randomValue(_ wildness: Wildness, using generator: inout SplitMix64)
    -> ParameterValue
  {
    func coordinate() -> Float {
      switch wildness {
      case .ordinary: .random(in: -10...50, using: &generator)
      case .limits: [-1, 0, 0.5, 1, 7, 24].randomElement(using: &generator) ?? 0
      case .wild: [-1e30, -1e6, 0, 1e6, 1e30].randomElement(using: &generator) ?? 0
      case .extreme: Self.extremes.randomElement(using: &generator) ?? 0
      }
    }
    func component() -> Float {
      wildness == .ordinary
        ? .random(in: 0...1, using: &generator)
        : Float.random(in: 0...1, using: &generator).rounded()
    }
    let value: ParameterValue =
      switch kind {
      case .number: .number(randomNumber(wildness, using: &generator))
      case .point: .point(Point(x: coordinate(), y: coordinate()))
      case .rectangle:
        .rectangle(
          Rect(
            x: coordinate(), y: coordinate(), width: coordinate().magnitude,
            height: coordinate().magnitude))
      case .color: .color(Color(component(), component(), component(), component()))
      case .image:
        // One in three is a picture where there are names, too.
        (generator.next() % 3 > 0 ? choices.randomElement(using: &generator) : nil)
          ?? .image(randomPicture(using: &generator))
      case .flag: .flag(Bool.random(using: &generator))
      case .components(let type, let count):
        .components((0..<count).map { _ in Double(component()) }, type: type)
      }
    return clamped(value)
  }

  private func randomNumber(
    _ wildness: Wildness, using generator: inout SplitMix64
  ) -> Float {
    let slider = suggested ?? 0...1
    switch wildness {
    case .ordinary: return .random(in: slider, using: &generator)
    case .limits:
      let ends = [slider.lowerBound, slider.upperBound, domain.lowerBound, domain.upperBound, 0]
      return ends.filter(\.isFinite).randomElement(using: &generator) ?? 0
    case .wild:
      return [-1e30, -1e6, -1, 1e-30, 1e6, 1e30].randomElement(using: &generator) ?? 0
    case .extreme:
      return Self.extremes.randomElement(using: &generator) ?? 0
    }
  }

  private static let extremes: [Float] = [
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, -0.0,
  ]

  private func randomPicture(using generator: inout SplitMix64) -> Bitmap {
    let format = PixelFormat.all.randomElement(using: &generator) ?? .rgb8
    let size = [(1, 1), (5, 3), (16, 16), (24, 17)].randomElement(using: &generator) ?? (1, 1)
    return Bitmap(codedWidth: size.0, height: size.1, blue: 1, format: format)
  }
}
