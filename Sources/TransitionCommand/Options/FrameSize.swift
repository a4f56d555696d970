internal import TransitionKit

/// The size of frames as it is asked for: in pixels, or beside that of a picture.
enum FrameSize: Sendable, Hashable {
  case pixels(Size)
  /// The height follows from the picture's aspect.
  case width(Int)
  /// The width follows from the picture's aspect.
  case height(Int)
  case percent(Double)

  /// The sizes that have names, in the order in which they are listed.
  static let names: [(name: String, size: Size)] = [
    ("720p", Size(width: 1280, height: 720)), ("1080p", Size(width: 1920, height: 1080)),
    ("1440p", Size(width: 2560, height: 1440)), ("2160p", Size(width: 3840, height: 2160)),
    ("4k", Size(width: 3840, height: 2160)), ("square", Size(width: 1080, height: 1080)),
    ("vertical", Size(width: 1080, height: 1920)),
  ]

  static let longestSide = 1_000_000

  /// Reads a size; `nil` if a text is none.
  init?(_ text: String) {
    let text = text.lowercased()
    if let named = Self.names.first(where: { $0.name == text }) {
      self = .pixels(named.size)
      return
    }
    if text.hasSuffix("%") {
      guard let percent = Double(digits: text.dropLast()), percent > 0, percent <= 10_000 else {
        return nil
      }
      self = .percent(percent)
      return
    }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts.allSatisfy(\.isEmpty) else { return nil }
    // An empty side follows from the other.
    let sides = parts.map { Int($0) }
    guard zip(parts, sides).allSatisfy({ $0.isEmpty || (1...Self.longestSide) ~= $1 ?? 0 }) else {
      return nil
    }
    switch (sides[0], sides[1]) {
    case (let width?, let height?): self = .pixels(Size(width: width, height: height))
    case (let width?, nil): self = .width(width)
    case (nil, let height?): self = .height(height)
    case (nil, nil): return nil
    }
  }

  var text: String {
    switch self {
    case .pixels(let size): size.description
    case .width(let width): "\(width)x"
    case .height(let height): "x\(height)"
    case .percent(let percent): percent.shortest + "%"
    }
  }

  /// The size beside a picture of a size; `nil` if it depends on one and there is none.
  ///
  /// A side that is computed is even.
  func size(beside picture: Size?) -> Size? {
    if case .pixels(let size) = self { return size }
    guard let picture else { return nil }
    let (width, height) = (Double(picture.width), Double(picture.height))
    return switch self {
    case .pixels(let size): size
    case .width(let side): Size(width: side, height: Size.even(Double(side) * height / width))
    case .height(let side): Size(width: Size.even(Double(side) * width / height), height: side)
    case .percent(100): picture
    case .percent(let percent):
      Size(width: Size.even(width * percent / 100), height: Size.even(height * percent / 100))
    }
  }
}

extension ValueReader where Value == FrameSize {
  static var size: ValueReader {
    let names = FrameSize.names.map(\.name)
    return ValueReader(
      placeholder: "SIZE", completion: .words(names),
      read: { text, option throws(Failure) in
        if let size = FrameSize(text) { return size }
        throw .usage(
          "\(option): '\(text)' is not a size such as 1920x1080, 1920x, x1080 or 50%, nor one of "
            + names.joined(separator: ", "))
      }, text: \.text)
  }
}
