internal import TransitionIntrinsics
import TransitionKit

/// The levels of a picture from level 1 on, decoded: working values, premultiplied, so that samples
/// need not decode them. They take 2 bytes and two thirds for a pixel of the picture.
final class LevelTexels: Sendable {
  /// Red, green, blue and alpha.
  typealias Texel = SIMD4<Float>
  /// The same in parts of ``whole``.
  typealias Parts = SIMD4<Int16>

  static let whole: Float = 32_767

  /// Where a level's texels are. Rows count from the bottom, as heights do.
  struct Level: Sendable {
    /// The index of the first.
    var start: Int
    /// From one row to the next. A texel lies between rows, and a row after them, so that each has
    /// neighbors; these are not seen.
    var stride: Int
    /// Texels across and down of the picture, perhaps with a part of one.
    var size: SIMD2<Float>
    /// The last column and the last row.
    var last: SIMD2<Float>
  }

  let levels: [Level]
  /// Those of all levels.
  let texels: [Parts]
  /// The size of level 1, in its texels.
  let size: SIMD2<Float>

  /// The texels of a picture and its levels, but for the picture itself.
  init(_ picture: PictureLevels) {
    var levels: [Level] = []
    var texels: [Parts] = []
    let samplers = picture.reduced
    texels.reserveCapacity(samplers.reduce(0) { $0 + ($1.columns + 1) * ($1.rows + 1) })
    for sampler in samplers {
      let (columns, rows) = (sampler.columns, sampler.rows)
      levels.append(
        Level(
          start: texels.count, stride: columns + 1, size: SIMD2(sampler.width, sampler.height),
          last: SIMD2(Float(columns - 1), Float(rows - 1))))
      for row in 0..<rows {
        texels += Self.texels(sampler, row: rows - 1 - row).map(Self.parts)
        texels.append(.zero)
      }
      texels.append(contentsOf: repeatElement(.zero, count: columns + 1))
    }
    (self.levels, self.texels) = (levels, texels)
    size = levels.first?.size ?? SIMD2(repeating: 1)
  }

  /// A texel in parts of ``whole``.
  private static func parts(_ texel: Texel) -> Parts {
    Parts(truncatingIfNeeded: whole_parts(texel * whole + 0.5))
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
