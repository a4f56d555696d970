internal import TransitionLibC

/// The processors that the process may use.
public enum Processors {
  /// How many threads can run at once: the processors to which the process is bound (`taskset`), or
  /// as many as the quota of its control group comes to (`docker run --cpus`), a part of one
  /// counted whole.
  public static var count: Int {
    let bound = bound() ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    return max(1, min(bound, groupLimit() ?? .max))
  }

  /// The processors to which the process is bound, as Linux tells in a file; `nil` without it.
  static func bound(status: Path = "/proc/self/status") -> Int? {
    let name = "Cpus_allowed:"
    let lines = (ControlGroups.text(of: status) ?? "").split(separator: "\n")
    guard let mask = lines.first(where: { $0.hasPrefix(name) })?.dropFirst(name.count) else {
      return nil
    }
    // A bit for each, in hexadecimal digits with commas.
    let count = mask.compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    return count > 0 ? count : nil
  }

  /// The processors that the least quota of some control groups comes to; `nil` if there is none.
  static func groupLimit(_ groups: ControlGroups = ControlGroups()) -> Int? {
    groups.folders(of: "cpu").compactMap { folder in
      let numbers: [Double?]
      if folder.isUnified {
        // `150000 100000`, or `max 100000`.
        numbers = (folder.text("cpu.max") ?? "").split(whereSeparator: \.isWhitespace)
          .map { Double($0) }
      } else {
        // The quota is -1 where there is none.
        numbers = ["cpu.cfs_quota_us", "cpu.cfs_period_us"].map { name in
          folder.text(name).flatMap { Double($0.filter { !$0.isWhitespace }) }
        }
      }
      guard numbers.count == 2, let quota = numbers[0], let period = numbers[1], quota > 0,
        period > 0
      else { return nil }
      return Int(min(quota / period, 1e6).rounded(.up))
    }.min()
  }
}
