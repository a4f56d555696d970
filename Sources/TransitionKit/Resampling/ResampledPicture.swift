/// A source of regions of a picture: the picture itself, or a part of it, reduced once.
struct ResampledPicture<Number: ResampledNumber>: Sendable {
  private let source: SampleSource<Number>
  /// The pixels of the whole picture to one of this one.
  private let scale: (x: Double, y: Double)
  /// Where this one begins, in its own pixels.
  private let origin: (x: Double, y: Double)

  /// The picture itself.
  init(_ bitmap: Bitmap) { self.init(.bitmap(bitmap)) }

  /// A frame, whose rows are drawn once for all rows that are made of them.
  init(_ frame: Frame) { self.init(.frame(frame)) }

  private init(_ source: SampleSource<Number>) {
    self.source = source
    scale = (1, 1)
    origin = (0, 0)
  }

  /// A part of a picture, reduced with Lanczos' kernel.
  ///
  /// - Parameters:
  ///   - bitmap: the picture.
  ///   - factor: how many times smaller it becomes, or a little less: its edges are edges of
  ///     pixels.
  ///   - part: what is to be seen of it.
  ///   - reach: the pixels around the part that a kernel reads, in those of the reduced picture.
  init(_ bitmap: Bitmap, reducedBy factor: Double, _ part: PictureRegion, reach: Double) {
    func axis(_ limit: Int, _ start: Double, _ extent: Double) -> (Double, Range<Int>) {
      let whole = min(max(1, Int((Double(limit) / factor).rounded(.up))), limit)
      let scale = Double(limit) / Double(whole)
      func index(_ edge: Double) -> Int { Int(edge > 0 ? min(edge, Double(whole)) : 0) }
      let first = min(index((start / scale - reach).rounded(.down)), whole - 1)
      let end = max(index(((start + extent) / scale + reach).rounded(.up)), first + 1)
      return (scale, first..<end)
    }
    let (x, columns) = axis(bitmap.width, part.x, part.width)
    let (y, rows) = axis(bitmap.height, part.y, part.height)
    scale = (x, y)
    origin = (Double(columns.lowerBound), Double(rows.lowerBound))
    let channels = bitmap.format.channels
    let region = PictureRegion(
      x: origin.x * x, y: origin.y * y, width: Double(columns.count) * x,
      height: Double(rows.count) * y)
    var resampler = RowResampler<Float>(
      .bitmap(bitmap), FloatCoder(bitmap.format, bitmap.workingSpace), channels: channels,
      .lanczos3, .sharp, region, width: columns.count, height: rows.count)
    let line = SamplePlane<Float>(width: columns.count, height: 1, channels: channels)
    let plane = SamplePlane<Number>(width: columns.count, height: rows.count, channels: channels)
    for row in 0..<rows.count {
      unsafe resampler.draw(row, into: line.row(0))
      unsafe Number.store(line.row(0), count: columns.count * channels, into: plane.row(row))
    }
    source = .plane(plane)
  }

  /// The rows of a region of the whole picture in a size.
  func resampler(
    _ coder: Number.Coder, channels: Int, _ kernelWidth: KernelWidth, _ region: PictureRegion,
    width: Int, height: Int
  ) -> RowResampler<Number> {
    let region = PictureRegion(
      x: region.x / scale.x - origin.x, y: region.y / scale.y - origin.y,
      width: region.width / scale.x, height: region.height / scale.y)
    return RowResampler(
      source, coder, channels: channels, .catmullRom, kernelWidth, region, width: width,
      height: height)
  }
}
