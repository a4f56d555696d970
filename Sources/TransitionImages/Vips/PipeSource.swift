internal import TransitionLocks
internal import TransitionSystem
internal import TransitionVips

/// A source of libvips whose bytes come from what cannot seek, such as a pipe, up to a limit.
///
/// libvips keeps what it may need again, in a buffer; when memory runs out, its growth ends the
/// process.
final class PipeSource: Sendable {
  private let file: File
  private let limit: Int
  private let progress = Monitor(Progress())

  private struct Progress {
    /// The bytes that have been read.
    var count = 0
    /// The count at which memory is looked at again.
    var nextCheck = 1 << 24
    var failure: ImageFileError?
  }

  /// The reason why reading has ended, if it was not the end of the bytes.
  var failure: ImageFileError? { progress.withLock { $0.failure } }

  /// - Parameters:
  ///   - file: may be closed afterwards.
  ///   - limit: the number of bytes that may be read.
  /// - Throws: what the system says if it has no descriptor left.
  init(_ file: File, limit: Int) throws(FileError) {
    self.file = try file.duplicated()
    self.limit = limit
  }

  deinit { file.close() }

  /// The source, whose reader keeps this object; `nil` if libvips cannot make one.
  func makeSource() -> UnsafeMutablePointer<VipsSource>? {
    vips_pipe_read_limit_set(-1)
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    return unsafe shim_source(
      { _, buffer, length, context in
        guard let context = unsafe context else { return -1 }
        let source = unsafe Unmanaged<PipeSource>.fromOpaque(context).takeUnretainedValue()
        return unsafe source.read(
          into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(length)))
      },
      context,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<PipeSource>.fromOpaque(context).release()
        }
      })
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int64 {
    guard failure == nil else { return -1 }
    do throws(FileError) {
      let bytes = try unsafe file.readSome(into: buffer)
      return progress.withLock { progress in
        progress.count += bytes
        progress.failure = check(&progress)
        return progress.failure == nil ? Int64(bytes) : -1
      }
    } catch {
      progress.withLock { $0.failure = .file(error) }
      return -1
    }
  }

  /// Returns the reason why no more can be read; `nil` if there is none.
  private func check(_ progress: inout Progress) -> ImageFileError? {
    let count = progress.count
    guard count <= limit else {
      return .refused(
        role: file.role, path: file.path,
        detail: "more than \(limit) bytes come from a pipe: give a file instead")
    }
    guard count >= progress.nextCheck else { return nil }
    // The buffer, and the next one of twice the size, until the count has doubled.
    progress.nextCheck = 2 * count
    return Memory.allows(6 * count) ? nil : .outOfMemory(megabytes: 6 * count >> 20)
  }
}
