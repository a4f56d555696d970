import Foundation
import Testing

@Suite struct StreamTests {
  let tool: SmallJob

  init() throws { tool = try SmallJob() }

  static let line = "$TOOL --transitionfilter swipe -s a.png -d b.png --width 9 -c 12 --output -"
  static let hasFFmpeg =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/ffprobe")

  @Test("E7: frames come in order and nothing else, whatever the number of threads")
  func framesComeInOrderWhateverTheNumberOfThreads() throws {
    defer { tool.clean() }
    let one = try tool.shell("\(Self.line) --pixel-format rgb24 --jobs 1")
    let many = try tool.shell("\(Self.line) --pixel-format rgb24 --jobs 7")
    #expect(one.status == 0 && many.status == 0)
    #expect(one.standardOutput.count == 12 * 33 * 21 * 3)
    #expect(one.standardOutput == many.standardOutput)
    #expect(one.standardError.isEmpty)
  }

  @Test func partsOfAStreamAreThoseOfTheWhole() throws {
    defer { tool.clean() }
    let whole = try tool.shell("\(Self.line) --pixel-format rgb24")
    let part = try tool.shell("\(Self.line) --pixel-format rgb24 --frames 3-5")
    let frame = 33 * 21 * 3
    #expect(part.standardOutput == whole.standardOutput[3 * frame..<6 * frame])
  }

  @Test("E6: a reader who goes away is no failure")
  func aReaderWhoGoesAwayIsNoFailure() throws {
    defer { tool.clean() }
    let run = try tool.shell("\(Self.line) -c 500 | head -c 10000 | wc -c")
    #expect(run.status == 0)
    #expect(run.text.contains("10000"))
    #expect(run.standardError.isEmpty)
  }

  @Test func aFullDiskIsAFailure() throws {
    defer { tool.clean() }
    let run = try tool.shell("\(Self.line) > /dev/full")
    #expect(run.status == 74)
    #expect(run.standardError.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["-o out", "-b f", "-t png", "--skip-existing", "--missing", "--padding 4"])
  func optionsOfFilesAreRefused(_ option: String) throws {
    defer { tool.clean() }
    let run = try tool.shell("\(Self.line) \(option)")
    #expect(run.status == 64)
    #expect(run.standardOutput.isEmpty)
  }

  @Test(.enabled(if: hasFFmpeg), arguments: ["444", "420"])
  func ffmpegMakesAFilmOfIt(_ chroma: String) throws {
    defer { tool.clean() }
    let film = try tool.shell(
      "\(Self.line) --chroma \(chroma) --fps 24000/1001 | ffmpeg -v error -i - -c:v ffv1 f.mkv")
    #expect(film.status == 0)
    let probe = try tool.shell(
      "ffprobe -v error -count_frames -show_entries "
        + "stream=width,height,pix_fmt,color_range,r_frame_rate,nb_read_frames -of csv=p=0 f.mkv")
    #expect(probe.text == "33,21,yuv\(chroma)p,tv,24000/1001,12\n")
    for (index, picture) in [(0, "a.png"), (11, "b.png")] {
      let psnr = try tool.shell(
        """
        ffmpeg -i f.mkv -i \(picture) -lavfi "[0]select=eq(n\\,\(index)),scale=in_color_matrix=bt709\
        :in_range=tv:flags=accurate_rnd+full_chroma_int,format=rgb24[f];[1]format=rgb24[p];\
        [f][p]psnr" -f null - 2>&1 | sed -n 's/.*average:\\([0-9a-z]*\\).*/\\1/p'
        """)
      let decibels = psnr.text.trimmingCharacters(in: .whitespacesAndNewlines)
      let least = chroma == "444" ? 45 : 33
      #expect(decibels == "inf" || Int(decibels) ?? 0 >= least, "\(picture): \(decibels) dB")
    }
  }
}
