import Foundation
import Testing

@testable import TransitionCommand

/// JSON with keys in order.
@Suite struct JSONTests {
  @Test(arguments: ["plain", "a\"b\\c", "line\nnext\ttab\r", "\u{1}\u{1F}\u{7F}", "ü写真🎞", ""])
  func `reads back as the text that it was made of`(text: String) throws {
    let json = JSON.array([.string(text), .object([(text, .bool(true))])]).text()
    let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [Any]
    #expect(read?.first as? String == text)
    #expect((read?.last as? [String: Bool])?[text] == true)
  }

  @Test func `writes whole numbers without a period`() {
    #expect(JSON.number(Float(300)).text() == "300")
    #expect(JSON.number(Float(0.1)).text() == "0.1")
    #expect(JSON.number(7).text() == "7")
    #expect(JSON.number(0.5).text() == "0.5")
  }

  @Test func `is indented by two blanks a level, its keys in order`() {
    let json = JSON.object([
      ("z", .array([.number(1), .object([])])), ("a", .array([])),
      ("m", .object([("k", .bool(false))])),
    ])
    #expect(
      json.text() == """
        {
          "z": [
            1,
            {
            }
          ],
          "a": [

          ],
          "m": {
            "k": false
          }
        }
        """)
  }
}
