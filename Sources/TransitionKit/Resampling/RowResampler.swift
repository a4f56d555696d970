/// A region of a picture in another size, drawn row by row from the top: first down, then across.
@safe struct RowResampler<Number: ResampledNumber> {
  private let source: SampleSource<Number>
  private let coder: Number.Coder
  private let channels: Int
  private let rows: Taps<Number>
  private let weights: [Number]
  private let taps: Int
  /// The columns of the source that weigh anywhere.
  private let columns: Range<Int>
  /// For each column of the result, the index of the first number that weighs among those of
  /// `columns`.
  private let starts: [Int32]
  /// The rows of a picture that were decoded last.
  private let ring: SamplePlane<Number>?
  /// How many rows of it are decoded, or were not needed.
  private var decoded = 0
  private let line: SamplePlane<Number>
  /// The pixels of a row of a frame, before they are decoded.
  private let pixels: ByteStorage?

  /// Makes a resampler.
  ///
  /// - Parameters:
  ///   - source: the picture.
  ///   - coder: decodes it if it is no plane.
  ///   - channels: the numbers of a pixel.
  ///   - kernel: the weights.
  ///   - kernelWidth: how wide the kernel is.
  ///   - region: what the result shows; need not lie in the picture.
  ///   - width: columns of the result.
  ///   - height: rows of the result.
  init(
    _ source: SampleSource<Number>, _ coder: Number.Coder, channels: Int,
    _ kernel: ResamplingKernel, _ kernelWidth: KernelWidth, _ region: PictureRegion, width: Int,
    height: Int
  ) {
    let across = Taps<Number>(
      kernel, kernelWidth, origin: region.x, extent: region.width, count: width,
      limit: source.width)
    rows = Taps(
      kernel, kernelWidth, origin: region.y, extent: region.height, count: height,
      limit: source.height)
    let columns = across.range
    self.source = source
    self.coder = coder
    self.channels = channels
    self.columns = columns
    weights = across.weights
    taps = across.length
    starts = across.starts.map { ($0 - Int32(columns.lowerBound)) * Int32(channels) }
    line = SamplePlane(width: columns.count, height: 1, channels: channels)
    ring =
      switch source {
      case .bitmap, .frame:
        SamplePlane(width: columns.count, height: rows.samples, channels: channels)
      case .plane: nil
      }
    pixels =
      switch source {
      case .frame(let frame): ByteStorage(byteCount: columns.count * frame.format.bytesPerPixel)
      case .bitmap, .plane: nil
      }
  }

  /// Stores the numbers of a row of the result.
  ///
  /// - Parameters:
  ///   - row: its index, greater than that of the call before.
  ///   - output: has ``SamplePlane/spare`` numbers more than the row.
  mutating func draw(_ row: Int, into output: UnsafeMutablePointer<Number>) {
    let (channels, taps) = (channels, taps)
    unsafe withSums(ofRow: row) { line, starts, weights in
      unsafe Number.sumPixels(
        line, channels: channels, starts: starts, weights: weights, taps: taps, into: output)
    }
  }

  /// Stores the pixels of a row of the result in a picture.
  ///
  /// - Parameters:
  ///   - row: its index, greater than that of the call before.
  ///   - sums: has ``SamplePlane/spare`` numbers more than the row.
  ///   - output: takes the pixels.
  mutating func draw(
    _ row: Int, sums: UnsafeMutablePointer<Number>, encodedInto output: UnsafeMutableRawPointer
  ) {
    let (channels, taps, coder) = (channels, taps, coder)
    unsafe withSums(ofRow: row) { line, starts, weights in
      unsafe Number.encodePixels(
        line, channels: channels, starts: starts, weights: weights, taps: taps, coder, sums: sums,
        into: output)
    }
  }

  /// Gives the sums down to a row of the result, and the starts and weights of its pixels among
  /// them.
  @inline(__always)
  private mutating func withSums(
    ofRow row: Int,
    _ use: (UnsafePointer<Number>, UnsafeBufferPointer<Int32>, UnsafePointer<Number>) -> Void
  ) {
    let start = Int(rows.starts[row])
    var pointers: [UnsafePointer<Number>] = unsafe []
    for tap in 0..<rows.length {
      // A weight that pads the others is 0, whatever the row.
      let sourceRow = start + min(tap, rows.samples - 1)
      unsafe pointers.append(numbers(ofRow: sourceRow))
    }
    let line = unsafe line.row(0)
    unsafe pointers.withUnsafeBufferPointer { pointers in
      unsafe rows.weights.withUnsafeBufferPointer { weights in
        guard let weights = weights.baseAddress else { return }
        unsafe Number.sumRows(
          pointers, weights + row * rows.length, count: columns.count * channels, into: line)
      }
    }
    unsafe starts.withUnsafeBufferPointer { starts in
      unsafe weights.withUnsafeBufferPointer { weights in
        guard let weights = weights.baseAddress else { return }
        unsafe use(line, starts, weights)
      }
    }
  }

  /// The numbers of the columns that weigh in a row of the source, which is not above those before.
  private mutating func numbers(ofRow row: Int) -> UnsafePointer<Number> {
    if case .plane(let plane) = source {
      return unsafe UnsafePointer(plane.row(row) + columns.lowerBound * channels)
    }
    guard let ring else { return unsafe UnsafePointer(line.row(0)) }
    let slot = unsafe ring.row(row % ring.height)
    if row >= decoded {
      if let input = unsafe address(ofRow: row) {
        unsafe coder.decode(input, pixels: columns.count, into: slot)
      }
      decoded = row + 1
    }
    return unsafe UnsafePointer(slot)
  }

  /// The pixels of the columns that weigh in a row of a picture or a frame.
  private func address(ofRow row: Int) -> UnsafeRawPointer? {
    switch source {
    case .plane: return nil
    case .bitmap(let bitmap):
      return unsafe bitmap.address(column: columns.lowerBound, row: row)
    case .frame(let frame):
      guard let pixels else { return nil }
      unsafe frame.fill(columns, row, pixels.base)
      return unsafe UnsafeRawPointer(pixels.base)
    }
  }
}
