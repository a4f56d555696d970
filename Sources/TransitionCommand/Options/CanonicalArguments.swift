/// Command lines as the original's option parser took them, rewritten for ArgumentParser, which knows
/// neither values attached to letters nor beginnings of names.
enum CanonicalArguments {
  /// Every option by its full name and in an argument of its own, its value behind it: `-vc20 --fit
  /// none` for `-vc20 --fit=none` is `--verbose --count 20 --fit none`.
  ///
  /// Asking for help anywhere is asking for nothing else. What is unknown by its name stays as it is
  /// for ArgumentParser, which has options of its own and suggests the nearest.
  /// - Throws: a usage error for a beginning that several names share, or a letter that no option has.
  static func of(
    _ arguments: [String], options: [DeclaredOption] = DeclaredOption.all
  ) throws(Failure) -> [String] {
    var canonical: [String] = []
    var failure: Failure?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        canonical += [argument] + rest
        break
      }
      do throws(Failure) {
        guard let uses = try uses(in: argument, of: options) else {
          canonical.append(argument)
          continue
        }
        for var use in uses {
          if use.name == "help" { return ["--help"] }
          if use.option.value == .required, use.value == nil, !isHelp(rest.first) {
            use.value = rest.popFirst()
          }
          canonical += use.arguments
        }
      } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    return canonical
  }

  /// Whether an argument asks for help even where a value is expected.
  private static func isHelp(_ argument: String?) -> Bool {
    argument == "-h" || argument == "--help"
  }

  /// An option as a command line has it.
  private struct Use {
    let option: DeclaredOption
    let name: String
    var value: String?

    var arguments: [String] {
      guard let value else { return ["--\(name)"] }
      // To ArgumentParser, a value in an argument of its own that begins with a hyphen is a group of
      // letters, among them -h, and an equals sign with a combining mark behind it is none.
      return option.value != .required || value.utf8.first == UInt8(ascii: "-")
        ? ["--\(name)=\(value)"] : ["--\(name)", value]
    }
  }

  /// The options in an argument; `nil` if it is a value or its name is unknown.
  private static func uses(
    in argument: String, of options: [DeclaredOption]
  ) throws(Failure) -> [Use]? {
    // Scalars, since a combining mark that begins a value is a part of no letter and of no sign.
    let scalars = argument.unicodeScalars
    guard scalars.first == "-", scalars.count > 1 else { return nil }
    guard scalars.starts(with: "--".unicodeScalars) else {
      return try letters(scalars.dropFirst(), in: argument, of: options)
    }
    let parts = scalars.dropFirst(2)
      .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let (option, name) = try option(named: String(parts[0]), of: options) else { return nil }
    return [Use(option: option, name: name, value: parts.count > 1 ? String(parts[1]) : nil)]
  }

  /// The option that a name in any case stands for, by its full name: the one that has it, or else
  /// the only one whose name begins with it.
  private static func option(
    named given: String, of options: [DeclaredOption]
  ) throws(Failure) -> (DeclaredOption, String)? {
    let given = given.lowercased()
    let all = options.flatMap { option in option.longNames.map { (option, $0) } }
    if let exact = all.first(where: { $0.1 == given }) { return exact }
    let longer = all.filter { option, name in
      option.shouldDisplay && !given.isEmpty && name.utf8.starts(with: given.utf8)
    }
    guard longer.count <= 1 else {
      let names = longer.map { "--" + $0.1 }
      throw .usage(
        "ambiguous option: --\(given): \(names.dropLast().joined(separator: ", ")) or "
          + names[names.count - 1])
    }
    return longer.first
  }

  /// Flags in a group, the last of which may be an option that takes the rest for its value.
  private static func letters(
    _ letters: Substring.UnicodeScalarView, in argument: String, of options: [DeclaredOption]
  ) throws(Failure) -> [Use] {
    var uses: [Use] = []
    var rest = letters
    while let letter = rest.popFirst() {
      let option = options.first { option in
        option.names.contains { $0.isLetter && $0.name == String(letter) }
      }
      guard let option, let name = option.longNames.first else {
        let group = letters.count > 1 ? " in \(argument)" : ""
        throw .usage("unknown option: -\(letter)\(group)")
      }
      var use = Use(option: option, name: name)
      if option.value != .none, !rest.isEmpty {
        use.value = String(rest.first == "=" ? rest.dropFirst() : rest)
        rest = rest[rest.endIndex...]
      }
      uses.append(use)
      if name == "help" { break }
    }
    return uses
  }
}
