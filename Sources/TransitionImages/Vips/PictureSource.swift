internal import TransitionLibC
internal import TransitionSystem
internal import TransitionVips

/// The bytes of a picture's file, for libvips to read, one thread at a time.
@safe final class PictureSource: Sendable {
  nonisolated(unsafe) let source: UnsafeMutablePointer<VipsSource>
  /// The giver of the bytes if the file cannot seek.
  private let pipe: PipeSource?

  /// - Parameters:
  ///   - file: may be closed afterwards.
  ///   - pipeLimit: the number of bytes that may be read of a file that cannot seek.
  /// - Throws: `file` if the system refuses it.
  init(_ file: File, pipeLimit: Int) throws(ImageFileError) {
    pipe =
      file.size == nil ? try ImageFileError.from(file: PipeSource(file, limit: pipeLimit)) : nil
    let source =
      unsafe pipe.map { unsafe $0.makeSource() } ?? vips_source_new_from_descriptor(file.descriptor)
    guard let source = unsafe source else {
      throw .file(FileError(.read, file.role, file.path, VipsLibrary.errorText()))
    }
    // libvips reads a duplicate of the descriptor, which ffmpeg would inherit.
    _ = unsafe fcntl(source.pointee.parent_object.descriptor, F_SETFD, FD_CLOEXEC)
    unsafe self.source = source
  }

  deinit { unsafe g_object_unref(source) }

  /// The reason why the bytes of a pipe have ended too early.
  var failure: ImageFileError? { pipe?.failure }

  /// What the system knows of the file; `nil` if it does not tell.
  var status: FileStatus? {
    unsafe FileStatus(ofOpen: source.pointee.parent_object.descriptor)
  }

  /// The class of libvips' loader that takes the bytes as they come; `nil` if there is none.
  var loader: String? {
    get throws(ImageFileError) { try VipsModules.found { knownLoader } }
  }

  private var knownLoader: String? {
    if let name = unsafe vips_foreign_find_load_source(source) {
      return unsafe String(cString: name)
    }
    // The words of loaders that do not take it are of no interest. They are forgotten only where
    // there are some: all threads share the words, and another's may be about to be read.
    vips_error_clear()
    return nil
  }

  /// Opens the picture. A vector picture can be opened again.
  ///
  /// - Parameters:
  ///   - scale: by what a vector picture is enlarged; without meaning for others.
  ///   - level: what of the decoder's words is an error.
  /// - Returns: the picture; `nil` if libvips cannot open it.
  func load(scale: Double = 1, failingOn level: VipsFailOn = VIPS_FAIL_ON_ERROR) -> Picture? {
    // Other loaders have no such option.
    let image = unsafe scale == 1 ? shim_load(source, level) : shim_load_vectors(source, scale)
    return unsafe image.map { unsafe Picture(owning: $0) }
  }

  /// Whether the first bytes are these.
  func starts(with bytes: [UInt8]) -> Bool {
    guard let start = unsafe vips_source_sniff(source, bytes.count) else {
      vips_error_clear()
      return false
    }
    return unsafe UnsafeRawBufferPointer(start: start, count: bytes.count).elementsEqual(bytes)
  }

  /// The header of a file of a type; `nil` if there is nothing to check.
  ///
  /// Called before ``load(scale:)``: to read the start once more would confuse a loader that has
  /// begun.
  func header(of type: PictureType) -> (any FormatHeader)? {
    guard let format = type.header else { return nil }
    defer { rewind() }
    return format.init(read: Self.inPieces(bytes))
  }

  /// The reason not to load a file of a header, in a sentence; `nil` if there is none.
  func defect(_ header: any FormatHeader, pixelLimit: Int?) -> String? {
    defer { rewind() }
    return header.defect ?? header.defect(pixelLimit: pixelLimit ?? .max, read: bytes)
  }

  private func rewind() { if unsafe vips_source_rewind(source) != 0 { vips_error_clear() } }

  /// Reads pieces of a file, and gives smaller ones of them: a call of the system takes as long as
  /// thousands of bytes.
  private static func inPieces(_ read: @escaping FileReader) -> FileReader {
    var (piece, start) = ([UInt8](), 0)
    return { offset, count in
      guard offset >= 0, count >= 0 else { return [] }
      if offset < start || offset - start > piece.count - count {
        (piece, start) = (read(offset, max(count, 4096)), offset)
      }
      return Array(piece[(offset - start)...].prefix(count))
    }
  }

  /// So many bytes from an offset, or fewer at the end of the file.
  private func bytes(from offset: Int, count: Int) -> [UInt8] {
    guard unsafe vips_source_seek(source, numericCast(offset), SEEK_SET) >= 0 else {
      vips_error_clear()
      return []
    }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        return unsafe vips_source_read(source, rest.baseAddress, rest.count)
      }
      if read < 0 { vips_error_clear() }
      guard read > 0 else { break }
      filled += Int(read)
    }
    return Array(bytes.prefix(filled))
  }
}
