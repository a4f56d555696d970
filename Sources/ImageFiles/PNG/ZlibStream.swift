internal import CISAL

/// Compresses bytes piece by piece into one zlib stream (RFC 1950).
@safe final class ZlibStream {
  private let state: UnsafeMutableRawPointer
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init() throws(ImageFileError) {
    guard let state = unsafe shim_zlib_new() else {
      throw ImageFileError(.library, detail: "out of memory")
    }
    unsafe self.state = state
  }

  deinit { unsafe shim_zlib_free(state) }

  /// Compresses the next bytes, fewer than 4 GB, and appends what is ready.
  func compress(_ input: Span<UInt8>, isLast: Bool, into output: inout [UInt8]) {
    unsafe input.withUnsafeBufferPointer { input in
      unsafe shim_zlib_input(state, input.baseAddress, input.count, isLast ? 1 : 0)
      var count: Int
      repeat {
        count = unsafe buffer.withUnsafeMutableBytes {
          unsafe shim_zlib_output(state, $0.baseAddress, $0.count)
        }
        output += buffer[..<count]
      } while count == buffer.count
    }
  }

  /// CRC-32 as PNG and gzip have it.
  static func crc32(_ bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe crc32_gzip_refl(0, $0.baseAddress, UInt64($0.count))
    }
  }
}
