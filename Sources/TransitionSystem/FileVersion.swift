internal import TransitionLibC

/// The version of a file's content, by which it is told from others of its name: its size, and when it
/// was written. A copy that keeps times is the same version.
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
  /// When it was written, in local time, as EXIF writes times, with a fraction of nine digits:
  /// `2024:05:31 18:03:59.000000000`.
  public var localTime: String {
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return "" }
    func digits(_ number: some BinaryInteger, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let date = unsafe [
      digits(parts.tm_year + 1900, 4), digits(parts.tm_mon + 1, 2), digits(parts.tm_mday, 2),
    ]
    let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits($0, 2) }
    return date.joined(separator: ":") + " " + clock.joined(separator: ":") + "."
      + digits(nanoseconds, 9)
  }

  /// Size, seconds and nanoseconds.
  public var numbers: [Int64] { [size, seconds, nanoseconds] }

  /// Makes a version of its ``numbers``; `nil` if they are none.
  public init?(_ numbers: some Collection<Int64>) {
    let numbers = Array(numbers)
    guard numbers.count == 3, (0..<1_000_000_000).contains(numbers[2]) else { return nil }
    (size, seconds, nanoseconds) = (numbers[0], numbers[1], numbers[2])
  }
}
