internal import TransitionKit
internal import TransitionSystem

/// Remarks on a show, each beside the item or the step that it names.
struct PageRemarks {
  /// Those that name none.
  private(set) var general: [String] = []
  private(set) var ofItem: [Int: [String]] = [:]
  /// Those on steps, or on the looks that a page shows instead.
  private(set) var ofStep: [Int: [String]] = [:]

  init(_ remarks: [String], on show: Show) {
    let lines = show.items.map { item in
      item.position.map { "\($0.list?.description ?? "stdin"):\($0.line):" }
    }
    let names = show.items.map(\.picture.name.description)
    let filters =
      show.looks.isEmpty
      ? show.filters : show.looks.map { show.transitions[$0.transition].filter }
    let starts = filters.map { filter in
      [filter.shortName, filter.displayName].flatMap { [$0 + ":", $0 + " "] }
    }
    // Threads may have made them in any order.
    for remark in remarks.sorted() {
      let text =
        remark.hasPrefix("warning: ") ? String(remark.dropFirst("warning: ".count)) : remark
      let item =
        lines.firstIndex { line in line.map(text.hasPrefix) ?? false }
        ?? names.firstIndex { Self.isNamed($0, in: text) }
      if let item {
        ofItem[item, default: []].append(remark)
      } else if let step = starts.firstIndex(where: { $0.contains(where: text.hasPrefix) }) {
        ofStep[step, default: []].append(remark)
      } else {
        general.append(remark)
      }
    }
  }

  /// Whether a text has a name in it, and not as a part of another one.
  private static func isNamed(_ name: String, in text: String) -> Bool {
    text.ranges(of: name).contains { range in
      let before = text[..<range.lowerBound].last
      let after = text[range.upperBound...].first
      return (before.map(\.isWhitespace) ?? true)
        && (after.map { $0.isWhitespace || ":;,".contains($0) } ?? true)
    }
  }
}
