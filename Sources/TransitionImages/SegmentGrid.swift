internal import TransitionKit
internal import TransitionLibC

/// The blocks of a JPEG file of some size, row by row from the top, in segments of as many each.
///
/// A block is what JPEG calls a minimum coded unit: 8x8 pixels, or 16x16 where chroma has half the
/// width and height. Where the frame has no pixels for all of a block, those at its edge are
/// repeated.
struct SegmentGrid {
  /// 8 or 16.
  let blockSide: Int
  private let width: Int
  private let height: Int
  private let blocksAcross: Int
  private let blocks: Int

  private let length = JPEGEncoder.segmentLength
  private let channels = 3

  init(_ width: Int, _ height: Int, blockSide: Int) {
    self.blockSide = blockSide
    (self.width, self.height) = (width, height)
    blocksAcross = (width + blockSide - 1) / blockSide
    blocks = blocksAcross * ((height + blockSide - 1) / blockSide)
  }

  /// The number of segments.
  var count: Int { (blocks + length - 1) / length }

  /// The blocks of a segment.
  private func blocks(of index: Int) -> Range<Int> {
    index * length..<min((index + 1) * length, blocks)
  }

  /// The blocks of a segment by rows: the row of blocks, and the columns in it.
  private func rows(of index: Int) -> [(row: Int, columns: Range<Int>)] {
    var rest = blocks(of: index)
    var rows: [(row: Int, columns: Range<Int>)] = []
    while let first = rest.first {
      let row = first / blocksAcross
      let end = min(rest.upperBound, (row + 1) * blocksAcross)
      rows.append((row, first - row * blocksAcross..<end - row * blocksAcross))
      rest = end..<rest.upperBound
    }
    return rows
  }

  /// Whether a segment of a frame shows the pixels of a picture of the frame's size and format.
  func shows(_ picture: Bitmap, _ index: Int, in band: Band) -> Bool {
    let segment = blocks(of: index)
    return unsafe band.pixels.withUnsafeBytes { pixels in
      guard let base = pixels.baseAddress else { return true }
      for row in segment.lowerBound / blocksAcross...(segment.upperBound - 1) / blocksAcross {
        let left = max(segment.lowerBound - row * blocksAcross, 0) * blockSide
        let end = min(segment.upperBound - row * blocksAcross, blocksAcross) * blockSide
        let count = (min(end, width) - left) * channels
        for y in row * blockSide..<min((row + 1) * blockSide, height) {
          let offset = ((y - band.top) * width + left) * channels
          if unsafe memcmp(picture.address(column: left, row: y), base + offset, count) != 0 {
            return false
          }
        }
      }
      return true
    }
  }

  /// The rows of a frame that some segments lie in.
  struct Band {
    /// The first row, counted from the top of the frame.
    let top: Int
    let pixels: [UInt8]
    /// The segments that end in it and not before.
    let segments: Range<Int>
  }

  /// Draws a frame band by band, each small enough to stay in the cache until it is encoded.
  func forEachBand<Failure: Error>(
    of frame: Frame, _ body: (Band) throws(Failure) -> Void
  ) throws(Failure) {
    let rowBytes = width * channels
    // A segment lies in two rows of blocks, unless these are shorter than it is.
    let isWhole = blocksAcross < length
    let height = isWhole ? height : max(1, Self.bandBytes / (rowBytes * blockSide)) * blockSide
    var pixels: [UInt8] = []
    var (drawn, done) = (0, 0)
    while drawn < self.height {
      let end = min(drawn + height, self.height)
      // The last row of blocks again, in which a segment may begin.
      let kept = min(blockSide, drawn)
      pixels = frame.bytes(ofRows: drawn..<end, after: pixels.suffix(kept * rowBytes))
      let ended = end == self.height ? count : end / blockSide * blocksAcross / length
      try body(Band(top: drawn - kept, pixels: pixels, segments: done..<ended))
      (drawn, done) = (end, ended)
    }
  }

  private static let bandBytes = 1 << 19

  /// Pixels of segments, a segment below the other.
  struct Strip {
    let width: Int
    let height: Int
    /// Whether they are luma and chroma instead of RGB.
    let isYCC: Bool
    var pixels: [UInt8]
  }

  /// Divides segments into those that can be encoded as one strip, in their order.
  ///
  /// Those at the bottom of a frame whose last blocks are cut off are a strip of their own where
  /// chroma is halved, and so is a last segment that is shorter.
  func strips(of indices: [Int]) -> [[Int]] {
    var strips: [[Int]] = []
    var lastKind: Int?
    for index in indices {
      let kind = blocks(of: index).count < length ? 2 : isCut(index) ? 1 : 0
      if kind == lastKind { strips[strips.count - 1].append(index) } else { strips.append([index]) }
      lastKind = kind
    }
    return strips
  }

  /// Whether libjpeg would repeat the lowest row of halved chroma for a segment, which is not the
  /// chroma of the lowest row of pixels.
  private func isCut(_ index: Int) -> Bool {
    guard blockSide == 16, !height.isMultiple(of: blockSide) else { return false }
    return blocks(of: index).upperBound > blocks - blocksAcross
  }

  /// The pixels of segments that make one strip.
  func strip(_ indices: [Int], of band: Band) -> Strip {
    let blocksInStrip = blocks(of: indices[0]).count
    let stripWidth = blocksInStrip * blockSide
    let isYCC = isCut(indices[0])
    var strip = Strip(
      width: stripWidth, height: indices.count * blockSide, isYCC: isYCC,
      pixels: Array(repeating: 0, count: stripWidth * indices.count * blockSide * channels))
    unsafe band.pixels.withUnsafeBytes { pixels in
      unsafe strip.pixels.withUnsafeMutableBytes { output in
        for (place, index) in indices.enumerated() {
          var column = 0
          for (row, columns) in rows(of: index) {
            for y in 0..<blockSide {
              let frameRow = min(row * blockSide + y, height - 1) - band.top
              let left = columns.lowerBound * blockSide
              let count = columns.count * blockSide
              let there = min(count, width - left)
              let from = (frameRow * width + left) * channels
              let to = ((place * blockSide + y) * stripWidth + column) * channels
              unsafe UnsafeMutableRawBufferPointer(rebasing: output[to...])
                .copyMemory(
                  from: UnsafeRawBufferPointer(rebasing: pixels[from...].prefix(there * channels)))
              for x in there..<max(count, there) {
                for channel in 0..<channels {
                  unsafe output[to + x * channels + channel] =
                    output[to + (there - 1) * channels + channel]
                }
              }
            }
            column += columns.count * blockSide
          }
        }
      }
    }
    if isYCC {
      for (place, index) in indices.enumerated() { convert(&strip, place, index) }
    }
    return strip
  }

  /// Converts a segment of a strip as libjpeg does, with the chroma that its halving gives in all
  /// four pixels, and the lowest row of halved chroma in all rows below the frame's last.
  private func convert(_ strip: inout Strip, _ place: Int, _ index: Int) {
    var column = 0
    for (row, columns) in rows(of: index) {
      let rowsThere = min(blockSide, height - row * blockSide)
      for x in stride(from: column, to: column + columns.count * blockSide, by: 2) {
        var chroma: (Int, Int) = (0, 0)
        for y in stride(from: 0, to: blockSide, by: 2) {
          let offsets = [(0, 0), (1, 0), (0, 1), (1, 1)].map { dx, dy in
            ((place * blockSide + y + dy) * strip.width + x + dx) * channels
          }
          let colors = offsets.map {
            YCC(strip.pixels[$0], strip.pixels[$0 + 1], strip.pixels[$0 + 2])
          }
          if y < rowsThere {
            // libjpeg rounds down and up by turns.
            let bias = 1 + x / 2 % 2
            chroma = (
              (colors.reduce(bias) { $0 + $1.blue }) >> 2,
              (colors.reduce(bias) { $0 + $1.red }) >> 2
            )
          }
          for (offset, color) in zip(offsets, colors) {
            strip.pixels[offset] = UInt8(color.luma)
            strip.pixels[offset + 1] = UInt8(chroma.0)
            strip.pixels[offset + 2] = UInt8(chroma.1)
          }
        }
      }
      column += columns.count * blockSide
    }
  }
}

/// Luma and chroma of a pixel by JFIF's matrix, in fixed point of 16 bits with libjpeg's rounding.
private struct YCC {
  let luma: Int, blue: Int, red: Int

  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    let (r, g, b) = (Int(red), Int(green), Int(blue))
    let middle = 128 << 16 + 1 << 15 - 1
    luma = (19595 * r + 38470 * g + 7471 * b + 1 << 15) >> 16
    self.blue = (-11059 * r - 21709 * g + 32768 * b + middle) >> 16
    self.red = (32768 * r - 27439 * g - 5329 * b + middle) >> 16
  }
}
