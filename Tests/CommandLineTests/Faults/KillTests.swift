import Foundation
import TestSupport
import Testing

/// Runs that end at any moment, and runs beside each other.
@Suite struct KillTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Makes all frames in `one`, and defines a nap of a random part of the time that this takes.
  private static let begin = """
    start=${EPOCHREALTIME/./}
    \(job) -o one || exit 1
    time=$((${EPOCHREALTIME/./} - start))
    nap() {
      local micros=$((RANDOM * time / 32768))
      sleep $((micros / 1000000)).$(printf %06d $((micros % 1000000)))
    }
    """
  private static let job = "$SWIPE -b f -t png -c 60 -q"

  @Test func `frames are whole however often a run is killed`() throws {
    let run = try sandbox.shell(
      """
      \(Self.begin)
      kills=0
      for i in {1..40}; do
        \(Self.job) -o out --skip-existing & pid=$!
        nap
        kill -KILL $pid 2>/dev/null; wait $pid; [ $? = 137 ] && kills=$((kills + 1))
        # Each kept frame is compared before it goes, so that the next run has something to do.
        for f in out/f*; do [ -e $f ] && { cmp $f one/${f#out/} || exit 2; rm $f; }; done
      done 2>/dev/null
      \(Self.job) -o out --skip-existing || exit 3
      for f in one/f*; do cmp $f out/${f#one/} || exit 4; done
      echo $kills
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect((Int(run.output.trimmingCharacters(in: .newlines)) ?? 0) > 10, "\(run.output)")
  }

  @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
  func `a signal leaves no temporary file whenever it comes`(_ signal: String, _ status: Int) throws
  {
    let run = try sandbox.shell(
      """
      set -m
      \(Self.begin)
      for i in {1..12}; do
        \(Self.job) -o out --skip-existing & pid=$!
        nap
        kill -\(signal) $pid 2>/dev/null; wait $pid; status=$?
        [ $status = 0 -o $status = \(status) ] || { echo "status $status"; exit 2; }
        ls -A out 2>/dev/null | grep '^[.]dotransition' && exit 3
        for f in out/f*; do [ -e $f ] && { cmp $f one/${f#out/} || exit 4; rm $f; }; done
      done 2>/dev/null
      \(Self.job) -o out --skip-existing || exit 5
      for f in one/f*; do cmp $f out/${f#one/} || exit 6; done
      """)
    #expect(run.status == 0, "\(run.output) \(run.errors)")
  }

  @Test func `processes that write over the same frames agree`() throws {
    let run = try sandbox.shell(
      """
      \(Self.job) -o one
      for i in 1 2 3; do \(Self.job) -o out & pids="$pids $!"; done
      for pid in $pids; do wait $pid || exit 1; done
      diff -r out one
      """)
    #expect(run.status == 0, "\(run.output) \(run.errors)")
  }

  @Test func `processes that make the same frames at once record them all, and agree`() throws {
    let run = try sandbox.shell(
      """
      for shard in 1/1 1/2 2/2 1/1; do
        \(Self.job) -o out --skip-existing --shard $shard & pids="$pids $!"
      done
      for pid in $pids; do wait $pid || exit 1; done
      \(Self.job) -o out --missing || exit 2
      \(Self.job) -o one; diff -r -x '.*' out one
      """)
    #expect(run.status == 0 && run.output == "", "\(run.output) \(run.errors)")
  }
}
