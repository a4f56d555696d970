internal import TransitionKit
internal import TransitionLibC

/// The colors of an RGB picture, as its ICC profile tells them: ISO 15076-1.
///
/// Anything may stand in the bytes. What is not there, or not as it should be, is `nil`.
struct ICCProfile {
  private let bytes: [UInt8]
  /// The bytes of each tag's data.
  private let tags: [[UInt8]: Range<Int>]
  /// The space of the colors, four letters: `RGB `.
  let colorSpace: [UInt8]

  /// Reads the header and the list of tags; `nil` if the bytes are no profile.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    // The header takes 128 bytes, and the number of tags 4.
    guard bytes.count >= 132, Array(bytes[36..<40]) == Array("acsp".utf8) else { return nil }
    colorSpace = Array(bytes[16..<20])
    var tags: [[UInt8]: Range<Int>] = [:]
    let count = Self.integer(bytes[128..<132])
    // What does not fit into the file is not there.
    for entry in 0..<min(count, (bytes.count - 132) / 12) {
      let start = 132 + entry * 12
      let offset = Self.integer(bytes[start + 4..<start + 8])
      let size = Self.integer(bytes[start + 8..<start + 12])
      guard offset <= bytes.count, size <= bytes.count - offset else { continue }
      tags[Array(bytes[start..<start + 4])] = offset..<offset + size
    }
    self.tags = tags
  }

  /// Whether the colors of a picture of this profile are those of sRGB, whatever it is called.
  var isSRGB: Bool {
    // Tables of colors come before curves and primaries.
    guard isRGB, tags[Array("A2B0".utf8)] == nil else { return false }
    for (channel, primary) in zip(["r", "g", "b"], Self.sRGBPrimaries) {
      guard let colorant = colorant(channel + "XYZ"), let curve = curve(channel + "TRC"),
        zip(colorant, primary).allSatisfy({ abs($0 - $1) <= Self.primaryTolerance }),
        Self.isSRGB(curve)
      else { return false }
    }
    return true
  }

  /// The white of colors that are told by primaries and by curves from 0, before which tables of colors
  /// would come: the sum of the primaries, or D50 if that is another.
  var whiteOfPrimaries: [Double]? {
    guard isRGB, tags[Array("A2B0".utf8)] == nil else { return nil }
    var white = [0.0, 0, 0]
    for channel in ["r", "g", "b"] {
      guard let colorant = colorant(channel + "XYZ"), let curve = curve(channel + "TRC"),
        abs(curve(0)) < 1e-4
      else { return nil }
      white = zip(white, colorant).map { $0 + $1 }
    }
    return zip(white, Self.d50).allSatisfy { abs($0 - $1) < 0.002 } ? white : Self.d50
  }

  private static let d50 = [0.9642, 1, 0.8249]

  /// Whether the profile is one of RGB colors.
  var isRGB: Bool { colorSpace == Array("RGB ".utf8) }

  /// Whether values are spaced about as those of sRGB are, so that they can be taken for them where
  /// colors are mixed: as with a gamma from 1.8 to 2.6, and not as with linear light. Profiles that
  /// have no curves but tables are made for values that are.
  var hasUsualCurve: Bool {
    ["rTRC", "gTRC", "bTRC"].allSatisfy { tag in
      curve(tag).map { (0.15...0.3).contains($0(0.5)) } ?? true
    }
  }

  /// Red, green and blue of sRGB, adapted to the white of profiles (D50): IEC 61966-2-1, annex, after
  /// Bradford. Profiles differ by up to 0.001 among themselves.
  private static let sRGBPrimaries = [
    [0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141],
  ]
  private static let primaryTolerance = 0.003

  /// Whether a curve is sRGB's, to less than a code of 8 bits: no table and no formula is exact.
  private static func isSRGB(_ curve: (Double) -> Double) -> Bool {
    (0...255).allSatisfy { code in
      let light = min(max(curve(Double(code) / 255), 0), 1)
      return abs(WorkingSpace.linear.encode(light) * 255 - Double(code)) < 0.75
    }
  }

  /// A color of type `XYZType`.
  private func colorant(_ tag: String) -> [Double]? {
    guard let data = data(of: tag), data.type == "XYZ ", data.values.count >= 12 else { return nil }
    return (0..<3).map { Self.fixed(data.values.dropFirst(4 * $0)) }
  }

  /// A curve from values, 0 to 1, to light, of type `curveType` or `parametricCurveType`.
  private func curve(_ tag: String) -> ((Double) -> Double)? {
    guard let data = data(of: tag), data.values.count >= 4 else { return nil }
    let values = data.values
    switch data.type {
    case "curv":
      let count = Self.integer(values.prefix(4))
      let entries = values.dropFirst(4)
      if count == 0 { return { $0 } }
      guard count <= entries.count / 2 else { return nil }
      func entry(_ index: Int) -> Double {
        Double(Self.integer(entries.dropFirst(2 * index).prefix(2)))
      }
      if count == 1 {
        let gamma = entry(0) / 256
        return { pow($0, gamma) }
      }
      return { value in
        let position = value * Double(count - 1)
        let index = min(Int(position), count - 2)
        let rest = position - Double(index)
        return (entry(index) * (1 - rest) + entry(index + 1) * rest) / 65535
      }
    case "para":
      let counts = [1, 3, 4, 5, 7]
      let function = Self.integer(values.prefix(2))
      guard counts.indices.contains(function), values.count >= 4 + 4 * counts[function] else {
        return nil
      }
      let p = (0..<counts[function]).map { Self.fixed(values.dropFirst(4 + 4 * $0)) }
      let g = p[0]
      switch function {
      case 0: return { pow($0, g) }
      case 1: return { $0 >= -p[2] / p[1] ? pow(p[1] * $0 + p[2], g) : 0 }
      case 2: return { $0 >= -p[2] / p[1] ? pow(p[1] * $0 + p[2], g) + p[3] : p[3] }
      case 3: return { $0 >= p[4] ? pow(p[1] * $0 + p[2], g) : p[3] * $0 }
      default: return { $0 >= p[4] ? pow(p[1] * $0 + p[2], g) + p[5] : p[3] * $0 + p[6] }
      }
    default: return nil
    }
  }

  /// The type of a tag's data, and what follows its eight bytes.
  private func data(of tag: String) -> (type: String, values: ArraySlice<UInt8>)? {
    guard let range = tags[Array(tag.utf8)], range.count >= 8 else { return nil }
    let data = bytes[range]
    return (String(decoding: data.prefix(4), as: UTF8.self), data.dropFirst(8))
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number of type `s15Fixed16Number`, the first four bytes.
  private static func fixed(_ bytes: ArraySlice<UInt8>) -> Double {
    Double(Int32(truncatingIfNeeded: integer(bytes.prefix(4)))) / 65536
  }
}
