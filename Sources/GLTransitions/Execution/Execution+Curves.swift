internal import TransitionIntrinsics

/// Samples of pictures along curves.
extension Execution {
  private typealias Point = SIMD2<Float>

  @inline(__always)
  private func vector(_ operand: Code.Operand, _ index: Int) -> Vector {
    unsafe registers[Int(operand.offset) &+ index &* Int(operand.stride)]
  }

  /// Quadratic Bézier curves, in shares of the picture.
  private struct Curves {
    var start: (x: Vector, y: Vector)
    var control: (x: Vector, y: Vector)
    var end: (x: Vector, y: Vector)

    /// About their lengths, in texels of a size.
    func length(_ size: Point) -> Vector {
      @inline(__always)
      func distance(_ a: (x: Vector, y: Vector), _ b: (x: Vector, y: Vector)) -> Vector {
        let (x, y) = ((b.x - a.x) * size.x, (b.y - a.y) * size.y)
        return square_roots(x * x + y * y)
      }
      let polygon = distance(start, control) + distance(control, end)
      return (polygon + 2 * distance(start, end)) * (1.0 / 3)
    }

    /// The points at a share of the way, reflected beyond the sides.
    func points(at time: Float) -> (x: Vector, y: Vector) {
      func mirrored(_ a: Vector, _ b: Vector, _ c: Vector) -> Vector {
        let point = a + time * (2 * (b - a) + time * ((a - b) + (c - b)))
        let turns = 0.5 * point + 64
        let rest = 2 * (turns - turns.nearestWhole)
        let turned = rest.replacing(with: -rest, where: rest .< 0)
        return turned.replacing(with: point, where: (point .>= 0) .& (point .<= 1))
      }
      return (mirrored(start.x, control.x, end.x), mirrored(start.y, control.y, end.y))
    }
  }

  private func curves(_ operands: [Code.Operand], _ index: Int) -> Curves {
    // NaN and what is very far away are far away.
    func coordinate(_ number: Int) -> Vector {
      let given = vector(operands[number], index)
      let low = Vector(repeating: -16).replacing(with: given, where: given .> -16)
      return low.replacing(with: 16, where: low .> 16)
    }
    return Curves(
      start: (coordinate(0), coordinate(1)), control: (coordinate(2), coordinate(3)),
      end: (coordinate(4), coordinate(5)))
  }

  /// The samples of short curves, of the picture itself.
  private static let nearCount = 8

  /// Samples the means of a picture along curves, each at points whose times are evenly apart.
  ///
  /// Short curves are seen in the picture itself, longer ones in levels whose texels are about as
  /// large as points lie apart there:
  ///
  ///     length in texels of level 1   0       8        16       36
  ///     seen in                       itself  ···→     levels
  ///     points                        8                12  ···→ 24
  ///
  /// The planes may be where the operands are, so that nothing is stored there before all are read.
  func sampleCurves(
    _ sample: SampleColors<Code.Operand>, _ channels: ChannelSet, into planes: Planes,
    _ vectors: Int
  ) {
    let texels = levels[sample.picture].texels
    let size = texels.size
    let colors = unsafe rows.scratch(0)
    let isNearNeeded = (0..<vectors).contains {
      (curves(sample.operands, $0).length(size) .< 16).isAny
    }
    if isNearNeeded { unsafe sampleNear(sample, channels, into: colors, vectors) }
    unsafe TexelReader.with(texels, rows.texelFootprints) { reader in
      for index in 0..<vectors {
        let curves = curves(sample.operands, index)
        let lengths = curves.length(size)
        // A quarter of the points.
        let most = Vector(repeating: unsafe Float(TexelReader.mostPoints / 4))
        let fours = lengths * (1.0 / 6)
        let counts = fours.replacing(with: most, where: fours .> most).wholeNumber
        for lane in 0..<8 {
          let pixel = index &* 8 &+ lane
          let share = lengths[lane] * 0.125 - 1
          var color = SIMD4<Float>(repeating: 0)
          if share > 0 {
            let (a, b, c) = (
              Point(curves.start.x[lane], curves.start.y[lane]) * size,
              Point(curves.control.x[lane], curves.control.y[lane]) * size,
              Point(curves.end.x[lane], curves.end.y[lane]) * size
            )
            color = unsafe reader.mean(a, b, c, size, count: max(Int(counts[lane]), 2))
          }
          if share < 1 {
            let short = unsafe colors.color(channels, pixel)
            color = share > 0 ? short + (color - short) * share : short
          }
          unsafe colors.store(color, channels, pixel)
        }
      }
    }
    for channel in 0..<4 where channels.contains(ChannelSet(channel)) {
      unsafe planes[channel].update(from: colors[channel], count: 8 * vectors)
    }
  }

  /// Samples the means of the picture itself.
  private func sampleNear(
    _ sample: SampleColors<Code.Operand>, _ channels: ChannelSet, into sum: Planes, _ vectors: Int
  ) {
    let (one, point) = unsafe (rows.scratch(1), rows.scratch(2))
    let (u, v) = unsafe (UnsafeMutableRawPointer(point.red), UnsafeMutableRawPointer(point.green))
    for number in 0..<Self.nearCount {
      let time = (Float(number) + 0.5) / Float(Self.nearCount)
      for index in 0..<vectors {
        let (x, y) = curves(sample.operands, index).points(at: time)
        unsafe u.storeBytes(of: x, toByteOffset: 32 &* index, as: Vector.self)
        unsafe v.storeBytes(of: y, toByteOffset: 32 &* index, as: Vector.self)
      }
      unsafe pictures[sample.picture].sample(
        point.red, point.green, channels, into: one, count: vectors * 8,
        footprints: rows.footprints)
      for channel in 0..<4 where channels.contains(ChannelSet(channel)) {
        let total = unsafe UnsafeMutableRawPointer(sum[channel])
        let added = unsafe UnsafeRawPointer(one[channel])
        for index in 0..<vectors {
          let offset = 32 &* index
          let part =
            unsafe added.load(fromByteOffset: offset, as: Vector.self)
            * (1 / Float(Self.nearCount))
          let before =
            unsafe number == 0
            ? Vector(repeating: 0) : total.load(fromByteOffset: offset, as: Vector.self)
          unsafe total.storeBytes(of: before + part, toByteOffset: offset, as: Vector.self)
        }
      }
    }
  }
}
