import Foundation

/// ICC profiles, which are made as the standard has it.
public enum TestProfile {
  public typealias Tag = (name: String, data: [UInt8])

  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func fixed(_ values: [Double]) -> [UInt8] {
    values.flatMap { big(Int(($0 * 65536).rounded()), 4) }
  }

  /// The data of a tag.
  public static func type(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [0, 0, 0, 0] + data
  }

  /// A monitor's profile of version 2.4, or 4.3 if a curve is parametric.
  public static func bytes(_ tags: [Tag], space: String = "RGB ") -> [UInt8] {
    let text = Array("The colors of this profile are no sRGB".utf8) + [0]
    let tags =
      tags + [
        (
          "desc",
          type("desc", big(text.count, 4) + text + [UInt8](repeating: 0, count: 4 + 4 + 2 + 1 + 67))
        ),
        ("cprt", type("text", Array("sRGB".utf8) + [0])),
        ("wtpt", type("XYZ ", fixed([0.9642, 1, 0.8249]))),
      ]
    var (list, data): ([UInt8], [UInt8]) = (big(tags.count, 4), [])
    let start = 128 + 4 + 12 * tags.count
    for tag in tags {
      list += Array(tag.name.utf8) + big(start + data.count, 4) + big(tag.data.count, 4)
      data += tag.data
      while data.count % 4 != 0 { data.append(0) }
    }
    let isParametric = tags.contains { $0.data.starts(with: "para".utf8) }
    let version: [UInt8] = isParametric ? [4, 0x30] : [2, 0x40]
    var header = big(start + data.count, 4) + [0, 0, 0, 0] + version + [0, 0]
    header += Array("mntr\(space)XYZ ".utf8)
    header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 28) + fixed([0.9642, 1, 0.8249])
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + list + data
  }

  public static let sRGBPrimaries = [
    [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141],
  ]
  public static let adobePrimaries = [
    [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
  ]

  /// The tags of primaries and of one curve for all.
  public static func colors(_ primaries: [[Double]], _ curve: [UInt8]) -> [Tag] {
    zip(["r", "g", "b"], primaries).flatMap { channel, primary in
      [(channel + "XYZ", type("XYZ ", fixed(primary))), (channel + "TRC", curve)]
    }
  }

  /// sRGB's curve as a table.
  public static func table(_ count: Int) -> [UInt8] {
    let entries = (0..<count).flatMap { index -> [UInt8] in
      let value = Double(index) / Double(count - 1)
      let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      return big(Int((light * 65535).rounded()), 2)
    }
    return type("curv", big(count, 4) + entries)
  }

  public static let linear = type("curv", big(0, 4))
  public static func gamma(_ gamma: Double) -> [UInt8] {
    type("curv", big(1, 4) + big(Int(gamma * 256), 2))
  }
  public static func parametric(_ function: Int, _ parameters: [Double]) -> [UInt8] {
    type("para", big(function, 2) + [0, 0] + fixed(parameters))
  }

  /// The profile of primaries and of one curve for all.
  public static func bytes(_ primaries: [[Double]], _ curve: [UInt8]) -> [UInt8] {
    bytes(colors(primaries, curve))
  }

  /// A curve of 1,024 entries with a gamma.
  public static func table(gamma: Double) -> [UInt8] {
    let entries = (0..<1024).flatMap {
      big(Int((pow(Double($0) / 1023, gamma) * 65535).rounded()), 2)
    }
    return type("curv", big(1024, 4) + entries)
  }

  /// A curve of a few entries of 16 bits.
  public static func table(of entries: [Int]) -> [UInt8] {
    type("curv", big(entries.count, 4) + entries.flatMap { big($0, 2) })
  }
}
