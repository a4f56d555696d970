import Foundation
import TestSupport
import Testing

/// Which sources may use what.
@Suite struct ArchitectureTests {
  /// The lines of all sources, by their paths in `Sources`.
  private static let sources: [String: [Substring]] = {
    let folder = Repository.root + "/Sources"
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return Dictionary(
      uniqueKeysWithValues: paths.filter { $0.hasSuffix(".swift") }.map { path in
        let text = try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
        return (path, (text ?? "").split(separator: "\n"))
      })
  }()

  /// The formatter looks at code only.
  @Test(arguments: ["Sources", "Tests", "Examples"])
  func `comments have at most 100 columns`(folder: String) throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Repository.root + "/" + folder)
      .filter { $0.hasSuffix(".swift") }
    #expect(!paths.isEmpty)
    for path in paths {
      let text = try String(contentsOfFile: "\(Repository.root)/\(folder)/\(path)", encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where line.drop(while: { $0 == " " }).hasPrefix("//")
      {
        #expect(line.count <= 100, "\(folder)/\(path):\(index + 1)")
      }
    }
  }

  /// What every sentence has says nothing as a name.
  @Test func `the command has telling names`() throws {
    let sources = Self.sources.filter { path, _ in path.hasPrefix("TransitionCommand/") }
    #expect(sources.count > 100)
    let vague =
      /\b(?:func|let|var|case|struct|enum|class|protocol|typealias) ((?i:told|of|take|taken|facts|doubt|own|said|given)|own[A-Z]\w*)\b/
    for (path, lines) in sources {
      for line in lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        #expect(!line.contains(vague), "\(path): \(line)")
      }
    }
  }

  /// The modules that each source imports.
  private static let imports: [String: Set<Substring>] = {
    let pattern = /^(?:@\w+ )*(?:(?:public|internal|private|package|fileprivate) )?import (\w+)/
    return sources.mapValues { lines in
      let candidates = lines.filter { $0.contains("import ") }
      return Set(
        candidates.compactMap { $0.drop { $0 == " " }.prefixMatch(of: pattern)?.1 })
    }
  }()

  /// The sources that import one of some modules.
  private func importers(of modules: Substring...) -> Set<String> {
    Set(Self.imports.filter { !$0.value.isDisjoint(with: modules) }.keys)
  }

  /// The one file of TransitionKit that may call the C library: for elementary functions.
  private static let functions = "TransitionKit/Geometry/Float+Functions.swift"

  @Test func `transitions know nothing of files, threads or libvips`() {
    #expect(Self.sources.count > 80)
    let outside = importers(
      of: "TransitionLibC", "TransitionLocks", "Dispatch", "Synchronization", "TransitionSystem",
      "TransitionVips", "TransitionDeflate", "TransitionFontconfig", "TransitionJPEG",
      "TransitionZlib")
    #expect(outside.filter { $0.hasPrefix("TransitionKit/") } == [Self.functions])
  }

  /// Its libraries are several times the size of the program, and take a fifth of its start.
  @Test func `nothing needs Foundation`() {
    #expect(importers(of: "Foundation", "FoundationEssentials").isEmpty)
  }

  @Test func `TransitionImages alone uses libvips`() {
    let users = importers(
      of: "TransitionVips", "TransitionDeflate", "TransitionFontconfig", "TransitionJPEG",
      "TransitionZlib")
    #expect(!users.isEmpty && users.allSatisfy { $0.hasPrefix("TransitionImages/") })
  }

  @Test func `the C library is chosen in one file`() {
    #expect(importers(of: "Glibc", "Musl", "Darwin") == ["TransitionLibC/LibC.swift"])
    let choosers = Self.sources.filter { _, lines in
      lines.contains { $0.contains("canImport(") || $0.contains("#if os(") }
    }.keys
    #expect(
      choosers.allSatisfy { $0.hasPrefix("TransitionSystem/") || $0.hasPrefix("TransitionLibC/") })
  }

  /// The modules of this package that each layer may import.
  private static let layers: [String: Set<String>] = [
    "TransitionLibC": [],
    "TransitionLocks": ["TransitionLibC"],
    "TransitionSystem": ["TransitionLibC", "TransitionLocks"],
    "TransitionKit": ["TransitionIntrinsics", "TransitionLibC"],
    "GLTransitions": ["TransitionIntrinsics", "TransitionKit", "TransitionLocks"],
    "TransitionImages": [
      "TransitionDeflate", "TransitionFontconfig", "TransitionJPEG", "TransitionKit",
      "TransitionLibC", "TransitionLocks", "TransitionSystem", "TransitionVips", "TransitionZlib",
    ],
    "TransitionCommand": [
      "GLTransitions", "TransitionImages", "TransitionKit", "TransitionLocks", "TransitionSystem",
    ],
  ]

  @Test(arguments: layers.keys.sorted())
  func `a layer imports only what it may`(layer: String) throws {
    let allowed = try #require(Self.layers[layer])
    let modules = Set(Self.layers.keys).union(allowed).union(Self.layers.values.flatMap(\.self))
    for module in modules.subtracting(allowed) where module != layer {
      #expect(!importers(of: module[...]).contains { $0.hasPrefix(layer + "/") }, "\(module)")
    }
  }
}
