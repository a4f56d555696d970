internal import TransitionKit

/// The README's table of transitions: by families, each with its animation in `Examples/gallery`.
enum Gallery {
  private static let columns = 4

  static var text: String {
    let head = [
      "|" + String(repeating: " |", count: 1 + columns),
      "|" + String(repeating: "---|", count: 1 + columns),
    ]
    return (head + Family.allCases.flatMap(rows)).joined(separator: "\n")
  }

  private static func rows(of family: Family) -> [String] {
    let cells = Filters.all.filter { $0.family == family }.map { filter in
      let name = filter.alias
      return "![\(name)](Examples/gallery/\(name).webp)<br>**\(name)**: \(filter.summary)"
    }
    return stride(from: 0, to: cells.count, by: columns).map { first in
      let row = [first == 0 ? "**\(family.rawValue)**" : ""] + cells[first...].prefix(columns)
      return "| " + row.joined(separator: " | ") + " |"
    }
  }
}
