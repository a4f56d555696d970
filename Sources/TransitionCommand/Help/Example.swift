/// A command line that is worth showing.
struct Example {
  let command: String
  /// A sentence that says what it does.
  let sentence: String

  /// Examples for the first use.
  static let first = [
    Example(
      command: "dotransition --transitionfilter dissolve -s a.jpg -d b.jpg -o out -b turn",
      sentence: "Makes thirty pictures, out/turn000.tiff to out/turn029.tiff."),
    Example(
      command: """
        dotransition --transitionfilter swipe -s a.jpg -d b.jpg -c 90 --easing ease-in-out \
        --size 1280x720 --output film.mp4
        """,
      sentence: "Makes a film of three seconds."),
    Example(
      command: """
        dotransition --transitionfilter barsswipe -s a.jpg -d b.jpg -c 12 --contact-sheet sheet.jpg
        """,
      sentence: "Shows twelve frames on one picture."),
  ]

  /// Examples for later.
  static let more = [
    Example(
      command: """
        dotransition --transitionfilter swipe --angle 1.57 --width 80 -s a.jpg -d b.jpg \
        --time 0.4 --output half.png
        """,
      sentence: "Makes one frame, to try parameters."),
    Example(
      command: """
        dotransition --transitionfilter dissolve -s a.jpg -d b.jpg -o out -b f -c 500 \
        --shard 2/8 --skip-existing
        """,
      sentence: "Makes the second of eight parts, of which each machine of eight makes one; "
        + "run again, it makes what is not there yet."),
    Example(
      command: """
        dotransition --transitionfilter dissolve -s b.jpg -d c.jpg -o out -b f -c 24 \
        --endpoints end --start-number 24
        """,
      sentence: "Goes on from frames 0 to 23, which end with b.jpg, without showing it twice."),
    Example(
      command: """
        dotransition --transitionfilter swipe -s a.jpg -d b.jpg -o out -b f --dry-run --json \
        | jq '.frames[].file'
        """,
      sentence: "Lists the files that would be made."),
  ]
}
