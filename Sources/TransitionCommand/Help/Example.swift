/// A command line that is worth showing.
struct Example {
  let command: String
  /// A sentence that says what it does.
  let sentence: String

  /// Examples for the first use, each of which fits a line.
  static let first = [
    Example(
      command: "dotransition a.jpg b.jpg -o film.mp4",
      sentence: "A film of one second: a dissolves into b."),
    Example(
      command: "dotransition holiday/ --hold 3s --transition random --size 1080p -o trip.mp4",
      sentence: "A film of all pictures in a folder, each for three seconds."),
    Example(
      command: "dotransition a.jpg b.jpg --transition pagecurl -o frames/turn_####.png",
      sentence: "Thirty numbered frames, turn_0000.png to turn_0029.png."),
  ]

  /// Examples for later.
  static let more = [
    Example(
      command: """
        dotransition black a.jpg b.jpg black --hold 2s --duration 1s --easing ease-in-out \
        -o fade.mp4
        """,
      sentence: "Fades in from black and out again: 4 pictures, 3 transitions, 11 seconds."),
    Example(
      command: "dotransition holiday/ --pan-zoom auto --hold 4s --duration 1s -o moving.mp4",
      sentence: "Zooms and pans slowly over each picture."),
    Example(
      command: "dotransition walk.mp4 black boat.mp4 --duration 1s --music song.mp3 -o joined.mp4",
      sentence: "Joins two films over black, with their sound, and music under it."),
    Example(
      command: """
        dotransition 'a/plate.%04d.png' 'b/plate.%04d.png' -c 24 --start-number 1001 \
        -o 'cut.%04d.png'
        """,
      sentence: "Joins two rendered sequences, whose ends overlap by 24 frames."),
    Example(
      command: """
        dotransition a.jpg b.jpg c.jpg --transition swipe:angle=45deg:duration=2s \
        --transition heart --hold 3s --size vertical --fit contain-blur -o story.mp4
        """,
      sentence: "Gives each step its own transition, and the first one its own time."),
    Example(
      command: """
        dotransition a.jpg b.jpg --transition swipe --angle 90deg --width 30% --time 0.4 \
        -o half.png
        """,
      sentence: "Makes one frame, to try parameters."),
    Example(
      command: "dotransition a.jpg b.jpg --transition barsswipe -c 12 --contact-sheet sheet.jpg",
      sentence: "Shows twelve frames on one picture."),
    Example(
      command: "dotransition a.jpg b.jpg -c 500 -o out/f_####.png --shard 2/8 --skip-existing",
      sentence: "Makes the second of eight parts, of which each machine of eight makes one; "
        + "run again, it makes what is not there yet."),
    Example(
      command: """
        dotransition b.jpg c.jpg -c 24 --endpoints end --start-number 24 -o out
        """,
      sentence: "Goes on from frames 0 to 23, which end with b.jpg, without showing it twice."),
    Example(
      command: "dotransition a.jpg b.jpg -o out --dry-run --json | jq '.frames[].file'",
      sentence: "Lists the files that would be made."),
    Example(
      command: """
        dotransition --transitionfilter CIPageCurlTransition -s a.jpg -d b.jpg -o out -b turn -c 20
        """,
      sentence: "Makes twenty frames, as the original's command line does."),
  ]
}
