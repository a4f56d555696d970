internal import TransitionLibC

/// Waiting for descriptors.
enum Poll {
  /// Waits until one of some descriptors can be read, or has ended.
  ///
  /// - Returns: the first one of them; `nil` if none can after some time.
  static func wait(for descriptors: [Int32], atMost limit: Duration?) -> Int32? {
    var ends = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // Rounded up: a wait of no time would be asked for again and again.
    let milliseconds = limit.map { max(0, Int32(clamping: Int($0 / .milliseconds(1)) + 1)) } ?? -1
    let count = File.uninterrupted { unsafe poll(&ends, nfds_t(ends.count), milliseconds) }
    guard count > 0 else { return nil }
    return ends.first { $0.revents != 0 }?.fd
  }
}
