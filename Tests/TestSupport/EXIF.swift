internal import Foundation

/// EXIF data in JPEG and TIFF files.
public enum EXIF {
  /// Puts the time at which a picture was taken into a file that has no EXIF data: JPEG, or TIFF
  /// of little-endian numbers.
  ///
  /// - Parameters:
  ///   - time: DateTimeOriginal, of 19 characters.
  ///   - fraction: the digits of SubSecTimeOriginal, if any.
  ///   - offset: OffsetTimeOriginal, `+02:00`, if any.
  ///   - path: the file.
  /// - Throws: what the system refuses.
  public static func setTime(
    _ time: String, fraction: String? = nil, offset: String? = nil,
    of path: String
  ) throws {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func entry(_ tag: Int, _ type: Int, count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + value
    }
    let tags = [(0x9003, time), (0x9011, offset), (0x9291, fraction)]
    let texts = tags.compactMap { tag, text in text.map { (tag, $0) } }
    // The header and a directory of one entry: the offset of the directory about the exposure. In
    // a TIFF file that entry is one more of its own, in a copy of its directory.
    var file = try Data(contentsOf: URL(fileURLWithPath: path))
    let isTIFF = file.starts(with: Array("II*".utf8))
    var tiff = isTIFF ? Array(file) : Array("II".utf8) + number(42, 2) + number(8, 4)
    if isTIFF, tiff.count % 2 == 1 { tiff.append(0) }
    var own: [UInt8] = []
    if isTIFF {
      let offset = tiff[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let count = Int(tiff[offset]) + 256 * Int(tiff[offset + 1])
      own = Array(tiff[offset + 2..<offset + 2 + 12 * count])
      tiff.replaceSubrange(4..<8, with: number(tiff.count, 4))
    }
    let second = tiff.count + 2 + own.count + 12 + 4
    let link = entry(0x8769, 4, count: 1, number(second, 4))
    let lower =
      stride(from: 0, to: own.count, by: 12).prefix {
        Int(own[$0]) + 256 * Int(own[$0 + 1]) < 0x8769
      }.count * 12
    own.insert(contentsOf: link, at: lower)
    tiff += number(own.count / 12, 2) + own + number(0, 4)
    var entries: [UInt8] = []
    var values: [UInt8] = []
    for (tag, text) in texts {
      let bytes = Array(text.utf8) + [0]
      let offset = second + 2 + texts.count * 12 + 4 + values.count
      let isInEntry = bytes.count <= 4
      entries += entry(
        tag, 2, count: bytes.count,
        isInEntry
          ? bytes + [UInt8](repeating: 0, count: 4 - bytes.count) : number(offset, 4))
      if !isInEntry { values += bytes }
    }
    tiff += number(texts.count, 2) + entries + number(0, 4) + values
    if isTIFF { return try Data(tiff).write(to: URL(fileURLWithPath: path)) }
    let body = Array("Exif\0\0".utf8) + tiff
    let length = body.count + 2
    let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + body
    file.insert(contentsOf: segment, at: file.startIndex + 2)
    try file.write(to: URL(fileURLWithPath: path))
  }
}
