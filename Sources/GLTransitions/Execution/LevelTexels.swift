internal import TransitionIntrinsics
import TransitionKit

/// The levels of a picture from level 1 on, decoded: working values, premultiplied, so that samples
/// need not decode them. They take 5 bytes and a third for a pixel of the picture.
///
/// Beyond its border a level has the texels of the border once more, so that what lies between the
/// centers of neighbors need not be limited.
final class LevelTexels: Sendable {
  /// Red, green, blue and alpha.
  typealias Texel = SIMD4<Float>
  /// The same of two, one above the other, in parts of ``whole``: red of the lower one and of the
  /// upper one, green of both, and so on.
  typealias Pair = SIMD8<Int16>

  static let whole: Float = 32_767

  /// Where a level's texels are. Rows count from the bottom, as heights do.
  /// Each number is there four times, as it is needed for four points.
  struct Level: Sendable {
    /// The index of the first, beyond the border.
    let start: SIMD4<UInt32>
    /// From one column to the next and from one row to the next, in the halves of numbers.
    let strides: SIMD4<UInt32>
    /// How many parts of its texels lie along a texel of level 1.
    let scale: SIMD4<Float>

    init(start: Int, columns: Int, number: Int) {
      self.start = SIMD4(repeating: UInt32(truncatingIfNeeded: start))
      strides = SIMD4(repeating: 1 | UInt32(truncatingIfNeeded: columns + 2) &<< 16)
      let parts = unsafe Float(1 << TexelReader.bits)
      scale = SIMD4(repeating: PictureLevels.scale(of: number) * parts)
    }
  }

  /// From level 1 on. In place of those whose rows or columns 15 bits do not count, which pictures
  /// of more than 65,000 pixels across or down have, is the first one that they do.
  let levels: [Level]
  /// Those of all levels, each with the one above it.
  let texels: [Pair]
  /// The size of level 1, in its texels.
  let size: SIMD2<Float>

  /// The texels of a picture and its levels, but for the picture itself.
  init(_ picture: PictureLevels) {
    var levels: [Level] = []
    var texels: [Pair] = []
    let samplers = picture.reduced.drop { max($0.columns, $0.rows) > Int(Int16.max) - 2 }
    let left = picture.reduced.count - samplers.count
    texels.reserveCapacity(samplers.reduce(0) { $0 + ($1.columns + 2) * ($1.rows + 1) })
    for sampler in samplers {
      let (columns, rows) = (sampler.columns, sampler.rows)
      let level = Level(
        start: texels.count, columns: columns, number: max(levels.count, left) + 1)
      levels.append(contentsOf: repeatElement(level, count: levels.isEmpty ? 1 + left : 1))
      var upper = Self.texels(sampler, row: rows - 1)
      for row in 0...rows {
        let lower = upper
        upper = Self.texels(sampler, row: max(rows - 1 - row, 0))
        let pairs = zip(lower, upper).map(Self.pair)
        texels += pairs.prefix(1) + pairs + pairs.suffix(1)
      }
    }
    (self.levels, self.texels) = (levels, texels)
    size = picture.reduced.first.map { SIMD2($0.width, $0.height) } ?? SIMD2(repeating: 1)
  }

  /// Two texels, the lower one first.
  private static func pair(_ lower: Texel, _ upper: Texel) -> Pair {
    let (low, high) = (whole_parts(lower * whole + 0.5), whole_parts(upper * whole + 0.5))
    return unsafe unsafeBitCast(low | high &<< 16, to: Pair.self)
  }

  /// Those of a row, which counts from the top.
  static func texels(_ sampler: PictureSampler, row: Int) -> [Texel] {
    let columns = sampler.columns
    let channels: ChannelSet = sampler.isOpaque ? .color : .all
    return unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * columns) { rows in
      guard let base = rows.baseAddress else { return [] }
      unsafe rows.initialize(repeating: 1)
      let planes = unsafe Planes(
        red: base, green: base + columns, blue: base + 2 * columns, alpha: base + 3 * columns)
      unsafe sampler.fetch(columns: 0..<columns, row: row, channels, into: planes)
      return (0..<columns).map { column in
        unsafe Texel(
          planes.red[column], planes.green[column], planes.blue[column], planes.alpha[column])
      }
    }
  }
}
