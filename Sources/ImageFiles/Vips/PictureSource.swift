internal import CLibrary
internal import CVips
internal import System

/// The bytes of a picture's file, for libvips to read.
@safe final class PictureSource: @unchecked Sendable {
  let source: UnsafeMutablePointer<VipsSource>
  /// What gives the bytes if the file cannot seek.
  private let pipe: PipeSource?

  /// - Parameters:
  ///   - file: may be closed afterwards.
  ///   - pipeLimit: the number of bytes that may be read of a file that cannot seek.
  /// - Throws: `file` if the system refuses it.
  init(_ file: File, pipeLimit: Int) throws(ImageFileError) {
    do throws(FileError) {
      pipe = file.size == nil ? try PipeSource(file, limit: pipeLimit) : nil
    } catch { throw .file(error) }
    let source =
      unsafe pipe.map { unsafe $0.makeSource() } ?? vips_source_new_from_descriptor(file.descriptor)
    guard let source = unsafe source else {
      throw .file(FileError(.read, file.role, file.path, VipsLibrary.errorText()))
    }
    // libvips reads a duplicate, which programs that this one starts would get.
    _ = unsafe fcntl(source.pointee.parent_object.descriptor, F_SETFD, FD_CLOEXEC)
    unsafe self.source = source
  }

  deinit { unsafe g_object_unref(source) }

  /// Why the bytes of a pipe have ended too early.
  var failure: ImageFileError? { pipe?.failure }

  /// Whether a loader of libvips' own takes the bytes as they come.
  var hasLoader: Bool { unsafe vips_foreign_find_load_source(source) != nil }

  /// Opens the picture, a vector picture as often as one likes.
  ///
  /// - Parameter scale: by what a vector picture is enlarged; without meaning for others.
  /// - Returns: the picture; `nil` if libvips cannot open it.
  func load(scale: Double = 1) -> Picture? {
    // Other loaders have no such option.
    let image = unsafe scale == 1 ? shim_load(source) : shim_load_vectors(source, scale)
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

  /// Whether the file is of libvips' own type.
  var isOfVips: Bool {
    starts(with: [0xB6, 0xA6, 0xF2, 0x08]) || starts(with: [0x08, 0xF2, 0xA6, 0xB6])
  }

  /// What a TIFF file says of its samples; `nil` if the file is none.
  func tiffTags() -> TIFFTags? {
    // Only such a file is read further than its first bytes.
    guard starts(with: [0x49, 0x49]) || starts(with: [0x4D, 0x4D]) else { return nil }
    defer { rewind() }
    return TIFFTags(read: bytes)
  }

  /// What a JPEG XL file says of its picture; `nil` if the file is none.
  func jpegXLHeader() -> JPEGXLHeader? {
    guard JPEGXLHeader.signatures.contains(where: starts) else { return nil }
    defer { rewind() }
    return JPEGXLHeader(read: bytes)
  }

  /// What a portable map says of its picture; `nil` if the file is none.
  func portableMap() -> PortableMap? {
    guard starts(with: [UInt8(ascii: "P")]) else { return nil }
    defer { rewind() }
    return PortableMap(read: bytes)
  }

  /// Whether the file is one of Netpbm's PAM files with alpha whose largest sample is none of 8 or 16
  /// bits.
  func isPAMOfReducedAlpha() -> Bool {
    guard starts(with: Array("P7\n".utf8)) else { return false }
    defer { rewind() }
    let header = String(decoding: bytes(from: 0, count: 4096), as: UTF8.self)
      .split(whereSeparator: \.isNewline).prefix { $0 != "ENDHDR" }
      .map { $0.split(whereSeparator: \.isWhitespace) }
    func value(_ name: Substring) -> Substring? { header.first { $0.first == name }?.last }
    return ["2", "4"].contains(value("DEPTH")) && !["255", "65535"].contains(value("MAXVAL"))
  }

  private func rewind() {
    unsafe vips_source_rewind(source)
    vips_error_clear()
  }

  /// So many bytes from an offset, or fewer at the end of the file.
  private func bytes(from offset: Int, count: Int) -> [UInt8] {
    guard unsafe vips_source_seek(source, numericCast(offset), SEEK_SET) >= 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        return unsafe vips_source_read(source, rest.baseAddress, rest.count)
      }
      guard read > 0 else { break }
      filled += Int(read)
    }
    return Array(bytes.prefix(filled))
  }
}
