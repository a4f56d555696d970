/// A number format in which pictures are resampled: `Float`, or `Int16` where that is enough.
///
/// The sums read and write a few numbers more than they are asked for; lines have
/// ``SamplePlane/spare`` numbers to spare at their ends.
protocol ResampledNumber: BitwiseCopyable, Sendable, ExpressibleByIntegerLiteral {
  associatedtype Coder: SampleCoder<Self>

  /// The weights of a sum are padded with zeros to a multiple of this number.
  static var weightGroup: Int { get }

  /// Appends weights whose sum is 1.
  static func append(_ weights: [Double], to list: inout [Self])

  /// Stores the weighted sums of numbers in the same column of several rows.
  ///
  /// - Parameters:
  ///   - rows: as many as weights.
  ///   - weights: a multiple of ``weightGroup``.
  ///   - count: the sums.
  ///   - output: takes the sums.
  static func sumRows(
    _ rows: UnsafeBufferPointer<UnsafePointer<Self>>, _ weights: UnsafePointer<Self>, count: Int,
    into output: UnsafeMutablePointer<Self>)

  /// Stores the weighted sums of pixels side by side.
  ///
  /// - Parameters:
  ///   - line: the pixels.
  ///   - channels: the numbers of a pixel, 3 or 4.
  ///   - starts: for each sum, the index of the first number of its first pixel.
  ///   - weights: for each sum, `taps` weights.
  ///   - taps: the pixels of a sum.
  ///   - output: takes the sums.
  static func sumPixels(
    _ line: UnsafePointer<Self>, channels: Int, starts: UnsafeBufferPointer<Int32>,
    weights: UnsafePointer<Self>, taps: Int, into output: UnsafeMutablePointer<Self>)

  /// Stores the pixels of such sums in a picture: `sums` has room for the sums, and `output` takes
  /// the pixels.
  static func encodePixels(
    _ line: UnsafePointer<Self>, channels: Int, starts: UnsafeBufferPointer<Int32>,
    weights: UnsafePointer<Self>, taps: Int, _ coder: Coder, sums: UnsafeMutablePointer<Self>,
    into output: UnsafeMutableRawPointer)

  /// Stores working values in this format.
  static func store(
    _ values: UnsafePointer<Float>, count: Int, into output: UnsafeMutablePointer<Self>)
}

/// The conversions between the pixels of a format and numbers: working values, premultiplied.
protocol SampleCoder<Number>: Sendable {
  associatedtype Number

  init(_ format: PixelFormat, _ workingSpace: WorkingSpace)

  /// Stores the numbers of pixels side by side.
  func decode(
    _ input: UnsafeRawPointer, pixels: Int, into output: UnsafeMutablePointer<Number>)

  /// Stores the pixels of numbers, limited to what the format holds.
  func encode(_ line: UnsafePointer<Number>, pixels: Int, into output: UnsafeMutableRawPointer)
}
