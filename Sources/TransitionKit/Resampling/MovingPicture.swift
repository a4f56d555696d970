/// A picture that is shown at changing sizes.
///
/// Its frames may be drawn in any order and by several threads at once. Each is the same whatever
/// else is drawn.
///
/// Frames are read from the picture itself if none has many more of its pixels than it can show,
/// and else from a picture that is reduced once. It depends on the whole path, so that details look
/// the same in all frames: the widest frame has 1.5 of its pixels to one of its own, or more where
/// the tightest one would have fewer than 1.25. If that is more than three times 1.25, there are
/// two pictures, one for wide frames and one for tight ones. Within a quarter octave one is blended
/// into the other.
public struct MovingPicture: Sendable {
  private let path: RegionPath
  private let width, height: Int
  private let reader: Reader

  // Not an existential: those of generic types are not specialized.
  private enum Reader {
    case fixed(PathReader<Int16>)
    case float(PathReader<Float>)
  }

  /// Reads the part of a picture that a path passes, for frames of a size, and reduces it once if
  /// it is far too large for them.
  ///
  /// - Parameters:
  ///   - bitmap: the picture. It is not kept if frames are read from smaller ones.
  ///   - path: the way; its regions lie in the picture and have the aspect of the frames.
  ///   - width: pixels across, of the frames, at least 1.
  ///   - height: pixels down, at least 1.
  public init(_ bitmap: Bitmap, along path: RegionPath, width: Int, height: Int) {
    (self.path, self.width, self.height) = (path, width, height)
    reader =
      FixedCoder.suffices(for: bitmap.format, bitmap.workingSpace)
      ? .fixed(PathReader(bitmap, path, width, height))
      : .float(PathReader(bitmap, path, width, height))
  }

  /// The frame at a share of the way, 0...1, in the format and the working space of the picture.
  public func bitmap(at share: Double) -> Bitmap {
    let region = path.region(at: share)
    return switch reader {
    case .fixed(let reader): reader.bitmap(of: region, width: width, height: height)
    case .float(let reader): reader.bitmap(of: region, width: width, height: height)
    }
  }
}

/// The pictures that the frames of a path are read from.
private struct PathReader<Number: ResampledNumber>: Sendable {
  private let format: PixelFormat
  private let workingSpace: WorkingSpace
  private let factors: ReductionFactors
  private let kernelWidth: KernelWidth
  private let near: ResampledPicture<Number>
  private let far: ResampledPicture<Number>?

  init(_ bitmap: Bitmap, _ path: RegionPath, _ width: Int, _ height: Int) {
    let ends = [path.from, path.to].sorted { $0.width < $1.width }
    let ratios = ends.map { $0.ratio(width: width, height: height) }
    let factors = ReductionFactors(tightest: ratios[0], widest: ratios[1])
    (format, workingSpace, self.factors) = (bitmap.format, bitmap.workingSpace, factors)
    // What rests has no motion to be even.
    let kernelWidth: KernelWidth = path.from == path.to ? .sharp : .even
    self.kernelWidth = kernelWidth
    /// The picture for the path from an end to a ratio, or all of it.
    func picture(_ factor: Double, from end: Int, to ratio: Double?) -> ResampledPicture<Number> {
      guard factor > 1 else { return ResampledPicture(bitmap) }
      let (first, last) = (ratios[end], ratios[1 - end])
      // Ratios are linear in the same number as edges.
      let part = ratio.map { (($0 - first) / (last - first)).saturated } ?? 1
      let bounds = RegionPath(from: ends[end], to: mix(ends[end], ends[1 - end], part)).bounds
      let reach =
        ResamplingKernel.catmullRom.reach * kernelWidth(max(first, ratio ?? last) / factor)
      return ResampledPicture(bitmap, reducedBy: factor, bounds, reach: reach + 2)
    }
    near = picture(factors.near, from: 0, to: factors.far?.crossing.upperBound)
    far = factors.far.map { picture($0.factor, from: 1, to: $0.crossing.lowerBound) }
  }

  func bitmap(of region: PictureRegion, width: Int, height: Int) -> Bitmap {
    let coder = Number.Coder(format, workingSpace)
    let share = factors.farShare(at: region.ratio(width: width, height: height))
    func resampler(_ picture: ResampledPicture<Number>) -> RowResampler<Number> {
      picture.resampler(
        coder, channels: format.channels, kernelWidth, region, width: width, height: height)
    }
    let (first, second) = (share < 1 ? near : far ?? near, share > 0 && share < 1 ? far : nil)
    return Bitmap(
      drawing: resampler(first), second.map { (resampler($0), share) }, width: width,
      height: height, format, workingSpace, coder)
  }
}
