/// What decides the bytes of a frame's file, as a number: frames of equal keys have equal bytes.
///
/// It is the FNV-1a checksum of 128 bits of the values that the frame is drawn and encoded with, to
/// which more can be added: what all frames of a step share is added once.
struct FrameKey: Hashable, Comparable, Sendable {
  private var state: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B

  init(of texts: [String]) { self = adding(texts) }

  /// Any order that is the same for all.
  static func < (first: FrameKey, second: FrameKey) -> Bool { first.state < second.state }

  private mutating func add(_ byte: UInt8) { state = (state ^ UInt128(byte)) &* Self.prime }

  /// The key with more values, as texts that contain no zeros, and so do not run into each other.
  func adding(_ texts: [String]) -> FrameKey {
    var key = self
    for text in texts {
      for byte in text.utf8 { key.add(byte) }
      key.add(0)
    }
    return key
  }

  func adding(_ bits: UInt64) -> FrameKey {
    var key = self
    for shift in stride(from: 0, to: 64, by: 8) {
      key.add(UInt8(truncatingIfNeeded: bits >> shift))
    }
    return key
  }

  private static let digits = 32

  /// The number in hexadecimal digits.
  var text: String { state.hexadecimal }

  /// Reads a key's text; `nil` if it is none, or half of one.
  init?(_ text: String) {
    guard text.utf8.count == Self.digits, text.allSatisfy(\.isHexDigit),
      let state = UInt128(text, radix: 16)
    else { return nil }
    self.state = state
  }
}
