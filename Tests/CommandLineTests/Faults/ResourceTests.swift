import Foundation
import TestSupport
import Testing

/// What a run takes of the machine, as Linux tells it.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "needs /proc"))
struct ResourceTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Numbers of threads and kilobytes of memory, and how many frames there were then.
  private struct Sample {
    var threads = 0
    var memory = 0
    var frames = 0
  }

  /// Runs a job and looks at it every few milliseconds.
  private func samples(_ arguments: [String]) throws -> [Sample] {
    let watch = """
      $TOOL "$@" & tool=$!
      while status=$(cat /proc/$tool/status 2>/dev/null) && [ -n "${status##*zombie*}" ]; do
        echo $(echo "$status" | sed -n 's/^\\(VmHWM\\|Threads\\)://p') $(ls out 2>/dev/null | wc -l)
        sleep 0.005
      done
      wait $tool
      """
    let job = ["--transitionfilter", "dissolve", "-s", "a.png", "-d", "b.png", "-o", "out"]
    let result = try sandbox.shell(
      watch, job + ["-b", "f", "-q"] + arguments, environment: ["VIPS_CONCURRENCY": "64"])
    #expect(result.status == 0, "\(result.errors)")
    return result.output.split(separator: "\n").compactMap { line in
      // "12345 kB 7 30": memory, threads, frames.
      let words = line.split(separator: " ").compactMap { Int($0) }
      return words.count == 3 ? Sample(threads: words[1], memory: words[0], frames: words[2]) : nil
    }
  }

  @Test func `memory does not grow with the number of frames`() throws {
    let samples = try samples(["-t", "png", "--size", "160x120", "-c", "800", "--jobs", "2"])
    let early = try #require(samples.first { $0.frames >= 100 })
    let late = try #require(samples.last)
    #expect(late.frames > 600)
    // A frame is of 58 kB.
    #expect(late.memory - early.memory < 5_000)
  }

  @Test(arguments: ["png", "tiff", "jpg"])
  func `threads of frames and of libvips do not multiply`(type: String) throws {
    let samples = try samples(["-t", type, "--size", "800x600", "-c", "60", "--jobs", "3"])
    let most = try #require(samples.map(\.threads).max())
    // For each of three frames libvips has a few that draw and write, not 64.
    #expect(most > 3 && most < 20)
  }
}
