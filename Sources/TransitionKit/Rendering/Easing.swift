/// How time runs between the ends of a transition: a function of 0...1 that is 0 at 0 and 1 at 1.
public struct Easing: Sendable, Hashable {
  /// The function's name, as people write it.
  public let name: String
  private let curve: Curve

  private enum Curve: Hashable {
    case linear
  }

  /// Time runs evenly.
  public static let linear = Easing(name: "linear", curve: .linear)

  /// The eased time of an even one, both 0...1.
  public func callAsFunction(_ time: Double) -> Double {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    return time
  }
}
