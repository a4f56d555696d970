internal import TransitionImages
internal import TransitionKit

extension ValueReader<PanZoom> {
  /// A word, or two rectangles such as `0,0,100%,100%>55%,20%,30%,30%`.
  static var panZoom: ValueReader {
    .words(
      "HOW",
      [("none", .still), ("in", .zoomIn), ("out", .zoomOut), ("auto", .auto)]
        + PanZoom.Direction.allCases.map { ($0.rawValue, .along($0)) },
      orElse: { text, option throws(Failure) in
        let ends = text.split(separator: ">", omittingEmptySubsequences: false)
          .map { String($0).filter { $0 != " " } }
        guard ends.count == 2 else {
          throw .usage(
            "\(option): '\(text)' is neither none, in, out, auto, left-to-right nor its like, nor two "
              + "rectangles of the picture such as '0,0,100%,100%>55%,20%,30%,30%'")
        }
        let rectangles = try ends.map { end throws(Failure) in
          if let rectangle = PanZoom.Rectangle(end) { return rectangle }
          throw Failure.usage(
            "\(option): '\(end)' is no rectangle X,Y,WIDTH,HEIGHT of the picture such as "
              + "55%,20%,30%,30%")
        }
        return .between(rectangles[0], rectangles[1])
      }, text: \.text)
  }
}

extension PanZoom {
  var text: String {
    switch self {
    case .still: "none"
    case .zoomIn: "in"
    case .zoomOut: "out"
    case .auto: "auto"
    case .along(let direction): direction.rawValue
    case .between(let from, let to): "\(from.text)>\(to.text)"
    }
  }

  /// Whether it zooms by an amount and goes to a focus.
  var zooms: Bool {
    switch self {
    case .zoomIn, .zoomOut, .auto, .along: true
    case .still, .between: false
    }
  }
}

extension PanZoom.Rectangle {
  /// Reads `X,Y,W,H`; `nil` if it is none, or has no area.
  fileprivate init?(_ text: String) {
    guard let numbers = Focus.Coordinate.list(text, of: 4), !numbers[2].isZero, !numbers[3].isZero
    else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  fileprivate var text: String { [x, y, width, height].map(\.text).joined(separator: ",") }
}

/// How much larger a zoom shows a picture's part.
struct Zoom: Sendable, Hashable {
  let percent: Double

  static let standard = Zoom(percent: 8)
}

extension ValueReader<Zoom> {
  /// A percentage such as `8%`.
  static var zoom: ValueReader {
    let most = 1000.0
    let limits = "up to \(most.shortest)%"
    return ValueReader(
      placeholder: "P%", range: limits,
      read: { text, option throws(Failure) in
        if text.hasSuffix("%"), let percent = Double(digits: text.dropLast()), percent > 0,
          percent <= most
        {
          return Zoom(percent: percent)
        }
        let hint = Double(digits: text).flatMap { $0 >= 1 && $0 <= most ? "\(text)%" : nil } ?? "8%"
        throw .usage("\(option): '\(text)' is not a percentage \(limits) such as \(hint)")
      }, text: { $0.percent.shortest + "%" })
  }
}
