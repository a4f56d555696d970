import Foundation
import Testing

/// Expects each line of a document's Swift examples, but for imports, in a file of tests, where it
/// is compiled.
///
/// - Parameters:
///   - document: the document, from the top of the repository.
///   - file: the file of tests.
/// - Throws: that one of them cannot be read.
public func expectExamples(of document: String, in file: String = #filePath) throws {
  func lines(_ text: some StringProtocol) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }
  let text = try String(contentsOfFile: Repository.root + "/" + document, encoding: .utf8)
  let there = Set(lines(try String(contentsOfFile: file, encoding: .utf8)))
  let examples = text.components(separatedBy: "```swift\n").dropFirst().map {
    $0.components(separatedBy: "```")[0]
  }
  #expect(!examples.isEmpty, "\(document)")
  for line in examples.flatMap(lines) where !line.hasPrefix("import ") {
    #expect(there.contains(line), "\(document): \(line)")
  }
}
