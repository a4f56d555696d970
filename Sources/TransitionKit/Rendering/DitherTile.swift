/// Numbers that decide by position whether a sample of 16 bits is rounded up to 8 bits: 0...256,
/// spread as blue noise and evenly over the tile.
///
/// The sum of a sample and its number is divided by 257. A sample that is 257 times a code becomes
/// that code, whichever the number.
///
/// The numbers are kept for the life of the process, as pointers, like ``TransferTables``.
@safe struct DitherTile: @unchecked Sendable {
  /// The numbers in rows, each with its first three again at its end.
  private let numbers: UnsafePointer<UInt16>
  /// The numbers of the samples of rows: of 3 channels, or of 4.
  private let samples: (opaque: UnsafePointer<UInt16>, withAlpha: UnsafePointer<UInt16>)

  static let shared = DitherTile()

  private static let side = BlueNoise.side
  private static let pitch = side + 3
  /// How far the tile is moved for a channel: one tile for all would make rings of gray into noise
  /// of brightness, which is seen better than that of color.
  @inline(__always)
  private static func shift(_ channel: Int) -> (x: Int, y: Int) {
    switch channel {
    case 0: (0, 0)
    case 1: (21, 37)
    case 2: (43, 11)
    default: (11, 53)
    }
  }

  private init() {
    let (side, pitch, ranks) = (Self.side, Self.pitch, BlueNoise.tile.ranks)
    func number(_ column: Int, _ row: Int) -> UInt16 {
      UInt16(ranks[row % side * side + column % side] * 257 / BlueNoise.count)
    }
    func samples(_ channels: Int) -> UnsafePointer<UInt16> {
      let samples = UnsafeMutablePointer<UInt16>.allocate(capacity: side * side * channels)
      for row in 0..<side {
        for sample in 0..<side * channels {
          let shift = Self.shift(sample % channels)
          unsafe samples[row * side * channels + sample] = number(
            sample / channels + shift.x, row + shift.y)
        }
      }
      return unsafe UnsafePointer(samples)
    }
    let numbers = UnsafeMutablePointer<UInt16>.allocate(capacity: side * pitch)
    for row in 0..<side {
      for column in 0..<pitch { unsafe numbers[row * pitch + column] = number(column, row) }
    }
    unsafe self.numbers = UnsafePointer(numbers)
    unsafe self.samples = (samples(3), samples(4))
  }

  /// The codes of four samples of a channel, the first in a column and a row.
  @inline(__always)
  func codes(_ values: SIMD4<UInt32>, channel: Int, column: Int, row: Int) -> SIMD4<UInt32> {
    let shift = Self.shift(channel)
    let (x, y) = (
      (column &+ shift.x) & (Self.side &- 1), (row &+ shift.y) & (Self.side &- 1)
    )
    let four = unsafe UnsafeRawPointer(numbers + (y &* Self.pitch &+ x))
      .loadUnaligned(as: SIMD4<UInt16>.self)
    let sum = values &+ SIMD4<UInt32>(truncatingIfNeeded: four)
    return (sum &- sum &>> 8) &>> 8
  }

  /// Stores the codes of the samples of some pixels of a row, from a column on.
  func reduce(
    _ words: UnsafePointer<UInt16>, pixels: Int, _ format: PixelFormat, column: Int, row: Int,
    into output: UnsafeMutableRawPointer
  ) {
    let period = Self.side * format.channels
    let numbers =
      unsafe (format.hasAlpha ? samples.withAlpha : samples.opaque) + row % Self.side * period
    let codes = unsafe output.assumingMemoryBound(to: UInt8.self)
    var phase = column % Self.side * format.channels
    var start = 0
    while start < pixels * format.channels {
      let count = min(period - phase, pixels * format.channels - start)
      let (word, number, code) = unsafe (words + start, numbers + phase, codes + start)
      for i in 0..<count {
        // In 16 bits, of which processors take eight at once, the sum is too large: its quotient is
        // that of the sample, and one more if the rest and the number come to 257.
        let value = unsafe word[i]
        let quotient = (value &- value &>> 8) &>> 8
        let rest = value &- quotient &* 257
        let isMore = unsafe (rest &+ number[i] &+ 255) &>> 9
        unsafe code[i] = UInt8(truncatingIfNeeded: quotient &+ isMore)
      }
      start += count
      phase = 0
    }
  }

  /// Stores the codes of the samples of some pixels that something else stores in 16 bits.
  @inline(__always)
  func reduce(
    pixels: Int, _ format: PixelFormat, column: Int, row: Int,
    into output: UnsafeMutableRawPointer, _ store: (UnsafeMutableRawPointer) -> Void
  ) {
    let samples = pixels * format.channels
    unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: samples) { words in
      guard let first = words.baseAddress else { return }
      unsafe store(UnsafeMutableRawPointer(first))
      unsafe reduce(first, pixels: pixels, format, column: column, row: row, into: output)
    }
  }
}
