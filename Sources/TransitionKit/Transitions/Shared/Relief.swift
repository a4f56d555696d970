/// A mask as heights: for each pixel of the frame the time, 0...1, at which it changes, and how
/// steeply that varies around it.
struct Relief: Sendable {
  var width: Int { levels.width }
  var height: Int { levels.height }
  /// Stretches of a row that are looked at together.
  let tiles: Int

  private let levels: Field
  private let shadowRadius: Float
  private let shadow: (x: Int, y: Int)
  /// For each tile, the time up to which all of it is source, and the times from which all of it
  /// is gone and from which none of it throws a shadow.
  private let bounds: [(whole: Float, gone: Float, unshaded: Float)]

  /// - Parameters:
  ///   - mask: a picture, usually of the frame's size and else stretched to it, whose luminance in
  ///     linear light is the height; `nil` for built-in clouds.
  ///   - inputs: the pictures, for the frame's size.
  ///   - shadowRadius: the softness of the shadow.
  ///   - shadow: how far the shadow is moved to the right and up.
  init(
    _ mask: Bitmap?, for inputs: Inputs, shadowRadius: Float, shadow: (x: Int, y: Int)
  ) {
    let mask = mask?.reading(in: .linear)
    let (width, height) = (inputs.source.width, inputs.source.height)
    levels =
      if let mask {
        Field(width: width, height: height) { row, numbers in
          for column in 0..<width {
            numbers[column] =
              mask.pixel(column: column * mask.width / width, row: row * mask.height / height)
              .luminance
          }
        }
      } else {
        Clouds(width: width, height: height).field()
      }
    self.shadowRadius = shadowRadius
    self.shadow = shadow
    tiles = (width + Field.tileWidth - 1) / Field.tileWidth
    bounds = Self.bounds(levels, shadowRadius: shadowRadius)
  }

  private static func bounds(_ levels: Field, shadowRadius: Float)
    -> [(whole: Float, gone: Float, unshaded: Float)]
  {
    var bounds: [(whole: Float, gone: Float, unshaded: Float)] = []
    bounds.reserveCapacity((levels.width + Field.tileWidth - 1) / Field.tileWidth * levels.height)
    for row in 0..<levels.height {
      let below = min(row + 1, levels.height - 1)
      for start in stride(from: 0, to: levels.width, by: Field.tileWidth) {
        // A narrower picture's tile holds pixels of the next row, too: the bounds are farther apart
        // then, and still bounds.
        let first = max(0, min(start, levels.width - Field.tileWidth))
        let here = levels.tile(first, row)
        // The first pixel has no left neighbor; the others' are in the pairs of the second tile.
        let beside = levels.tile(first > 0 ? first - 1 : min(1, levels.width - 1), row)
        let beneath = levels.tile(first, below)
        let lowest = here.least
        let highest = -(-here).least
        let across = (here - beside).magnitudes
        let down = (here - beneath).magnitudes
        let steepest = -(-across.replacing(with: down, where: down .> across)).least
        let slope = steepest + 0.001
        // The extremes of what the pixels would give: all three rise with level and slope.
        bounds.append(
          (
            whole: lowest / (1 + slope), gone: (highest + slope) / (1 + slope),
            unshaded: highest + shadowRadius * slope / 2
          ))
      }
    }
    return bounds
  }

  /// What a stretch of a row, or a pixel, shows.
  enum State: Int32 {
    /// Source everywhere.
    case whole
    /// Target everywhere, without shadow.
    case bare
    /// Something else.
    case mixed
  }

  /// The columns of a tile.
  func columns(of tile: Int) -> Range<Int> {
    tile * Field.tileWidth..<min((tile + 1) * Field.tileWidth, width)
  }

  /// What a tile of a row shows at a time; `mixed` when in doubt.
  @inline(__always)
  func state(ofTile tile: Int, _ row: Int, at time: Float) -> State {
    let doubt: Float = 1e-5
    let tileBounds = bounds[row * tiles + tile]
    if time < tileBounds.whole - doubt { return .whole }
    guard time > tileBounds.gone + doubt else { return .mixed }
    let line = min(max(row + shadow.y, 0), height - 1) * tiles
    let columns = columns(of: tile)
    let first = min(max(columns.lowerBound - shadow.x, 0), width - 1) / Field.tileWidth
    let last = min(max(columns.upperBound - 1 - shadow.x, 0), width - 1) / Field.tileWidth
    let unshaded = max(bounds[line + first].unshaded, bounds[line + last].unshaded)
    return time > unshaded + doubt ? .bare : .mixed
  }

  /// What the pixels of a tile show at a time; `mixed` when in doubt, and in tiles whose neighbors or
  /// casters of shadows lie beyond a side.
  @inline(__always)
  func states(inTile tile: Int, _ row: Int, at time: Float, isShaded: Bool) -> SIMD16<Int32> {
    var states = SIMD16(repeating: State.mixed.rawValue)
    let first = tile * Field.tileWidth
    let caster = isShaded ? first - shadow.x : first
    guard first > 0, caster > 0, caster <= width - Field.tileWidth else { return states }
    // More than a half, for rounding: what ``remaining(_:_:at:)`` and ``light(_:_:at:)`` divide.
    let half: Float = 0.5001
    let (level, slope) = heights(first, row)
    let margin = level - (time * (1 + slope) - slope / 2)
    states.replace(with: State.whole.rawValue, where: margin .> half * slope)
    var isBare = margin .< -half * slope
    if isShaded, any(isBare) {
      let (level, slope) = heights(caster, min(max(row &+ shadow.y, 0), height &- 1))
      isBare = isBare .& (time - level .> half * shadowRadius * slope)
    }
    states.replace(with: State.bare.rawValue, where: isBare)
    return states
  }

  /// The heights of a tile, and how steep it is at each of its pixels.
  @inline(__always)
  private func heights(_ first: Int, _ row: Int) -> (level: SIMD16<Float>, slope: SIMD16<Float>) {
    let level = levels.tile(first, row)
    let across = (level - levels.tile(first &- 1, row)).magnitudes
    let down = (level - levels.tile(first, min(row &+ 1, height &- 1))).magnitudes
    return (level, across.replacing(with: down, where: down .> across) + 0.001)
  }

  /// How much of the source is left: 1 until the time comes near the height, 0 soon after.
  @inline(__always)
  func remaining(_ column: Int, _ row: Int, at time: Float) -> Float {
    let slope = slope(column, row)
    return (0.5 + (levels[column, row] - (time * (1 + slope) - slope / 2)) / slope).saturated
  }

  /// How much light falls on the target, from the mask at the place that throws the shadow.
  @inline(__always)
  func light(_ column: Int, _ row: Int, at time: Float) -> Float {
    let column = min(max(column &- shadow.x, 0), width &- 1)
    let row = min(max(row &+ shadow.y, 0), height &- 1)
    let lateness = time - levels[column, row]
    let softness = shadowRadius * slope(column, row)
    return softness > 0 ? (0.5 + lateness / softness).saturated : lateness >= 0 ? 1 : 0
  }

  /// The steepness at a pixel: the greater difference from its left and lower neighbors, never
  /// quite 0.
  @inline(__always)
  private func slope(_ column: Int, _ row: Int) -> Float {
    let here = levels[column, row]
    let left = levels[max(column &- 1, 0), row]
    let below = levels[column, min(row &+ 1, height &- 1)]
    return max((here - left).magnitude, (here - below).magnitude) + 0.001
  }
}

extension SIMD16<Float> {
  /// The numbers without their signs.
  @inline(__always)
  fileprivate var magnitudes: Self { replacing(with: -self, where: self .< 0) }

  /// The least of the numbers.
  @inline(__always)
  fileprivate var least: Float {
    let eight = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    let four = eight.lowHalf.replacing(with: eight.highHalf, where: eight.highHalf .< eight.lowHalf)
    return Swift.min(Swift.min(four.x, four.y), Swift.min(four.z, four.w))
  }
}
