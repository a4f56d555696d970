internal import TransitionKit

/// Packs frames as the bytes of a stream.
struct StreamEncoder: Sendable {
  let format: StreamFormat
  let width: Int
  let height: Int
  /// What lies under alpha where the stream has none.
  let background: Color

  /// What comes before the first frame.
  var header: [UInt8] {
    guard format.packing == .y4m else { return [] }
    // JPEG's 4:2:0 has its color samples in the middle of four pixels, where averages belong.
    let chroma = format.chroma == .full ? "444" : "420jpeg"
    return Array(
      ("YUV4MPEG2 W\(width) H\(height) F\(format.rate.frames):\(format.rate.seconds) Ip A1:1 "
        + "C\(chroma) XCOLORRANGE=LIMITED\n").utf8)
  }

  /// A frame, with what the stream puts before each.
  func encode(_ frame: Frame) -> [UInt8] {
    let isAsItIs =
      format.packing == .rgb24 && frame.format == PixelFormat(depth: .eight, hasAlpha: false)
      || format.packing == .rgba && frame.format == PixelFormat(depth: .eight, hasAlpha: true)
    if isAsItIs { return frame.bytes }
    var rows = FrameRows(frame, background: background)
    var bytes: [UInt8] = []
    switch format.packing {
    case .y4m:
      var planes = YUVPlanes(
        width: width, height: height, chroma: format.chroma, matrix: format.matrix)
      for row in 0..<height { planes.append(rows.bytes(row, withAlpha: false)) }
      return Array("FRAME\n".utf8) + planes.luma + planes.blue + planes.red
    case .rgb24, .rgba:
      bytes.reserveCapacity(width * height * 4)
      for row in 0..<height { bytes += rows.bytes(row, withAlpha: format.packing == .rgba) }
    case .rgb48, .rgba64:
      bytes.reserveCapacity(width * height * 8)
      for row in 0..<height {
        for word in rows.words(row, withAlpha: format.packing == .rgba64) {
          bytes.append(UInt8(truncatingIfNeeded: word))
          bytes.append(UInt8(word >> 8))
        }
      }
    case .ppm:
      let isDeep = frame.format.depth == .sixteen
      bytes = Array("P6\n\(width) \(height)\n\(frame.format.depth.maximum)\n".utf8)
      bytes.reserveCapacity(bytes.count + width * height * (isDeep ? 6 : 3))
      for row in 0..<height {
        if isDeep {
          for word in rows.words(row, withAlpha: false) {
            bytes.append(UInt8(word >> 8))
            bytes.append(UInt8(truncatingIfNeeded: word))
          }
        } else {
          bytes += rows.bytes(row, withAlpha: false)
        }
      }
    }
    return bytes
  }
}
