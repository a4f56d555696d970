import Foundation
import TestSupport
import Testing

/// Frames on stdout, one after another.
@Suite struct StreamTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  static let line = "$SWIPE --width 9 -c 12 --output -"

  @Test func `frames come in order and alone, whatever the number of threads`() throws {
    let one = try sandbox.shell("\(Self.line) --pixel-format rgb24 --jobs 1")
    let many = try sandbox.shell("\(Self.line) --pixel-format rgb24 --jobs 7")
    #expect(one.status == 0 && many.status == 0)
    #expect(one.data.count == 12 * 33 * 21 * 3)
    #expect(one.data == many.data)
    #expect(one.errors.isEmpty)
  }

  @Test func `a part of a stream is that of the whole`() throws {
    let whole = try sandbox.shell("\(Self.line) --pixel-format rgb24")
    let part = try sandbox.shell("\(Self.line) --pixel-format rgb24 --frames 3-5")
    let frame = 33 * 21 * 3
    #expect(part.data == whole.data[3 * frame..<6 * frame])
  }

  /// Programs that share a pipe with others, as event loops do, may have told it not to wait.
  @Test(.needs("perl"))
  func `pipes that do not block are waited for`() throws {
    let line = "\(Self.line) --pixel-format rgb24 --size 200x150 --fit cover -v"
    let usual = try sandbox.shell("\(line) -q | cksum")
    let run = try sandbox.shell(
      """
      hasty='use Fcntl; for (*STDOUT, *STDERR) { fcntl($_, F_SETFL, O_NONBLOCK) or die } exec @ARGV'
      { perl -e "$hasty" \(line.replacing("-c 12", with: "-c 1200")) --frames 0-11 |
        { sleep 0.3; cat >frames; }; echo ${PIPESTATUS[0]}; } 2>&1 | { sleep 0.6; cat >said; }
      perl -e "$hasty" \(line) | { sleep 0.3; cksum; } 2>/dev/null
      tail -n 1 said; wc -c <frames
      """)
    #expect(run.output == usual.output + "0\n\(12 * 200 * 150 * 3)\n", "\(run.output)")
  }

  @Test func `deep streams are not rounded to the pictures' depth`() throws {
    let line = "$TOOL --transitionfilter dissolve -s a.png -d b.png --time 0.3 --output -"
    for format in ["rgb48", "rgba64"] {
      let samples = try sandbox.shell("\(line) --pixel-format \(format)").data
      let words = stride(from: 0, to: samples.count, by: 2).map { place in
        Int(samples[samples.startIndex + place]) | Int(samples[samples.startIndex + place + 1]) << 8
      }
      #expect(words.contains { !$0.isMultiple(of: 257) })
    }
    let file = try sandbox.shell("\(line) --pixel-format ppm")
    #expect(file.data.starts(with: Data("P6\n33 21\n255\n".utf8)))
  }

  @Test func `a reader that goes away is not a failure`() throws {
    let run = try sandbox.shell("\(Self.line) -c 500 | head -c 10000 | wc -c")
    #expect(run.status == 0)
    #expect(run.output.contains("10000"))
    #expect(run.errors == "")
  }

  @Test(arguments: [
    "--pixel-format rgb24 --output -", "--dry-run --json -o out -b f", "--filterproperties swipe",
    "-l", "--missing -o out -b f",
  ])
  func `what libraries print is never in the data`(_ arguments: String) throws {
    let line = "$SWIPE -c 3 --size 600x400 --fit cover"
    let quiet = try sandbox.shell("\(line) \(arguments)")
    for name in ["VIPS_PROGRESS", "VIPS_TRACE", "VIPS_PROFILE", "VIPS_LEAK", "VIPS_INFO"] {
      let loud = try sandbox.shell("\(line) \(arguments)", environment: [name: "1"])
      #expect(loud.data == quiet.data && loud.status == quiet.status, "\(name)")
      if name == "VIPS_LEAK" { #expect(loud.errors != quiet.errors) }
    }
  }

  @Test func `child processes inherit nothing but their streams`() throws {
    // In place of ffmpeg: what is open, which is its input, nothing, and its errors.
    let run = try sandbox.shell(
      """
      mkdir bin
      printf '#!/bin/bash\nls -l /proc/$$/fd > open; cat > /dev/null; f=${!#}; echo film > "${f#file:}"' > bin/ffmpeg
      chmod +x bin/ffmpeg
      PATH=$PWD/bin:$PATH $SWIPE -c 2 --output f.mp4 | cat
      grep -c -e '-> pipe' open; grep '[.]png' open; sed -n 's/.* 1 -> //p' open
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "2\n/dev/null\n", "\(run.output)")
  }

  @Test(arguments: ["-o out", "-b f", "-t png", "--skip-existing", "--missing", "--padding 4"])
  func `options of files are refused`(_ option: String) throws {
    let run = try sandbox.shell("\(Self.line) \(option)")
    #expect(run.status == 64)
    #expect(run.output == "")
  }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: ["444", "420"])
  func `ffmpeg makes a film of it`(_ chroma: String) throws {
    let film = try sandbox.shell(
      "\(Self.line) --chroma \(chroma) --fps 24000/1001 | ffmpeg -v error -i - -c:v ffv1 f.mkv")
    #expect(film.status == 0)
    let probe = try sandbox.shell(
      "ffprobe -v error -count_frames -show_entries "
        + "stream=width,height,pix_fmt,color_range,r_frame_rate,nb_read_frames -of csv=p=0 f.mkv")
    #expect(probe.output == "33,21,yuv\(chroma)p,tv,24000/1001,12\n")
    for (index, picture) in [(0, "a.png"), (11, "b.png")] {
      let psnr = try sandbox.shell(
        """
        ffmpeg -i f.mkv -i \(picture) -lavfi "[0]select=eq(n\\,\(index)),scale=in_color_matrix=bt601\
        :in_range=tv:flags=accurate_rnd+full_chroma_int,format=rgb24[f];[1]format=rgb24[p];\
        [f][p]psnr" -f null - 2>&1 | sed -n 's/.*average:\\([0-9a-z]*\\).*/\\1/p'
        """)
      let decibels = psnr.output.trimmingCharacters(in: .whitespacesAndNewlines)
      let least = chroma == "444" ? 45 : 33
      #expect(decibels == "inf" || Int(decibels) ?? 0 >= least, "\(picture): \(decibels) dB")
    }
  }
}
