internal import TransitionLibC

/// The version of a file's content, by which it is told from others of its name: its size, and when
/// it was written. A copy that keeps times is the same version.
public struct FileVersion: Sendable, Hashable {
  /// The number of bytes.
  private let size: Int64
  /// When it was written, since 1970.
  private let seconds: Int64
  private let nanoseconds: Int64

  init(_ status: stat) {
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    seconds = Int64(time.tv_sec)
    nanoseconds = Int64(time.tv_nsec)
  }

  /// Whether a file that is found to be `other` can be this version: where only seconds, or powers
  /// of ten of a second's parts, are kept, a copy's time is cut off.
  public func isKept(by other: FileVersion) -> Bool {
    guard size == other.size, seconds == other.seconds else { return false }
    var unit: Int64 = 1
    while nanoseconds - nanoseconds % unit != other.nanoseconds {
      if unit == 1_000_000_000 { return false }
      unit *= 10
    }
    return true
  }
}

extension FileVersion {
  /// Size, seconds and nanoseconds.
  public var numbers: [Int64] { [size, seconds, nanoseconds] }

  /// Its numbers with blanks between them.
  public var text: String { numbers.map { String($0) }.joined(separator: " ") }

  /// Makes a version of its ``numbers``; `nil` if they are none.
  public init?(_ numbers: some Collection<Int64>) {
    let numbers = Array(numbers)
    guard numbers.count == 3, (0..<1_000_000_000).contains(numbers[2]) else { return nil }
    (size, seconds, nanoseconds) = (numbers[0], numbers[1], numbers[2])
  }
}
