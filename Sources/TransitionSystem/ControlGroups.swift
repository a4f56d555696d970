/// The control groups of the process, by which Linux limits services and containers: `man 7
/// cgroups`.
struct ControlGroups {
  /// The file that names the groups.
  var list: Path = "/proc/self/cgroup"
  /// The folder under which the system shows them.
  var root: Path = "/sys/fs/cgroup"

  /// A folder with the limits of one group.
  struct Folder {
    let path: String
    /// Whether it is of version 2, which has one hierarchy for all controllers.
    let isUnified: Bool

    /// The text of a file in it; `nil` if there is none.
    func text(_ name: String) -> String? { ControlGroups.text(of: Path(path + "/" + name)) }
  }

  /// The folders of the groups that a controller, such as `memory`, limits: each of those above a
  /// group limits it, too.
  func folders(of controller: String) -> [Folder] {
    var folders: [Folder] = []
    for line in (Self.text(of: list) ?? "").split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let isUnified = parts[0] == "0" && parts[1].isEmpty
      guard isUnified || parts[1].split(separator: ",").contains(Substring(controller)) else {
        continue
      }
      let top = root.description + (isUnified ? "" : "/" + controller)
      // In a container the root of the hierarchy is often the group itself.
      var group = parts[2].split(separator: "/").map(String.init)
      while true {
        let path = ([top] + group).joined(separator: "/")
        folders.append(Folder(path: path, isUnified: isUnified))
        if group.isEmpty { break }
        group.removeLast()
      }
    }
    return folders
  }

  /// The text of one of the system's files; `nil` if there is none.
  static func text(of path: Path) -> String? {
    let bytes = try? File.read("system file", at: path) { file throws(FileError) in
      try file.readAll()
    }
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}
