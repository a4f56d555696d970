import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import GLTransitions

/// A folder with the transitions of gl-transitions.com and Mesa's pictures of them.
private enum Collection {
  static let folder = Repository.root + "/../shared/gl"

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder + "/transitions")
    return (files ?? []).filter { $0.hasSuffix(".glsl") }.map { String($0.dropLast(5)) }.sorted()
  }()
}

/// Compares the transitions of gl-transitions.com with Mesa's pictures of them.
@Suite(.enabled(if: !Collection.names.isEmpty, "needs the collection of gl-transitions.com"))
struct CollectionTests {
  private static func picture(_ name: String) throws -> Bitmap {
    let picture = try Bitmap(readingFrom: "\(Collection.folder)/\(name).png")
    return Bitmap(
      width: picture.width, height: picture.height, format: picture.format, workingSpace: .srgb,
      samples: picture.samples)
  }

  /// Noise made of positions differs with their last bits, and Mesa's are not exact.
  private static func isNoise(_ name: String) -> Bool {
    let source =
      (try? String(contentsOfFile: "\(Collection.folder)/transitions/\(name).glsl", encoding: .utf8))
      ?? ""
    return source.contains(/sin\s*\(/) && source.contains(/\d{4,}\.\d|\d{5,}/)
  }

  @Test(arguments: Collection.names.filter { !isNoise($0) })
  func `draws a row as Mesa does`(_ name: String) throws {
    let path = "\(Collection.folder)/transitions/\(name).glsl"
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    let program = try GLProgram(source: bytes)
    let inputs = Inputs(source: try Self.picture("from"), target: try Self.picture("to"))
    let map = try Self.picture("luma")
    let samplers = program.uniforms.filter { $0.kind == .picture }.map { ($0.name, map) }
    let transition = try Shaders.transition(
      program, pictures: Dictionary(uniqueKeysWithValues: samplers))
    let frame = transition.frame(at: 0.5, of: inputs) { Issue.record("\($0)") }
    var drawn = [UInt8](repeating: 0, count: frame.width * frame.format.bytesPerPixel)
    var span = drawn.mutableSpan
    var raw = unsafe span.mutableBytes
    frame.render(columns: 0..<frame.width, row: 31, into: &raw)
    let expected = try Self.picture("expected/\(name)")
    // Three frames side by side, the middle one at this time.
    let start = (31 * expected.width + frame.width) * 3
    let row = expected.samples[start..<start + frame.width * 3]
    let differences = zip(drawn, row).map { abs(Int($0) - Int($1)) }
    // A border between two colors may be a pixel off.
    #expect(differences.filter { $0 > 8 }.count <= 9, "\(differences)")
    #expect(differences.map { min($0, 8) }.reduce(0, +) * 2 <= differences.count)
  }
}
