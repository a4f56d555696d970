/// Command lines that are worth showing, each with a sentence that says what it does.
extension Help {
  /// Examples for the first use, each of which fits a line.
  static let examples: KeyValuePairs = [
    "dotransition a.jpg b.jpg -o film.mp4":
      "A film of one second: a dissolves into b.",
    "dotransition holiday/ --transition random -o trip.mp4":
      "A film of all pictures in a folder, each for three seconds.",
    "dotransition a.jpg b.jpg --transition pagecurl -o frames/turn_####.png":
      "Thirty numbered frames, turn_0000.png to turn_0029.png.",
  ]

  static let moreExamples: KeyValuePairs = [
    "dotransition black a.jpg b.jpg black --hold 2s --duration 1s --easing ease-in-out "
      + "-o fade.mp4":
      "Fades in from black and out again: 4 pictures, 3 transitions, 11 seconds.",
    "dotransition holiday/ --pan-zoom auto --hold 4s --duration 1s -o moving.mp4":
      "Zooms and pans slowly over each picture.",
    "dotransition walk.mp4 black boat.mp4 --duration 1s --music song.mp3 -o joined.mp4":
      "Joins two films over black, with their sound, and music under it.",
    "dotransition 'a/plate.%04d.png' 'b/plate.%04d.png' -c 24 --start-number 1001 -o "
      + "'cut.%04d.png'":
      "Joins two rendered sequences, whose ends overlap by 24 frames.",
    "dotransition a.jpg b.jpg c.jpg --transition swipe:angle=45deg:duration=2s --transition "
      + "heart --hold 3s --size vertical --fit contain-blur -o story.mp4":
      "Gives each step its own transition, and the first one its own time.",
    "dotransition a.jpg b.jpg --transition swipe --angle 90deg --width 30% --time 0.4 -o "
      + "half.png":
      "Makes one frame, to try parameters.",
    "dotransition a.jpg b.jpg --transition barsswipe -c 12 --contact-sheet sheet.jpg":
      "Shows twelve frames on one picture.",
    "dotransition a.jpg b.jpg -c 500 -o out/f_####.png --shard 2/8 --skip-existing":
      "Makes the second of eight parts, of which each machine of eight makes one; run again, it "
      + "makes what is not there yet.",
    "dotransition b.jpg c.jpg -c 24 --endpoints end --start-number 24 -o out":
      "Goes on from frames 0 to 23, which end with b.jpg, without showing it twice.",
    "dotransition a.jpg b.jpg -o out --dry-run --json | jq '.frames[].file'":
      "Lists the files that would be made.",
    "dotransition --transitionfilter CIPageCurlTransition -s a.jpg -d b.jpg -o out -b turn -c 20":
      "Makes twenty frames, as the original's command line does.",
  ]
}
