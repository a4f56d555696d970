internal import TransitionKit
internal import TransitionSystem

/// Encodes frames as TIFF files, strip by strip as they are drawn.
///
/// The files are baseline TIFF (version 6.0, 1992), little-endian, with a directory before the
/// samples, which are not compressed. Alpha is straight. libvips' encoder takes a third more time:
/// it copies each row on the way into its strip, and each strip on the way into the file.
struct TIFFEncoder {
  let profile: [UInt8]?
  /// The size of a strip, unless a row is larger: small enough to stay in the cache until it is
  /// written.
  var stripBytes = 1 << 18

  /// The most bytes of a file, in which offsets have 32 bits.
  private static let mostBytes = Int(UInt32.max)

  /// Writes a frame; the same bytes with any number of threads.
  ///
  /// - Throws: that it cannot be written, or would be larger than such a file can be.
  func encode(
    _ frame: Frame, to file: File, threads: Int = VipsLibrary.threadsPerImage
  ) throws(FileError) {
    let rowBytes = frame.width * frame.format.bytesPerPixel
    let rowsPerStrip = min(max(1, stripBytes / rowBytes), frame.height)
    let strips = stride(from: 0, to: frame.height, by: rowsPerStrip)
      .map { $0..<min($0 + rowsPerStrip, frame.height) }
    func header(samplesAt start: Int) -> [UInt8] {
      directory(
        frame, rowsPerStrip, offsets: strips.map { start + $0.lowerBound * rowBytes },
        sizes: strips.map { $0.count * rowBytes })
    }
    let start = header(samplesAt: 0).count
    guard start + frame.height * rowBytes <= Self.mostBytes else {
      throw FileError(
        .write, file.role, file.path, "a TIFF file has at most 4 GB; a PNG file may have more")
    }
    try file.write(header(samplesAt: start))
    for first in stride(from: 0, to: strips.count, by: threads) {
      let next = strips[first..<min(first + threads, strips.count)]
      let drawn = Threads.results(of: next.count, atOnce: threads) { index in
        frame.bytes(ofRows: strips[first + index])
      }
      for strip in drawn { try file.write(strip) }
    }
  }

  /// All that comes before the samples: the header, the directory of fields, and the values that
  /// have no room in it.
  private func directory(
    _ frame: Frame, _ rowsPerStrip: Int, offsets: [Int], sizes: [Int]
  ) -> [UInt8] {
    let channels = frame.format.channels
    // Ten pixels a centimeter, as in libvips' files of pictures without a resolution.
    let resolution = [10, 1]
    var fields = [
      Field(.width, .long, [frame.width]),
      Field(.height, .long, [frame.height]),
      Field(
        .bitsPerSample, .short,
        Array(repeating: frame.format.depth.rawValue, count: channels)),
      Field(.compression, .short, [1]),
      Field(.photometricInterpretation, .short, [2]),
      Field(.stripOffsets, .long, offsets),
      Field(.samplesPerPixel, .short, [channels]),
      Field(.rowsPerStrip, .long, [rowsPerStrip]),
      Field(.stripByteCounts, .long, sizes),
      Field(.xResolution, .rational, resolution),
      Field(.yResolution, .rational, resolution),
      Field(.resolutionUnit, .short, [3]),
    ]
    if frame.format.hasAlpha { fields.append(Field(.extraSamples, .short, [2])) }
    if let profile { fields.append(Field(.iccProfile, .undefined, profile.map(Int.init))) }
    var bytes = Array("II".utf8) + 42.littleEndianBytes(2) + 8.littleEndianBytes(4)
    bytes += fields.count.littleEndianBytes(2)
    let start = bytes.count + 12 * fields.count + 4
    var values: [UInt8] = []
    for field in fields {
      bytes += field.head
      if field.value.count <= 4 {
        bytes += field.value + Array(repeating: 0, count: 4 - field.value.count)
      } else {
        bytes += (start + values.count).littleEndianBytes(4)
        values += field.value
        // Values begin at even offsets, and so do samples.
        if !values.count.isMultiple(of: 2) { values.append(0) }
      }
    }
    return bytes + 0.littleEndianBytes(4) + values
  }
}

/// An entry of a directory.
private struct Field {
  /// Its meaning: fields stand in rising order of these numbers.
  enum Tag: Int {
    case width = 256, height, bitsPerSample, compression
    case photometricInterpretation = 262
    case stripOffsets = 273
    case samplesPerPixel = 277, rowsPerStrip, stripByteCounts
    case xResolution = 282, yResolution
    case resolutionUnit = 296
    case extraSamples = 338
    case iccProfile = 34675
  }

  /// The type of its numbers.
  enum Kind: Int {
    case short = 3
    case long = 4
    /// Two numbers that are one: a numerator and a denominator.
    case rational = 5
    case undefined = 7

    var bytesPerNumber: Int {
      switch self {
      case .short: 2
      case .long, .rational: 4
      case .undefined: 1
      }
    }
  }

  /// Tag, type and number of values.
  let head: [UInt8]
  let value: [UInt8]

  init(_ tag: Tag, _ kind: Kind, _ numbers: [Int]) {
    value = numbers.flatMap { $0.littleEndianBytes(kind.bytesPerNumber) }
    let count = kind == .rational ? numbers.count / 2 : numbers.count
    head =
      tag.rawValue.littleEndianBytes(2) + kind.rawValue.littleEndianBytes(2)
      + count.littleEndianBytes(4)
  }
}
