internal import CVips

/// A file that an encoder of libvips writes, and that remembers the first thing to go wrong with
/// it: those of TIFF and GIF do not tell of everything that has not been written.
final class FileTarget {
  private let descriptor: Int32
  private var failure: ImageFileError?

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Encodes an image as files of a type, named by its suffix and `[options]`.
  ///
  /// - Throws: `unwritable`, or `library` if there is no target.
  func save(_ picture: Picture, as suffix: String) throws(ImageFileError) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    guard
      let target = unsafe shim_target(
        { _, bytes, count, context in
          unsafe FileTarget.call(context) { file throws(ImageFileError) in
            try unsafe Libc.writeAll(
              UnsafeRawBufferPointer(start: bytes, count: Int(count)), to: file.descriptor)
            return count
          }
        },
        { _, buffer, count, context in
          unsafe FileTarget.call(context) { file throws(ImageFileError) in
            try unsafe Libc.readSome(
              into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)),
              from: file.descriptor)
          }
        },
        { _, offset, origin, context in
          unsafe FileTarget.call(context) { file throws(ImageFileError) in
            try Libc.seek(file.descriptor, by: offset, from: origin)
          }
        }, context)
    else {
      throw ImageFileError(.library, detail: VipsLibrary.errorText())
    }
    defer { unsafe g_object_unref(target) }
    let status = withExtendedLifetime(self) { unsafe shim_save(picture.image, suffix, target) }
    if let failure { throw failure }
    guard status == 0 else {
      throw ImageFileError(.unwritable, detail: VipsLibrary.errorText())
    }
  }

  /// Does what libvips asks for, in the way in which it takes results and errors.
  private static func call(
    _ context: UnsafeMutableRawPointer?,
    _ body: (FileTarget) throws(ImageFileError) -> Int64
  ) -> Int64 {
    guard let context = unsafe context else { return -1 }
    let file = unsafe Unmanaged<FileTarget>.fromOpaque(context).takeUnretainedValue()
    do throws(ImageFileError) {
      return try body(file)
    } catch {
      if file.failure == nil { file.failure = error }
      return -1
    }
  }
}
