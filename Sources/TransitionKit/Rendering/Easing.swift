/// The speed of a transition over time: a function of 0...1 that is 0 at 0 and 1 at 1.
///
/// It is known by the names of CSS and of Robert Penner's equations. Whatever a curve does between
/// its ends, its value stays in 0...1: one that overshoots rests at the end for a while.
public struct Easing: Sendable, Hashable {
  /// The function's name, as people write it.
  public let name: String
  private let curve: Curve

  private init(_ name: String, _ curve: Curve) {
    self.name = name
    self.curve = curve
  }

  /// Time runs evenly.
  public static let linear = Easing("linear", .linear)

  /// The easings that a name alone stands for, in the order in which they are listed.
  private static let named: [Easing] =
    [
      linear,
      Easing("ease", .bezier(0.25, 0.1, 0.25, 1)),
      Easing("ease-in", .bezier(0.42, 0, 1, 1)),
      Easing("ease-out", .bezier(0, 0, 0.58, 1)),
      Easing("ease-in-out", .bezier(0.42, 0, 0.58, 1)),
    ]
    + Family.allCases.flatMap { family in
      Direction.allCases.map { direction in
        Easing("\(family.rawValue)-\(direction.rawValue)", .family(family, direction))
      }
    }

  /// The names that stand alone: all but those with numbers in parentheses.
  public static let names = named.map(\.name)

  /// The names that take numbers, each with placeholders for them.
  public static let functions = ["cubic-bezier(X1,Y1,X2,Y2)", "steps(N[,start|end])"]

  /// Finds an easing.
  ///
  /// - Parameter text: one of ``names``, `cubic-bezier(x1,y1,x2,y2)`, or `steps(n)`, after whose
  ///   number `start` or `end` tells where in its interval each step is; in any case.
  /// - Throws: the text and the form that would be right.
  public init(_ text: String) throws(ParameterError) {
    let word = text.lowercased().filter { $0 != " " }
    if let easing = Self.named.first(where: { $0.name == word }) {
      self = easing
      return
    }
    let parts = word.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].last == ")" else {
      throw ParameterError(
        text: text, expected: "an easing such as ease-in-out or cubic-bezier(0.4,0,0.2,1)")
    }
    let arguments = parts[1].dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let curve: Curve? =
      switch parts[0] {
      case "cubic-bezier": Self.bezier(arguments)
      case "steps": Self.steps(arguments)
      default: nil
      }
    guard let curve else {
      throw ParameterError(
        text: text,
        expected: "cubic-bezier(X1,Y1,X2,Y2) with X1 and X2 from 0 to 1, or steps(N[,start|end])")
    }
    self.init(word, curve)
  }

  private static func bezier(_ arguments: [Substring]) -> Curve? {
    let numbers = arguments.compactMap { Float.finite($0) }.map(Double.init)
    guard numbers.count == 4, arguments.count == 4, (0...1).contains(numbers[0]),
      (0...1).contains(numbers[2])
    else { return nil }
    return .bezier(numbers[0], numbers[1], numbers[2], numbers[3])
  }

  private static func steps(_ arguments: [Substring]) -> Curve? {
    guard let count = arguments.first.flatMap({ Int($0) }), (1...1_000_000).contains(count) else {
      return nil
    }
    return switch arguments.dropFirst() {
    case [], ["end"]: .steps(count, atStart: false)
    case ["start"]: .steps(count, atStart: true)
    default: nil
    }
  }

  /// The eased time of an even one, both 0...1; exactly 0 at 0 and 1 at 1.
  public func callAsFunction(_ time: Double) -> Double {
    // Curves such as the exponential one miss their ends by a little.
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    return curve.value(at: time).saturated
  }
}

extension Easing {
  /// A curve between 0 and 1, defined strictly between them.
  private enum Curve: Hashable {
    case linear
    /// CSS's: from (0, 0) to (1, 1) by way of two control points.
    case bezier(Double, Double, Double, Double)
    case steps(Int, atStart: Bool)
    case family(Family, Direction)

    func value(at time: Double) -> Double {
      switch self {
      case .linear:
        return time
      case .bezier(let x1, let y1, let x2, let y2):
        return Bezier(y1, y2)(Bezier(x1, x2).parameter(of: time))
      case .steps(let count, let atStart):
        let steps = (time * Double(count)).rounded(.down)
        return (steps + (atStart ? 1 : 0)) / Double(count)
      case .family(let family, .in):
        return family(time, halved: false)
      case .family(let family, .out):
        return 1 - family(1 - time, halved: false)
      case .family(let family, .inOut):
        return time < 0.5
          ? family(2 * time, halved: true) / 2
          : 1 - family(2 - 2 * time, halved: true) / 2
      }
    }
  }

  /// Whether a curve is slow at the beginning, at the end, or at both.
  private enum Direction: String, CaseIterable {
    case `in`, out
    case inOut = "in-out"
  }

  /// Penner's curves, slow at the beginning.
  private enum Family: String, CaseIterable {
    case quad, cubic, quart, quint, sine, expo, circ, back, elastic, bounce

    /// The curve's value. As one half of another curve, `back` swings out farther and `elastic`
    /// swings more slowly.
    func callAsFunction(_ t: Double, halved: Bool) -> Double {
      switch self {
      case .quad: return t * t
      case .cubic: return t * t * t
      case .quart: return t * t * t * t
      case .quint: return t * t * t * t * t
      case .sine: return 1 - .cos(t * .pi / 2)
      case .expo: return .pow(2, 10 * (t - 1))
      case .circ: return 1 - (1 - t * t).squareRoot()
      case .back:
        let swing = halved ? 1.70158 * 1.525 : 1.70158
        return t * t * ((swing + 1) * t - swing)
      case .elastic:
        let period = halved ? 0.45 : 0.3
        return -.pow(2, 10 * (t - 1)) * .sin((t - 1 - period / 4) * 2 * .pi / period)
      case .bounce:
        // The ball is thrown up four times, each time higher, and caught at the height 1.
        let u = (1 - t) * 2.75
        let (middle, floor) =
          u < 1 ? (0, 0) : u < 2 ? (1.5, 0.75) : u < 2.5 ? (2.25, 0.9375) : (2.625, 0.984375)
        return 1 - ((u - middle) * (u - middle) + floor)
      }
    }
  }
}

/// One coordinate of a cubic Bézier curve from 0 to 1.
private struct Bezier {
  let first: Double
  let second: Double

  init(_ first: Double, _ second: Double) {
    self.first = first
    self.second = second
  }

  func callAsFunction(_ t: Double) -> Double {
    let s = 1 - t
    return 3 * s * s * t * first + 3 * s * t * t * second + t * t * t
  }

  /// Where the curve, which does not fall, has a value: by halving, which never goes astray.
  func parameter(of value: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<53 {
      let middle = (low + high) / 2
      if self(middle) < value { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
