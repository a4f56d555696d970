/// A text that is drawn as it is: nothing in it is markup, a command, or without end.
package struct PlainText: Sendable, Hashable {
  /// The most characters that are drawn.
  package static let mostCharacters = 2000
  /// The most marks on one letter: more would cover the lines around it.
  private static let mostMarks = 4

  /// Its lines, none of them empty, without blanks at their ends.
  package private(set) var lines: [String] = []
  /// Whether something has been left out of it.
  package private(set) var isCut = false

  /// Takes what can be seen of a text. Blanks of any kind are one blank, other characters that are
  /// commands are left out.
  package init(_ text: String) {
    var line = String.UnicodeScalarView()
    var (marks, count) = (0, 0)
    func end() {
      let words = String(line).split(separator: " ")
      if !words.isEmpty { lines.append(words.joined(separator: " ")) }
      line = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      let category = scalar.properties.generalCategory
      switch category {
      case .nonspacingMark, .enclosingMark: marks += 1
      // What joins letters is no mark, and ends no row of marks.
      case .format: break
      default: marks = 0
      }
      if marks > Self.mostMarks {
        isCut = true
        continue
      }
      guard count < Self.mostCharacters else {
        isCut = true
        break
      }
      count += 1
      if ["\n", "\u{2028}", "\u{2029}"].contains(scalar) {
        end()
      } else if scalar == "\t" || scalar == "\r" {
        line.append(" ")
      } else if category != .control, !scalar.properties.isNoncharacterCodePoint {
        line.append(scalar)
      }
    }
    end()
  }

  /// A text of some lines of another.
  package func lines(_ range: some RangeExpression<Int>) -> PlainText {
    var part = self
    part.lines = Array(lines[range.relative(to: lines.indices)])
    return part
  }

  var text: String { lines.joined(separator: "\n") }

  /// The text as Pango reads it.
  static func markup(_ text: String) -> String {
    var markup = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": markup += "&amp;"
      case "<": markup += "&lt;"
      case ">": markup += "&gt;"
      default: markup.unicodeScalars.append(character)
      }
    }
    return markup
  }
}
