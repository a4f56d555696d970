internal import TransitionLibC

/// An open file, with its name and its meaning for errors.
public struct File: Sendable {
  /// The number by which the system knows it.
  public let descriptor: Int32
  /// The meaning of the file to whoever works with it: `source image`, `frame`.
  public let role: String
  /// The file's name.
  public let path: Path

  init(descriptor: Int32, role: String, path: Path) {
    (self.descriptor, self.role, self.path) = (descriptor, role, path)
  }

  /// Opens a file that is there; programs that this process starts do not get it.
  init(
    _ role: String, at path: Path, to action: FileError.Action, _ flags: Int32
  ) throws(FileError) {
    let descriptor = Self.uninterrupted { unsafe open(path.cString, flags | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(action, role, path) }
    self.init(descriptor: descriptor, role: role, path: path)
  }

  /// Opens a file to read it.
  public static func read<Result, Failure: FileErrorCarrier>(
    _ role: String, at path: Path, _ body: (File) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let file = try Failure.from(file: File(role, at: path, to: .read, O_RDONLY))
    defer { file.close() }
    guard let status = file.status, status.kind != .folder else {
      throw Failure(FileError(.read, role, path, "Is a directory"))
    }
    return try body(file)
  }

  /// The system's knowledge of it; `nil` if it does not tell.
  public var status: FileStatus? { FileStatus(ofOpen: descriptor) }

  /// The number of bytes, if it can be known: not that of a pipe. Reading begins at the first.
  public var size: Int64? {
    let size = lseek(descriptor, 0, SEEK_END)
    guard size >= 0 else { return nil }
    lseek(descriptor, 0, SEEK_SET)
    return Int64(size)
  }

  /// The file under a descriptor of its own, which stays open until ``close()``.
  public func duplicated() throws(FileError) -> File {
    let copy = Int32(try uninterrupted(.read) { Int(fcntl(descriptor, F_DUPFD_CLOEXEC, 0)) })
    return File(descriptor: copy, role: role, path: path)
  }

  /// Ends a descriptor that ``duplicated()`` has made.
  public func close() { _ = TransitionLibC.close(descriptor) }

  /// Reads what one call gives: nothing at the end.
  public func readSome(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    try uninterrupted(.read) {
      unsafe TransitionLibC.read(descriptor, buffer.baseAddress, buffer.count)
    }
  }

  /// Reads some bytes, fewer only at the end.
  public func read(atMost count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try read(into: &bytes)
    return Array(bytes[..<read])
  }

  /// Reads as many bytes as there is room for, fewer only at the end; tells how many.
  func read(into bytes: inout [UInt8]) throws(FileError) -> Int {
    var span = bytes.mutableSpan
    return try unsafe span.withUnsafeMutableBytes { bytes throws(FileError) in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let count = try unsafe readSome(into: UnsafeMutableRawBufferPointer(rebasing: rest))
        if count == 0 { break }
        unsafe rest = rest.dropFirst(count)
      }
      return unsafe bytes.count - rest.count
    }
  }

  /// Reads to the end, part by part.
  public func forEachPart(_ body: (ArraySlice<UInt8>) throws(FileError) -> Void) throws(FileError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var count = buffer.count
    // A terminal ends but once.
    while count == buffer.count {
      count = try read(into: &buffer)
      try body(buffer[..<count])
    }
  }

  /// Reads to the end; of more than some bytes, it throws that they are too many.
  public func readAll(atMost most: Int = .max) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachPart { part throws(FileError) in
      bytes += part
      guard bytes.count <= most else {
        throw FileError(.read, role, path, "it is larger than \(most >> 20) MB")
      }
    }
    return bytes
  }

  /// Writes all bytes, however many calls that takes.
  public func write(_ bytes: some Collection<UInt8>) throws(FileError) {
    try unsafe Array(bytes).span.withUnsafeBytes { bytes throws(FileError) in
      try unsafe write(bytes)
    }
  }

  /// Writes all bytes, however many calls that takes.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      let count = try uninterrupted(.write) {
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: rest)
        return unsafe TransitionLibC.write(descriptor, bytes.baseAddress, bytes.count)
      }
      unsafe rest = rest.dropFirst(count)
    }
  }

  /// Writes all bytes.
  ///
  /// - Returns: whether the reader is still open. One who has gone away has seen enough, which is
  ///   not an error.
  func send(_ bytes: some Collection<UInt8>) throws(FileError) -> Bool {
    do throws(FileError) {
      try write(bytes)
      return true
    } catch {
      if error.code == EPIPE { return false }
      throw error
    }
  }

  /// Goes to another offset in a file that is being written, some bytes from `SEEK_SET`, `SEEK_CUR`
  /// or `SEEK_END`, and returns it from the start. A file such as a pipe has none.
  public func seek(by offset: Int64, from origin: Int32) throws(FileError) -> Int64 {
    Int64(try uninterrupted(.write) { Int(lseek(descriptor, off_t(offset), origin)) })
  }

  /// Goes to a place, counted from the beginning.
  public func seek(to offset: Int64) throws(FileError) { _ = try seek(by: offset, from: SEEK_SET) }

  /// Calls the system until no signal interrupts it, and the file is ready: whoever started this
  /// process may have told its streams not to wait.
  private func uninterrupted(_ action: FileError.Action, _ call: () -> Int) throws(FileError) -> Int
  {
    while true {
      let result = Self.uninterrupted(call)
      if result >= 0 { return result }
      let error = FileError(action, role, path)
      guard error.code == EAGAIN || error.code == EWOULDBLOCK else { throw error }
      let events = action == .read ? POLLIN : POLLOUT
      var state = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      _ = Self.uninterrupted { unsafe poll(&state, 1, -1) }
    }
  }

  /// Calls the system until no signal interrupts it.
  static func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}
