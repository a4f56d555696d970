import Foundation
import TestSupport
import Testing

/// What `Documentation/xfade.md` says of ffmpeg's xfade.
@Suite struct XfadeTests {
  /// A row of the table of transitions that are the same.
  struct Row: CustomStringConvertible {
    let xfade: String
    let arguments: [String]
    var description: String { xfade }
  }

  static let rows: [Row] = {
    let text = try? String(
      contentsOfFile: Repository.root + "/Documentation/xfade.md", encoding: .utf8)
    return (text ?? "").matches(of: /\n\| `(\w+)` \| `([^`]+)` \|(?=\n)/).map { match in
      Row(
        xfade: String(match.1),
        arguments: String(match.2).split(separator: " ").map(String.init))
    }
  }()

  @Test func `has a table of them`() { #expect(Self.rows.count == 31) }

  @Test(arguments: rows) func `a name of xfade's is the command line beside it`(row: Row) throws {
    let sandbox = try Sandbox(width: 67, height: 41)
    for (name, options, file) in [
      (row.xfade, [], "name.png"), (row.arguments[0], Array(row.arguments.dropFirst()), "line.png"),
    ] {
      let run = try sandbox.render(name, options, output: ["--time", "0.4", "--output", file])
      #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    }
    #expect(try sandbox.bytes("name.png") == sandbox.bytes("line.png"))
  }

  /// The rows of which the installed ffmpeg has the transition: `coverleft` and its kin are new in
  /// 6.1.
  static let knownRows: [Row] = {
    let help = try? Subprocess("/bin/sh", ["-c", "ffmpeg -v error -h filter=xfade"], in: "/")
      .outcome()
    let words = (help?.output ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    return rows.filter { words.contains($0.xfade) }
  }()

  @Test(.needs("ffmpeg")) func `ffmpeg has most of them`() { #expect(Self.knownRows.count >= 22) }

  @Test(
    .needs("ffmpeg"),
    arguments: knownRows)
  func `is the same in the middle of the transition`(row: Row) throws {
    let sandbox = try Sandbox(width: 192, height: 108)
    let graph = "format=gbrp,loop=loop=30:size=1,settb=AVTB,setpts=N/10/TB,fps=10"
    let theirs = try sandbox.shell(
      """
      ffmpeg -v error -framerate 10 -i a.png -framerate 10 -i b.png -filter_complex \
      "[0]\(graph)[x];[1]\(graph)[y];[x][y]xfade=transition=\(row.xfade):duration=2:offset=0,\
      select=eq(n\\,10)" -frames:v 1 -pix_fmt rgb24 theirs.png
      """)
    #expect(theirs.status == 0, "\(theirs.errors)")
    let ours = try sandbox.render(
      row.xfade, ["--working-space", "srgb"], output: ["--time", "0.5", "--output", "ours.png"])
    #expect(ours.status == 0 && ours.errors == "", "\(ours.errors)")
    let difference = try sandbox.picture("ours.png")
      .meanDifference(from: sandbox.picture("theirs.png"))
    #expect(difference <= 2 / 255.0)
    // Half of the target is there: the pictures differ by more than that.
    #expect(try sandbox.picture("ours.png").meanDifference(from: sandbox.a) > 8 / 255.0)
  }
}
