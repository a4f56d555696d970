internal import TransitionLibC

#if os(Linux)
  /// What happens to names in folders, as inotify tells it.
  final class FolderEvents {
    /// Can be read once something has happened.
    let descriptor: Int32
    /// The names that count in each folder, by inotify's numbers of folders; `nil` for all.
    private var names: [Int32: Set<Path>?] = [:]

    /// - Returns: `nil` if the system refuses it: few of them may be open at a time.
    init?() {
      descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    private static let mask =
      IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB
      | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR

    /// Watches some folders from now on, and no others.
    ///
    /// - Returns: whether it tells of all that happens there.
    func watch(_ folders: [Path: Set<Path>?]) -> Bool {
      let remote = RemoteFileSystems.devices
      var watched: [Int32: Set<Path>?] = [:]
      for (folder, names) in folders {
        let path: Path = folder == "" ? "." : folder
        let number = unsafe inotify_add_watch(descriptor, path.cString, UInt32(Self.mask))
        if number < 0 {
          // What is not there shows up in a folder above it.
          guard [ENOENT, ENOTDIR, ELOOP].contains(errno) else { return false }
          continue
        }
        if let device = FileStatus(path)?.identity.device, remote.contains(device) { return false }
        // Two paths may lead to one folder.
        if let known = watched[number] {
          watched[number] = .some(known.flatMap { known in names.map { known.union($0) } })
        } else {
          watched[number] = .some(names)
        }
      }
      for number in names.keys where watched[number] == nil {
        inotify_rm_watch(descriptor, number)
      }
      names = watched
      return true
    }

    /// Reads what has happened; tells whether some of it is to a name that counts.
    func read() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var counts = false
      while true {
        let count = unsafe TransitionLibC.read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return counts }
        var rest = buffer[..<count]
        while let event = Event(&rest) { counts = counts || isCounted(event) }
      }
    }

    private func isCounted(_ event: Event) -> Bool {
      if event.mask & UInt32(IN_IGNORED) != 0 { return false }
      // Events were lost, or the folder itself has gone.
      guard event.name != "", let names = names[event.folder] else {
        return event.name == ""
      }
      return names.map { $0.contains(event.name) } ?? true
    }

    private struct Event {
      let folder: Int32
      let mask: UInt32
      /// Empty for the folder itself.
      let name: Path

      /// Takes the first event of some bytes: four numbers of four bytes, and a name that is filled
      /// with zeros.
      init?(_ bytes: inout ArraySlice<UInt8>) {
        guard bytes.count >= 16 else { return nil }
        let start = bytes.startIndex
        // Little-endian, as all processors are that this is built for.
        let numbers = (0..<4).map { index in
          bytes.dropFirst(4 * index).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        (folder, mask) = (Int32(bitPattern: numbers[0]), numbers[1])
        name = Path(bytes: bytes.dropFirst(16).prefix(Int(numbers[3])).prefix { $0 != 0 })
        bytes = bytes[min(bytes.endIndex, start + 16 + Int(numbers[3]))...]
      }
    }
  }

  /// File systems of which other machines, or other programs, change files unseen.
  private enum RemoteFileSystems {
    private static let types: Set<Substring> = [
      "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "lustre", "gpfs", "beegfs",
      "coda", "gfs2", "ocfs2", "vboxsf", "vmhgfs", "prl_fs", "virtiofs",
    ]

    /// Their numbers.
    static var devices: Set<UInt64> {
      let lines = ControlGroups.text(of: "/proc/self/mountinfo")?.split(separator: "\n") ?? []
      let devices = lines.compactMap { line -> UInt64? in
        // A number, that of what it is mounted on, the device, …, a hyphen, the type, …
        let words = line.split(separator: " ")
        guard let hyphen = words.firstIndex(of: "-"), hyphen + 1 < words.count, hyphen > 2,
          types.contains(words[hyphen + 1]) || words[hyphen + 1].hasPrefix("fuse")
        else { return nil }
        let numbers = words[2].split(separator: ":").compactMap { UInt64($0) }
        guard numbers.count == 2 else { return nil }
        let (major, minor) = (numbers[0], numbers[1])
        return (major & 0xFFF) << 8 | (major & ~0xFFF) << 32 | minor & 0xFF
          | (minor & ~0xFF) << 12
      }
      return Set(devices)
    }
  }
#else
  /// Other systems tell nothing of names in folders.
  final class FolderEvents {
    let descriptor: Int32 = -1
    init?() { return nil }
    func watch(_ folders: [Path: Set<Path>?]) -> Bool { false }
    func read() -> Bool { false }
  }
#endif
