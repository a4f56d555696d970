internal import Foundation

/// The memory of the machine and of the process.
public enum Memory {
  /// The machine's memory in bytes.
  public static var size: UInt64 {
    UInt64(max(0, sysconf(Int32(_SC_PHYS_PAGES)))) * UInt64(max(0, sysconf(Int32(_SC_PAGESIZE))))
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
