internal import Foundation
public import TransitionKit

/// A picture in the repository that a test's picture must look like.
///
/// A missing one is recorded, and the test fails so that somebody looks at it. After a mismatch,
/// `.build/golden-failures` shows expected, mask and actual side by side, and
/// `RECORD=failed swift test` records the actual one.
public struct GoldenImage: Sendable {
  /// The greatest difference from the recorded picture: other processors and C libraries round
  /// differently.
  public struct Tolerance: Sendable {
    /// The difference of a channel, of 255, that does not count.
    public var perChannel = 2
    /// The share of pixels that may differ by more.
    public var share = 0.005
    /// The difference that none may have.
    public var limit = 40

    /// Makes the usual tolerance.
    public init() {}
  }

  private let name: String
  private let path: String
  private let tolerance: Tolerance

  /// The golden image of a name.
  public init(_ name: String, in folder: String, tolerance: Tolerance = Tolerance()) {
    self.name = name
    self.path = "\(folder)/\(name).png"
    self.tolerance = tolerance
  }

  /// Compares a picture of 8 bits.
  ///
  /// - Returns: what is wrong; `nil` if nothing is.
  public func mismatch(with actual: Bitmap) throws -> String? {
    guard FileManager.default.fileExists(atPath: path) else {
      try record(actual)
      return "\(name): there was no golden image; recorded \(path): look at it"
    }
    let expected = try Bitmap(readingFrom: path)
    guard let difference = difference(expected, actual) else { return nil }
    if ProcessInfo.processInfo.environment["RECORD"] == "failed" {
      try record(actual)
      return "\(name): \(difference); recorded again: look at \(path)"
    }
    return "\(name): \(difference); look at \(try report(expected, actual))"
  }

  private func difference(_ expected: Bitmap, _ actual: Bitmap) -> String? {
    guard expected.format == actual.format, expected.width == actual.width,
      expected.height == actual.height
    else { return "another size or format" }
    let differences = pixelDifferences(expected, actual)
    let greatest = differences.max() ?? 0
    let many = differences.filter { $0 > tolerance.perChannel }.count
    let share = Double(many) / Double(differences.count)
    guard greatest > tolerance.limit || share > tolerance.share else { return nil }
    return "\(many) of \(differences.count) pixels differ, by up to \(greatest) of 255"
  }

  private func pixelDifferences(_ expected: Bitmap, _ actual: Bitmap) -> [Int] {
    let (a, b, channels) = (expected.samples, actual.samples, expected.format.channels)
    return stride(from: 0, to: a.count, by: channels).map { start in
      (start..<start + channels).reduce(0) { max($0, abs(Int(a[$1]) - Int(b[$1]))) }
    }
  }

  private func record(_ actual: Bitmap) throws {
    try? FileManager.default.removeItem(atPath: path)
    try actual.write(to: path, saveOptions: "compression=9,filter=all")
  }

  /// Writes expected, mask and actual side by side.
  private func report(_ expected: Bitmap, _ actual: Bitmap) throws -> String {
    let folder = Repository.root + "/.build/golden-failures"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let report = "\(folder)/\(name).png"
    try? FileManager.default.removeItem(atPath: report)
    var pictures = [expected, actual]
    if expected.format == actual.format, expected.width == actual.width,
      expected.height == actual.height
    {
      let mask = pixelDifferences(expected, actual).flatMap { difference -> [UInt16] in
        let gray = UInt16(difference > tolerance.perChannel ? max(64, difference) : 0)
        return [gray, gray, gray]
      }
      pictures.insert(
        Bitmap(
          width: expected.width, height: expected.height, format: .rgb8, samples: mask),
        at: 1)
    }
    try Bitmap(sideBySide: pictures).write(to: report)
    return report
  }
}

extension Bitmap {
  /// Pictures of 8 bits and one height from left to right, with a white line after each.
  public init(sideBySide pictures: [Bitmap]) {
    let height = pictures[0].height
    var samples: [UInt16] = []
    let columns = pictures.map { ($0.samples, $0.width, $0.format.channels) }
    for row in 0..<height {
      for (picture, width, channels) in columns {
        for pixel in row * width..<(row + 1) * width {
          samples += picture[pixel * channels..<pixel * channels + 3]
        }
        samples += [255, 255, 255]
      }
    }
    self.init(
      width: samples.count / 3 / height, height: height, format: .rgb8, samples: samples)
  }
}
