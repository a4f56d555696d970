internal import TransitionKit

/// The table of all filters for the README, in Markdown: facts from the declarations, pictures from
/// `Examples/gallery.sh`.
enum Gallery {
  static var text: String {
    (["| transition | what one sees |", "|---|---|"]
      + Filters.all.map(row)).joined(separator: "\n")
  }

  /// Where the picture of a filter is, from the top of the repository.
  static func picture(of filter: Filter) -> String {
    "Examples/gallery/\(filter.alias).webp"
  }

  private static func row(_ filter: Filter) -> String {
    let options = filter.parameters.map { "`--\($0.option)`" }.joined(separator: " ")
    let image = "![\(filter.displayName) in five frames](\(picture(of: filter)))"
    let sight = [image, filter.summary] + (options.isEmpty ? [] : [options])
    return "| `\(filter.alias)`<br>\(filter.name) | \(sight.joined(separator: "<br>")) |"
  }
}
