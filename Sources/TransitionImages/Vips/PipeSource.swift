internal import TransitionSystem
internal import TransitionVips

/// A source of libvips whose bytes come from what cannot seek, such as a pipe, up to a limit.
///
/// libvips keeps what it may need again, in a buffer whose growth ends the process where memory ends.
final class PipeSource: @unchecked Sendable {
  private let file: File
  private let limit: Int
  private var count = 0
  /// The count at which memory is looked at again.
  private var nextCheck = 1 << 24
  /// What made reading end, if it was not the end of the bytes.
  private(set) var failure: ImageFileError?

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
      count += bytes
      if count > limit {
        failure = .refused(
          role: file.role, path: file.path,
          detail: "more than \(limit) bytes come from a pipe: give a file instead")
      } else if count >= nextCheck {
        // The buffer, and the next one of twice the size, until the count has doubled.
        nextCheck = 2 * count
        if !Memory.allows(6 * count) { failure = .outOfMemory(megabytes: 6 * count >> 20) }
      }
      return failure == nil ? Int64(bytes) : -1
    } catch {
      failure = .file(error)
      return -1
    }
  }
}
