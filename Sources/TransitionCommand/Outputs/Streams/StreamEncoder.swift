internal import TransitionKit

/// Packs frames as the bytes of a stream.
struct StreamEncoder: Sendable {
  /// The form of the frames; `nil` for pictures in the portable format.
  private let rawFormat: RawFormat?
  private let width: Int
  private let height: Int
  private let matte: Matte
  /// The bytes before the first frame.
  let header: [UInt8]
  /// The bytes before each frame.
  private let frameHeader: [UInt8]

  /// A stream of a format.
  init(format: FrameStream, width: Int, height: Int, matte: Matte) {
    rawFormat = format.rawFormat
    self.width = width
    self.height = height
    self.matte = matte
    guard format.packing == .y4m else {
      (header, frameHeader) = ([], [])
      return
    }
    let chroma = format.chroma == .full ? "444" : "420jpeg"
    header = Array(
      ("YUV4MPEG2 W\(width) H\(height) F\(format.rate.frames):\(format.rate.seconds) Ip A1:1 "
        + "C\(chroma) XCOLORRANGE=LIMITED\n").utf8)
    frameHeader = Array("FRAME\n".utf8)
  }

  /// A stream of bare frames; those that are larger lose columns on the right and rows at the
  /// bottom.
  init(_ rawFormat: RawFormat, width: Int, height: Int, matte: Matte) {
    self.rawFormat = rawFormat
    self.width = width
    self.height = height
    self.matte = matte
    (header, frameHeader) = ([], [])
  }

  /// A frame, with what the stream puts before each.
  func encode(_ frame: Frame) -> [UInt8] {
    switch rawFormat {
    case .samples(let format): samples(of: frame, as: format)
    case .planes(let format): planes(of: frame, as: format)
    case nil: pixmap(of: frame)
    }
  }

  private func planes(of frame: Frame, as format: PlanarFormat) -> [UInt8] {
    // A film's own planes stay as they are.
    if let planes = frame.planes, format.isSame(as: planes.format),
      (planes.width, planes.height) == (width, height)
    {
      return frameHeader.isEmpty ? planes.bytes : frameHeader + planes.bytes
    }
    let frame = format.hasAlpha ? frame : matte.flattened(frame)
    var rows = FrameRows(frame, columns: width)
    var planes = YUVPlanes(format, width: width, height: height, after: frameHeader)
    for row in 0..<height { planes.append(rows.words(row, withAlpha: format.hasAlpha)) }
    return planes.bytes
  }

  private func samples(of frame: Frame, as format: PixelFormat) -> [UInt8] {
    let frame = format.hasAlpha ? frame : matte.flattened(frame)
    let isAsItIs =
      frame.format == format && (frame.width, frame.height) == (width, height)
      && (format.depth == .eight || UInt16(1).littleEndian == 1)
    if isAsItIs { return frame.bytes }
    var rows = FrameRows(frame, columns: width)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * format.bytesPerPixel)
    for row in 0..<height {
      switch format.depth {
      case .eight: bytes += rows.bytes(row, withAlpha: format.hasAlpha)
      case .sixteen:
        for word in rows.words(row, withAlpha: format.hasAlpha) {
          bytes.append(UInt8(truncatingIfNeeded: word))
          bytes.append(UInt8(word >> 8))
        }
      }
    }
    return bytes
  }

  private func pixmap(of frame: Frame) -> [UInt8] {
    let frame = matte.flattened(frame)
    var rows = FrameRows(frame, columns: width)
    let isDeep = frame.format.depth == .sixteen
    var bytes = Array("P6\n\(width) \(height)\n\(frame.format.depth.maximum)\n".utf8)
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
    return bytes
  }
}
