internal import TransitionKit

/// The README's table of transitions, in Markdown.
///
/// Facts come from the declarations; `Examples/gallery.sh` renders the animations with the options
/// that the table shows.
enum Gallery {
  static var text: String {
    (["| | transition |", "|---|---|"] + Filters.all.map(row)).joined(separator: "\n")
  }

  /// Where the animation of a filter is, from the top of the repository.
  static func picture(of filter: Filter) -> String {
    "Examples/gallery/\(filter.alias).webp"
  }

  /// The options of the animations. Lengths are shares of the frame, to look alike at any size.
  private static let options = [
    "accordionfold": "--fit none --background skyblue --numberoffolds 4 --foldshadowamount 0.4",
    "barsswipe": "--width 6% --baroffset 3%",
    "copymachine": "--width 25%",
    "disintegratewithmask": "--shadowoffset 0,-4% --shadowradius 3%",
    "flash": "--fadethreshold 0.5",
    "maskwipe": "--maskimage star",
    "mod": "--radius 40% --compression 85%",
    "pagecurl": "--angle 150deg --radius 17%",
    "pagecurlwithshadow": "--angle 150deg --radius 17% --shadowsize 1",
    "ripple": "--width 35% --scale 14%",
    "swipe": "--angle 30deg --width 40%",
  ]

  private static func row(_ filter: Filter) -> String {
    let image = "![\(filter.displayName)](\(picture(of: filter)))"
    let command = ["--transitionfilter \(filter.alias)", options[filter.alias]]
    let options = command.compactMap(\.self).joined(separator: " ")
    return "| \(image) | **\(filter.alias)**: \(filter.summary)<br>`\(options)` |"
  }
}
