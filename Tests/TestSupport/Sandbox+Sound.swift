internal import Foundation

extension Sandbox {
  /// The samples in a file of raw 32-bit floats, as ffmpeg writes them with `-f f32le`.
  public func soundSamples(_ name: String) throws -> [Float] {
    let bytes = [UInt8](try bytes(name))
    return stride(from: 0, to: bytes.count - 3, by: 4).map { index in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << (8 * $1) })
    }
  }
}

extension [Float] {
  /// The loudness of some samples, the root of the mean square; those beyond the end do not count.
  public func loudness(from start: Int, count length: Int) -> Float {
    let part = self[Swift.min(start, count)..<Swift.min(start + length, count)]
    let squares = part.reduce(0) { $0 + $1 * $1 }
    return (squares / Float(Swift.max(part.count, 1))).squareRoot()
  }
}
