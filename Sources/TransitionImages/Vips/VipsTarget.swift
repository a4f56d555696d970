internal import TransitionSystem
internal import TransitionVips

/// A file that an encoder of libvips writes. It remembers the first thing to go wrong, since the
/// encoders of TIFF and GIF do not tell of everything that has not been written.
final class VipsTarget {
  private let file: File
  private var failure: FileError?

  init(_ file: File) { self.file = file }

  /// Encodes an image as a file of a type, named by its suffix and `[options]`.
  func save(_ picture: Picture, as suffix: String) throws(ImageFileError) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    guard
      let target = unsafe shim_target(
        { _, bytes, count, context in
          unsafe VipsTarget.call(context) { file throws(FileError) in
            try unsafe file.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            return count
          }
        },
        { _, buffer, count, context in
          unsafe VipsTarget.call(context) { file throws(FileError) in
            Int64(
              try unsafe file.readSome(
                into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))))
          }
        },
        { _, offset, origin, context in
          unsafe VipsTarget.call(context) { file throws(FileError) in
            try file.seek(by: offset, from: origin)
          }
        }, context)
    else { throw .library(VipsLibrary.errorText()) }
    defer { unsafe g_object_unref(target) }
    let status = withExtendedLifetime(self) { unsafe shim_save(picture.image, suffix, target) }
    if let failure { throw .file(failure) }
    guard status == 0 else {
      throw .file(FileError(.write, file.role, file.path, VipsLibrary.errorText()))
    }
  }

  /// Does what libvips asks for, in the way in which it takes results and errors.
  private static func call(
    _ context: UnsafeMutableRawPointer?, _ body: (File) throws(FileError) -> Int64
  ) -> Int64 {
    guard let context = unsafe context else { return -1 }
    let target = unsafe Unmanaged<VipsTarget>.fromOpaque(context).takeUnretainedValue()
    do throws(FileError) {
      return try body(target.file)
    } catch {
      if target.failure == nil { target.failure = error }
      return -1
    }
  }
}
