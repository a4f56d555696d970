internal import TransitionImages
internal import TransitionKit

extension ValueReader<Focus> {
  /// A point such as `60%,70%`, or a word.
  static var focus: ValueReader {
    .words(
      "X,Y|WORD", [("center", .center), ("attention", .attention)],
      orElse: { text, option throws(Failure) in
        guard let coordinates = Focus.Coordinate.list(text, of: 2) else {
          throw .usage(
            "\(option): '\(text)' is neither a point of the picture such as 60%,70% or 1200,800, "
              + "nor center or attention")
        }
        if coordinates.contains(where: \.isProbablyShare) {
          let percent = coordinates.map(\.shareAsPercent.text).joined(separator: ",")
          throw .usage("\(option): \(text) is less than a pixel: \(percent) is of the picture")
        }
        return .point(x: coordinates[0], y: coordinates[1])
      }, text: \.text)
  }
}

extension Focus {
  var text: String {
    switch self {
    case .center: "center"
    case .attention: "attention"
    case .point(let x, let y): "\(x.text),\(y.text)"
    }
  }
}

extension Focus.Coordinate {
  /// Reads pixels such as `1200`, or a percentage such as `60%`.
  fileprivate init?(_ text: Substring) {
    let isPercent = text.hasSuffix("%")
    guard let number = Double(digits: isPercent ? text.dropLast() : text),
      number <= (isPercent ? 100 : 1_000_000)
    else { return nil }
    self = isPercent ? .percent(number) : .pixels(number)
  }

  /// Reads some coordinates with commas between them; `nil` if they are more or fewer, or no such.
  static func list(_ text: String, of count: Int) -> [Focus.Coordinate]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let coordinates = parts.compactMap(Focus.Coordinate.init)
    return parts.count == count && coordinates.count == count ? coordinates : nil
  }

  var text: String {
    switch self {
    case .pixels(let pixels): pixels.shortest
    case .percent(let percent): percent.shortest + "%"
    }
  }

  var isZero: Bool { self == .pixels(0) || self == .percent(0) }

  /// Whether it is between two edges of one pixel: nobody means so few pixels.
  fileprivate var isProbablyShare: Bool { pixels.map { $0 > 0 && $0 < 1 } ?? false }

  fileprivate var shareAsPercent: Focus.Coordinate {
    guard let pixels, pixels <= 1 else { return self }
    return .percent((pixels * 1e6).rounded() / 1e4)
  }

  /// The number of pixels; `nil` if it is a percentage.
  fileprivate var pixels: Double? {
    if case .pixels(let pixels) = self { pixels } else { nil }
  }
}

extension Focus {
  /// The percentages that its pixels, so near to a corner, are probably meant as.
  var probablePercentages: Focus? {
    guard case .point(let x, let y) = self, let x = x.pixels, let y = y.pixels, x <= 100, y <= 100,
      x + y > 0
    else { return nil }
    return .point(x: .percent(x), y: .percent(y))
  }

  /// Whether it lies beyond the edges of a picture.
  func isOutside(_ size: Size) -> Bool {
    guard case .point(let x, let y) = self else { return false }
    return x.pixels.map { $0 > Double(size.width) } ?? false
      || y.pixels.map { $0 > Double(size.height) } ?? false
  }
}
