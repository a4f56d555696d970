internal import TransitionKit

/// Packs frames as the bytes of a stream; of those that are larger the columns on the right and the
/// rows at the bottom are lost.
struct StreamEncoder: Sendable {
  /// The form of the frames; `nil` for pictures in the portable format.
  let rawFormat: RawFormat?
  let width: Int
  let height: Int
  let matte: Matte
  private(set) var header: [UInt8] = []
  private(set) var frameHeader: [UInt8] = []

  /// A frame, with what the stream puts before each.
  func encode(_ frame: Frame) -> [UInt8] {
    switch rawFormat {
    case .samples(let format, let white): samples(of: frame, as: format, white: white)
    case .planes(let format): planes(of: frame, as: format)
    case nil: pixmap(of: frame)
    }
  }

  private func planes(of frame: Frame, as format: PlanarFormat) -> [UInt8] {
    // A film's own planes stay as they are.
    if let planes = frame.planes, format.isSame(as: planes.format),
      (planes.width, planes.height) == (width, height)
    {
      let bytes = planes.changed(frame.planarChanges) { columns, rows in
        converted(frame, columns, rows, to: format)
      }.bytes
      return frameHeader.isEmpty ? bytes : frameHeader + bytes
    }
    let frame = format.hasAlpha ? frame : matte.flattened(frame)
    return converted(frame, 0..<width, 0..<height, to: format, after: frameHeader)
  }

  /// The planes of some columns and rows.
  private func converted(
    _ frame: Frame, _ columns: Range<Int>, _ rows: Range<Int>, to format: PlanarFormat,
    after header: [UInt8] = []
  ) -> [UInt8] {
    var words = FrameRows(frame, columns: columns)
    var planes = YUVPlanes(format, width: columns.count, height: rows.count, after: header)
    for row in rows { planes.append(words.words(row, withAlpha: format.hasAlpha)) }
    return planes.bytes
  }

  private func samples(of frame: Frame, as format: PixelFormat, white: UInt32) -> [UInt8] {
    let frame = format.hasAlpha ? frame : matte.flattened(frame)
    let isAsItIs =
      frame.format == format && (frame.width, frame.height) == (width, height)
      && (format.depth == .eight || white == 65_535 && UInt16(1).littleEndian == 1)
    return isAsItIs ? frame.bytes() : bytes(of: frame, as: format, white: white)
  }

  private func pixmap(of frame: Frame) -> [UInt8] {
    let frame = matte.flattened(frame)
    let depth = frame.format.depth
    let header = Array("P6\n\(width) \(height)\n\(depth.maximum)\n".utf8)
    let format = PixelFormat(depth: depth, hasAlpha: false)
    return bytes(of: frame, as: format, after: header, isBigEndian: true)
  }

  /// The samples of a frame, row by row, after a header. Those of two bytes end at `white`, but for
  /// alpha.
  private func bytes(
    of frame: Frame, as format: PixelFormat, after header: [UInt8] = [], white: UInt32 = 65_535,
    isBigEndian: Bool = false
  ) -> [UInt8] {
    var rows = FrameRows(frame, columns: 0..<width)
    var bytes = header
    bytes.reserveCapacity(header.count + width * height * format.bytesPerPixel)
    for row in 0..<height {
      switch format.depth {
      case .eight: bytes += rows.bytes(row, withAlpha: format.hasAlpha)
      case .sixteen:
        for (index, sample) in rows.words(row, withAlpha: format.hasAlpha).enumerated() {
          let isAlpha = format.hasAlpha && index & 3 == 3
          let value = isAlpha ? sample : UInt16((UInt32(sample) * white + 32_767) / 65_535)
          let word = isBigEndian ? value.byteSwapped : value
          bytes.append(UInt8(truncatingIfNeeded: word))
          bytes.append(UInt8(word >> 8))
        }
      }
    }
    return bytes
  }
}

extension StreamEncoder {
  init(format: FrameStream, width: Int, height: Int, matte: Matte) {
    self.init(rawFormat: format.rawFormat, width: width, height: height, matte: matte)
    guard format.packing == .y4m else { return }
    let chroma = format.chroma == .full ? "444" : "420jpeg"
    header = Array(
      ("YUV4MPEG2 W\(width) H\(height) F\(format.rate.frames):\(format.rate.seconds) Ip A1:1 "
        + "C\(chroma) XCOLORRANGE=LIMITED\n").utf8)
    frameHeader = Array("FRAME\n".utf8)
  }
}
