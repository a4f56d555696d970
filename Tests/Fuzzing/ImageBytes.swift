import Foundation
import TestSupport
import TransitionImages
import TransitionSystem

/// Files that may or may not be pictures, read and brought to a small frame.
enum ImageBytes {
  private static let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("dotransition-fuzz-\(ProcessInfo.processInfo.processIdentifier)").path

  /// libvips 8.14 does not free what it keeps of an OpenEXR file that it cannot open, which would
  /// end long runs; the stacks of these leaks are those of any picture, so that no suppression
  /// fits.
  private static let leaking: [UInt8] = [0x76, 0x2f, 0x31, 0x01]

  @Sendable static func take(_ bytes: [UInt8]) {
    if bytes.starts(with: leaking) { return }
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
      preconditionFailure("cannot write \(path)")
    }
    defer { unlink(path) }
    let canvas = Canvas(
      width: 16, height: 9, fit: Fit.allCases[bytes.count % Fit.allCases.count], background: .black)
    guard let file = try? ImageFile(path: Path(path), role: "picture", pixelLimit: 1 << 16),
      let image = try? file.decode(
        keeping: bytes.count % 5 < 2 ? file.sharableProfile(isMixedEncoded: false) : nil),
      let fitted = try? image.fitted(
        to: canvas, format: image.fittedFormat(in: canvas), workingSpace: .linear)
    else { return }
    precondition(file.width == image.width && file.height == image.height)
    precondition(fitted.bitmap.width == canvas.width && fitted.bitmap.height == canvas.height)
    _ = fitted.bitmap.samples
  }
}
