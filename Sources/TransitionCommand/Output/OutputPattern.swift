/// The names of the frames' files.
struct OutputPattern: Hashable {
  /// What stands before the number; all of the path if there is none.
  var prefix: String
  /// The least number of digits; `nil` if the path has no number.
  var digits: Int?
  /// What stands after the number.
  var suffix: String

  /// `directory/basename###.ext`, all three literally.
  init(directory: String, basename: String, digits: Int, suffix: String) {
    prefix = (directory.hasSuffix("/") ? directory : directory + "/") + basename
    self.digits = digits
    self.suffix = suffix
  }

  /// A pattern with at most one `%d` or `%0Nd`; `%%` is a percent sign.
  init(_ pattern: String) throws(Failure) {
    var parts = [""]
    var digits: Int?
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      guard character == "%" else {
        parts[parts.count - 1].append(character)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        parts[parts.count - 1].append("%")
        continue
      }
      let width = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(width.count)
      let count = width.isEmpty ? 1 : Int(width) ?? 0
      guard rest.popFirst() == "d", digits == nil, width.isEmpty || width.hasPrefix("0"),
        (1...20).contains(count)
      else {
        throw .usage("--output: \(pattern): expected one %d or %0Nd, and %% for a percent sign")
      }
      digits = count
      parts.append("")
    }
    prefix = parts[0]
    self.digits = digits
    suffix = parts.count > 1 ? parts[1] : ""
  }

  /// The file of a frame's number.
  func path(_ number: Int) -> String {
    guard let digits else { return prefix }
    let text = String(number)
    return prefix + String(repeating: "0", count: max(0, digits - text.count)) + text + suffix
  }

  /// The pattern as it would be written: `dir/turn_%04d.png`.
  var text: String {
    func escaped(_ text: String) -> String { text.replacing("%", with: "%%") }
    guard let digits else { return escaped(prefix) }
    return escaped(prefix) + (digits == 1 ? "%d" : "%0\(digits)d") + escaped(suffix)
  }

  /// The directory of the files: empty for the working directory.
  var directory: String { Path.directory(of: path(0)) }

  /// What follows the last period of the file names; `nil` if nothing does.
  var fileExtension: String? { Path.fileExtension(of: path(0)) }
}

/// The parts of a file's path.
enum Path {
  /// What comes before the last slash, with it.
  static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// What comes after the last slash.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// What comes after the last period of the name; `nil` if there is none.
  static func fileExtension(of path: String) -> String? {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    return String(name[name.index(after: dot)...])
  }
}
