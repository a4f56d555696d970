import Testing

@testable import TransitionCommand

@Suite struct FilmOptionsTests {
  @Test(
    arguments: [
      ("", [], []),
      ("crf=30", ["-crf", "30"], []),
      ("crf=30,preset=slow", ["-crf", "30", "-preset", "slow"], []),
      ("crf=30,", ["-crf", "30"], []),
      ("vf=crop=10:10,format=yuv420p", [], ["crop=10:10,format=yuv420p"]),
      ("vf=vflip,hflip,crf=9", ["-crf", "9"], ["vflip,hflip"]),
      (
        "g=5,vf=vflip,eq=gamma=2,c:v=libx265", ["-g", "5", "-c:v", "libx265"], ["vflip,eq=gamma=2"]
      ),
      ("vf=vflip,filter:v=hflip,pix_fmt=gray", ["-pix_fmt", "gray"], ["vflip", "hflip"]),
      ("vf=select=eq(n\\,n=1),fps=5", [], ["select=eq(n\\,n=1),fps=5"]),
      ("force_key_frames=1,2,3,g=9", ["-force_key_frames", "1,2,3", "-g", "9"], []),
      ("metadata=title=Here, now,crf=1", ["-metadata", "title=Here, now", "-crf", "1"], []),
      ("x264-params=a=1:b=2,crf=1", ["-x264-params", "a=1:b=2", "-crf", "1"], []),
    ] as [(String, [String], [String])])
  func areDividedWhereACommaAndANameBeginOne(
    _ text: String, _ arguments: [String], _ filters: [String]
  ) throws {
    let options = try FilmOptions(text)
    #expect(options.arguments == arguments)
    #expect(options.filters == filters)
  }

  @Test(arguments: ["crf", "=3", ",crf", "1,crf=3"]) func areNamed(_ text: String) {
    #expect(throws: Failure.self) { try FilmOptions(text) }
  }
}
