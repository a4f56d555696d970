internal import TransitionLibC

/// The memory of the machine and of the process.
public enum Memory {
  /// The machine's memory in bytes, or that of the container: what the process may take before the
  /// system kills it.
  public static var size: UInt64 {
    let pages = UInt64(max(0, sysconf(Int32(_SC_PHYS_PAGES))))
    let machine = pages * UInt64(max(0, sysconf(Int32(_SC_PAGESIZE))))
    return min(machine, groupLimit() ?? machine)
  }

  /// The least memory that Linux allows to one of the control groups of the process, in bytes: each
  /// of those above a group limits it, too. `nil` if none is limited.
  ///
  /// - Parameters:
  ///   - list: the file that names the groups: `man 7 cgroups`.
  ///   - root: the folder under which the system shows them.
  /// - Returns: the limit.
  static func groupLimit(list: Path = "/proc/self/cgroup", root: Path = "/sys/fs/cgroup") -> UInt64?
  {
    var limit: UInt64?
    for line in (text(of: list) ?? "").split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      // Version 2 has one hierarchy, and version 1 one for each controller.
      let (folder, name): (String, String)
      if parts[0] == "0", parts[1].isEmpty {
        (folder, name) = (root.description, "memory.max")
      } else if parts[1].split(separator: ",").contains("memory") {
        (folder, name) = (root.description + "/memory", "memory.limit_in_bytes")
      } else {
        continue
      }
      // In a container the root of the hierarchy is often the group itself.
      var group = parts[2].split(separator: "/")
      while true {
        let file = ([folder] + group.map(String.init) + [name]).joined(separator: "/")
        // Without a limit it says `max`, or a number next to the largest.
        if let bytes = text(of: Path(file)).flatMap({ UInt64($0.prefix { $0.isNumber }) }) {
          limit = min(limit ?? bytes, bytes)
        }
        if group.isEmpty { break }
        group.removeLast()
      }
    }
    return limit
  }

  private static func text(of path: Path) -> String? {
    do throws(FileError) {
      return try File.read("system file", at: path) { file throws(FileError) in
        String(decoding: try file.readAll(), as: UTF8.self)
      }
    } catch { return nil }
  }

  /// Whether the process may take a number of bytes.
  public static func allows(_ count: Int) -> Bool {
    // A range of addresses that nothing uses takes no memory, but the system grants it only within
    // the limits of the process.
    let protection = PROT_READ | PROT_WRITE
    let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
    let range = unsafe mmap(nil, max(count, 1), protection, flags, -1, 0)
    guard let range = unsafe range, unsafe range != MAP_FAILED else { return false }
    unsafe munmap(range, max(count, 1))
    return true
  }
}
