import Foundation
import TestSupport
import Testing
import TransitionKit

/// The fuzzer's targets, with its seeds and some changes of each: what takes hours finds more, but
/// this runs with every test.
@Suite struct SeedTests {
  private static func seeds(_ target: FuzzTarget) throws -> [[UInt8]] {
    switch target {
    case .images:
      let folder = try TemporaryFolder()
      return try ["png", "tiff", "jpg", "webp", "gif"].map { type in
        let path = folder.file("seed." + type)
        try Bitmap(codedWidth: 5, height: 3, blue: 0.5).write(to: path)
        return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      }
    case .shaders:
      let files = try ["/Examples/shaders/", "/Sources/GLTransitions/Shaders/"].flatMap { folder in
        try FileManager.default.contentsOfDirectory(atPath: Repository.root + folder).sorted()
          .filter { $0.hasSuffix(".glsl") }.map { Repository.root + folder + $0 }
      }
      return try files.map { try [UInt8](Data(contentsOf: URL(fileURLWithPath: $0))) }
    default:
      let path = Repository.root + "/Tests/Fuzzing/Seeds/\(target.rawValue).txt"
      return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .map { Array($0.replacing(target == .lists ? "|" : " ", with: "\n").utf8) }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `holds on its seeds`(_ target: FuzzTarget) throws {
    let seeds = try Self.seeds(target)
    #expect(seeds.count >= 5)
    var random = SplitMix64(seed: 1)
    func next(below limit: Int) -> Int { Int.random(in: 0..<max(limit, 1), using: &random) }
    for seed in seeds {
      target.take(seed)
      for _ in 0..<20 {
        var bytes = seed
        for _ in 0...next(below: 3) {
          let place = next(below: bytes.count)
          switch next(below: 3) {
          case 0: bytes.insert(UInt8(next(below: 256)), at: place)
          case 1: bytes.removeSubrange(place..<min(place + 1 + next(below: 4), bytes.count))
          default: if !bytes.isEmpty { bytes[place] = UInt8(next(below: 256)) }
          }
        }
        target.take(bytes)
      }
    }
  }
}
