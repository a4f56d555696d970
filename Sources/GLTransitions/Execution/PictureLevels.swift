import TransitionKit
internal import TransitionLocks

/// A picture in ever smaller sizes, each half as wide and high as the one before: its levels.
///
/// A pixel of level 1 is the mean of two by two of the picture, which keeps thin lines thin; one of
/// the others is that of four by four of those before, by the weights 1 3 3 1 across and down: of
/// working values, premultiplied. Levels have the picture's format and take a third of its memory.
/// They are made once, when a shader that asks for them is first drawn, and kept with the picture.
final class PictureLevels: Sendable {
  /// The picture itself, then its levels, the last of them a few pixels.
  let samplers: [PictureSampler]
  /// The levels from 1 on. A picture of few pixels has none; it is its own.
  var reduced: ArraySlice<PictureSampler> {
    samplers.count > 1 ? samplers.dropFirst() : samplers[...]
  }

  /// How many of a level's texels lie along one of level 1.
  @inline(__always)
  static func scale(of level: Int) -> Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: 128 &- level) &<< 23)
  }

  /// Their texels, made when a shader that needs them is first drawn.
  var texels: LevelTexels { Self.made(known.texels) { LevelTexels(self) } }

  /// The sums of their rows, likewise.
  var sums: LevelSums { Self.made(known.sums) { LevelSums(self) } }

  private let known = (texels: Monitor<LevelTexels?>(nil), sums: Monitor<LevelSums?>(nil))

  private static func made<T>(_ known: Monitor<T?>, _ make: () -> T) -> T {
    known.withLock { known in
      let made = known ?? make()
      known = made
      return made
    }
  }

  private static let lock = Monitor(())

  /// Levels of a picture that may be in the making.
  private final class Entry: Sendable {
    let levels = Monitor<PictureLevels?>(nil)
  }

  static func of(_ picture: Bitmap) -> PictureLevels {
    let entry = lock.withLock { _ in
      let known = picture.annex.objects[picture.workingSpace] as? Entry
      let entry = known ?? Entry()
      picture.annex.objects[picture.workingSpace] = entry
      return entry
    }
    return made(entry.levels) { PictureLevels(picture) }
  }

  private init(_ picture: Bitmap) {
    // The picture's annex keeps this.
    let picture = picture.withoutAnnex
    var samplers = [PictureSampler(picture)]
    var (level, width, height) = (picture, Float(picture.width), Float(picture.height))
    while max(level.width, level.height) > 3 {
      level = Self.half(of: level, outer: samplers.count == 1 ? 0 : 1)
      (width, height) = (width / 2, height / 2)
      samplers.append(PictureSampler(level, width: width, height: height))
    }
    self.samplers = samplers
  }

  /// Half a picture; beyond its border the border goes on.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - outer: the weight of each outer pixel of four, in eighths.
  /// - Returns: as many pixels, rounded up.
  private static func half(of picture: Bitmap, outer: Float) -> Bitmap {
    let inner = 4 - outer
    let sampler = PictureSampler(picture)
    let (width, height) = ((picture.width + 1) / 2, (picture.height + 1) / 2)
    let encoder = PlaneEncoder(format: picture.format, workingSpace: picture.workingSpace)
    let rowBytes = width * picture.format.bytesPerPixel
    var bytes = [UInt8](repeating: 0, count: rowBytes * height)
    let (stride, half) = (picture.width + 16, width + 16)
    // Four channels of four rows, of their sum, and of the row that is made of it.
    let rows = UnsafeMutablePointer<Float>.allocate(capacity: 4 * (5 * stride + half))
    defer { unsafe rows.deallocate() }
    unsafe rows.initialize(repeating: 0, count: 4 * (5 * stride + half))
    func planes(_ number: Int, _ stride: Int) -> Planes {
      let base = unsafe rows + 4 * number * (picture.width + 16)
      return unsafe Planes(
        red: base, green: base + stride, blue: base + 2 * stride, alpha: base + 3 * stride)
    }
    let channels: ChannelSet = sampler.isOpaque ? .color : .all
    // The row that each of the four holds.
    var held = [-1, -1, -1, -1]
    // Heights count from the bottom: there a level of an odd height begins, too.
    let odd = picture.height & 1
    for row in 0..<height {
      let first = 2 * row - 1 - odd
      for tap in first...first + 3 {
        let source = min(max(tap, 0), picture.height - 1)
        guard held[source & 3] != source else { continue }
        held[source & 3] = source
        unsafe sampler.fetch(
          columns: 0..<picture.width, row: source, channels, into: planes(source & 3, stride))
      }
      func line(_ tap: Int, _ channel: Int) -> UnsafeMutablePointer<Float> {
        unsafe planes(min(max(first + tap, 0), picture.height - 1) & 3, stride)[channel]
      }
      let (sum, made) = unsafe (planes(4, stride), planes(5, half))
      for channel in 0..<4 where channels.contains(ChannelSet(channel)) {
        let (a, b, c, d) = unsafe (
          line(0, channel), line(1, channel), line(2, channel), line(3, channel)
        )
        let (down, across) = unsafe (sum[channel], made[channel])
        for i in 0..<picture.width {
          unsafe down[i] = (a[i] + d[i]) * outer + (b[i] + c[i]) * inner
        }
        let last = picture.width - 1
        func mean(_ column: Int) {
          let (first, second) = unsafe (down[2 * column], down[min(2 * column + 1, last)])
          let (before, after) = unsafe (
            down[max(2 * column - 1, 0)], down[min(2 * column + 2, last)]
          )
          unsafe across[column] = ((before + after) * outer + (first + second) * inner) * (1.0 / 64)
        }
        mean(0)
        for column in 1..<max(width - 1, 1) {
          let four = unsafe down + 2 * column
          unsafe across[column] =
            ((four[-1] + four[2]) * outer + (four[0] + four[1]) * inner) * (1.0 / 64)
        }
        mean(width - 1)
      }
      unsafe bytes.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        unsafe encoder.encode(made, count: width, into: base + row * rowBytes)
      }
    }
    return Bitmap(
      width: width, height: height, format: picture.format, workingSpace: picture.workingSpace,
      bytes: bytes)
  }
}
