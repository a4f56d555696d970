public import TransitionKit

/// A transition with random parameters between two pictures, to try the laws on.
public struct Situation: Sendable, CustomStringConvertible {
  /// The transition, prepared for the pictures.
  public var transition: any Transition
  /// The pictures, coded by position.
  public let inputs: Inputs
  /// All of it in words, for the message of a failure.
  public let description: String
  /// Moments within the transition, the first and last ones next to its ends.
  public let times: [Double]

  private static let sizes = [(24, 17), (1, 1), (1, 9), (9, 1), (31, 8), (7, 32), (2, 2), (15, 15)]

  /// Makes a situation, the same one for the same seed, which chooses what is not given but for the
  /// least depth of the frames.
  public init(
    _ filter: Filter, seed: UInt64, size: (width: Int, height: Int)? = nil,
    format: PixelFormat? = nil, depth: PixelFormat.Depth = .eight, wildness: Wildness? = nil
  ) throws {
    var generator = SplitMix64(seed: seed)
    let wildness = wildness ?? Wildness.allCases[Int(seed % 3)]
    let values = filter.randomValues(wildness, using: &generator)
    let size = size ?? Self.sizes[Int(seed % 8)]
    let format = format ?? PixelFormat.all.randomElement(using: &generator) ?? .rgb8
    let space: WorkingSpace = Bool.random(using: &generator) ? .linear : .srgb
    inputs = Inputs(
      codedWidth: size.0, height: size.1, format: format, workingSpace: space, depth: depth)
    transition = try filter.transition(with: values).prepared(for: inputs.layout)
    times = [1e-12, .random(in: 0.01...0.99, using: &generator), 0.5, 1 - 1e-12]
    let settings = values.map { "--\($0.parameter.option) \($0.value.text ?? "picture")" }
    description =
      "\(filter) \(settings.joined(separator: " ")) on \(size.0)x\(size.1), "
      + "\(format.depth.rawValue) bit, \(format.channels) channels, \(space), seed \(seed)"
  }

  /// The frame at a time.
  public func frame(at time: Double) -> Frame { transition.frame(at: time, of: inputs) }
}

extension Situation {
  /// Many different situations of a transition.
  public static func all(of filter: Filter, count: UInt64 = 12) throws -> [Situation] {
    try (0..<count).map { try Situation(filter, seed: $0) }
  }
}
