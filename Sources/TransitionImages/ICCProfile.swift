internal import TransitionKit
internal import TransitionLibC

/// The colors of an RGB picture, as its ICC profile tells them: ISO 15076-1.
///
/// Anything may stand in the bytes. What is not there, or not as it should be, is `nil`.
struct ICCProfile {
  private let bytes: [UInt8]
  /// The bytes of each tag's data.
  private let tags: [[UInt8]: Range<Int>]
  /// Where the data of a tag begins, also of one that does not count. No library reads a profile of
  /// more tags than ``mostTags``.
  private let places: Set<Int>
  private static let mostTags = 100
  /// The space of the colors, four letters: `RGB `.
  let colorSpace: [UInt8]

  /// Reads the header and the list of tags; `nil` if the bytes are no profile.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    // The header takes 128 bytes, and the number of tags 4.
    guard bytes.count >= 132, Array(bytes[36..<40]) == Array("acsp".utf8) else { return nil }
    colorSpace = Array(bytes[16..<20])
    var (tags, places): ([[UInt8]: Range<Int>], Set<Int>) = ([:], [])
    let count = bytes[128..<132].number
    // What does not fit into the file is not there.
    for entry in 0..<min(count, (bytes.count - 132) / 12) {
      let start = 132 + entry * 12
      let offset = bytes[start + 4..<start + 8].number
      let size = bytes[start + 8..<start + 12].number
      if entry < Self.mostTags { places.insert(offset) }
      guard offset <= bytes.count, size <= bytes.count - offset else { continue }
      let name = Array(bytes[start..<start + 4])
      // Of tags of the same name the first one counts.
      if tags[name] == nil { tags[name] = offset..<offset + size }
    }
    (self.tags, self.places) = (tags, places)
  }

  /// Its chains of elements.
  private var chains: [ICCChain] { places.compactMap { ICCChain(in: bytes, at: $0) } }

  /// What one of its chains of elements has too much of, if one does, and the bytes that there are
  /// to read of all of it.
  var content: (defect: String?, size: Int) {
    let chains = chains
    let defect = chains.lazy.compactMap(\.defect).first.map {
      "it has more than \($0) in a chain of its color profile"
    }
    return (defect, bytes.count + (chains.map(\.size).max() ?? 0))
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

  /// The white of colors that are told by primaries and by curves from 0, before which tables of
  /// colors would come: the sum of the primaries, or D50 if that is another.
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

  /// The meaning of values that are told by primaries and by one curve for all three, which rises
  /// from black to white; `nil` of others: filters could not mix them as light.
  var encoding: RGBEncoding? {
    let tables = tags.keys.contains { tag in
      ["A2B", "D2B"].contains { tag.starts(with: $0.utf8) }
    }
    guard isRGB, !tables, let light = lightOfValues, let toProfile = matrixFromSRGB else {
      return nil
    }
    return RGBEncoding(light: light.isEmpty ? nil : light, fromSRGB: toProfile)
  }

  /// The light of each value of 16 bits; nothing if the curve is sRGB's, and `nil` if there is none
  /// that is the same for red, green and blue and can be turned round.
  private var lightOfValues: [Double]? {
    let curves = ["rTRC", "gTRC", "bTRC"].compactMap(curve)
    guard curves.count == 3 else { return nil }
    let isShared = (0...255).allSatisfy { code in
      let lights = curves.map { $0(Double(code) / 255) }
      return lights.allSatisfy { abs($0 - lights[0]) < 1e-4 }
    }
    guard isShared else { return nil }
    if Self.isSRGB(curves[0]) { return [] }
    let light = (0...65535).map { min(max(curves[0](Double($0) / 65535), 0), 1) }
    guard light[0] < 0.01, light[65535] > 0.99 else { return nil }
    // Tables of 16 bits have several entries of 0. Elsewhere many values of the same light would
    // become one of them. No number is less than NaN, nor not.
    let longest = 65536 / 64
    let rises = light.indices.dropFirst().allSatisfy { light[$0 - 1] <= light[$0] }
    let differs = light.indices.dropFirst(longest).allSatisfy { light[$0 - longest] < light[$0] }
    return rises && differs ? light : nil
  }

  /// The matrix from light of sRGB to that of the profile, in rows; white stays white.
  private var matrixFromSRGB: [[Double]]? {
    let colorants = ["r", "g", "b"].compactMap { colorant($0 + "XYZ") }
    guard colorants.count == 3 else { return nil }
    func cross(_ a: [Double], _ b: [Double]) -> [Double] {
      (0..<3).map { index in
        let (next, last) = ((index + 1) % 3, (index + 2) % 3)
        return a[next] * b[last] - a[last] * b[next]
      }
    }
    func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    // A row of the inverse is at right angles to the other two colorants, which are columns.
    let volume = dot(colorants[0], cross(colorants[1], colorants[2]))
    guard abs(volume) > 1e-4 else { return nil }
    let rows = (0..<3).map { row -> [Double] in
      let normal = cross(colorants[(row + 1) % 3], colorants[(row + 2) % 3])
      return Self.sRGBPrimaries.map { dot(normal, $0) / volume }
    }
    let white = rows.map { $0.reduce(0, +) }
    guard white.allSatisfy({ $0 > 0.5 }) else { return nil }
    return zip(rows, white).map { row, white in row.map { $0 / white } }
  }

  /// Whether values are spaced about as those of sRGB are, so that they can be mixed as they are:
  /// as with a gamma from 1.8 to 2.6, and not as with linear light.
  var hasUsualCurve: Bool {
    ["rTRC", "gTRC", "bTRC"].allSatisfy { tag in
      curve(tag).map { (0.15...0.3).contains($0(0.5)) } ?? false
    }
  }

  /// Red, green and blue of sRGB, adapted to the white of profiles (D50): IEC 61966-2-1, annex,
  /// after Bradford. Profiles differ by up to 0.001 among themselves.
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
      let count = values.prefix(4).number
      let entries = values.dropFirst(4)
      if count == 0 { return { $0 } }
      guard count <= entries.count / 2 else { return nil }
      func entry(_ index: Int) -> Double {
        Double(entries.dropFirst(2 * index).prefix(2).number)
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
      let function = values.prefix(2).number
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

  /// A number of type `s15Fixed16Number`, the first four bytes.
  private static func fixed(_ bytes: ArraySlice<UInt8>) -> Double {
    Double(Int32(truncatingIfNeeded: bytes.prefix(4).number)) / 65536
  }
}
