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

  /// The least memory that Linux allows to one of some control groups, in bytes; `nil` if none is
  /// limited.
  static func groupLimit(_ groups: ControlGroups = ControlGroups()) -> UInt64? {
    groups.folders(of: "memory").compactMap { folder in
      // Without a limit it says `max`, or a number next to the largest.
      folder.text(folder.isUnified ? "memory.max" : "memory.limit_in_bytes")
        .flatMap { UInt64($0.prefix { $0.isNumber }) }
    }.min()
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
