internal import TransitionVips

/// The options of one of libvips' encoders, which are properties of its class.
///
/// GObject ignores a number outside its range, and libvips takes every word but `false`, `no` and
/// `0` for true: neither would be noticed.
struct SaverOptions {
  private let type: FileType

  init(of type: FileType) { self.type = type }

  /// Refuses values that are none of their options'; options that there are not are left to
  /// libvips.
  ///
  /// - Parameter text: `k=v,k`, as libvips takes it.
  /// - Throws: `badSaveValue`.
  func check(_ text: String) throws(ImageFileError) {
    // Values in quotes may hold commas; they are words, which libvips checks.
    guard !text.contains("\""), !text.contains("'") else { return }
    for option in text.split(separator: ",") {
      let parts = Self.parts(of: option)
      let name = Self.normalized(parts[0])
      if name == "page-height" {
        throw .badSaveValue(option: "\(option)", expected: "no such option: a frame is a page")
      }
      if name == "format" {
        throw .badSaveValue(
          option: "\(option)", expected: "no such option: the file's type is its format")
      }
      // libvips ends the process where there is alpha, or no color.
      if name == "subsample-mode", parts.last == "on",
        [".jp2", ".j2k", ".j2c", ".jpc", ".jpt"].contains(type.suffix)
      {
        throw .badSaveValue(option: "\(option)", expected: "auto or off")
      }
      // libvips embeds it, and leaves the colors as they are.
      if name == "profile", parts.last != "srgb" {
        throw .badSaveValue(
          option: "\(option)",
          expected: "srgb: frames have its colors, or those of their own profile")
      }
      if type.suffix == ".avif", name == "compression", parts.last != "av1" {
        throw .badSaveValue(option: "\(option)", expected: "av1: other codes belong to .heic files")
      }
      // libvips 8.14 with libheif 1.15 would end the process.
      if type.suffix == ".avif", parts == ["bitdepth", "10"], vips_version(1) < 15 {
        throw .badSaveValue(option: "\(option)", expected: "8 or 12")
      }
      guard parts.count == 2, let expected = expected(instead: parts[1], for: parts[0]) else {
        continue
      }
      throw .badSaveValue(option: "\(parts[0])=\(parts[1])", expected: expected)
    }
  }

  /// Whether options leave out the profile that frames have, or embed another one.
  static func replacesProfile(_ text: String) -> Bool {
    text.split(separator: ",").map(parts).contains { parts in
      let value = parts.count == 2 ? parts[1].filter { !"\"'".contains($0) } : nil
      return switch normalized(parts[0]) {
      case "profile": true
      case "strip": value.map { !["false", "no", "0"].contains($0) } ?? true
      case "keep": !["icc", "all"].contains { value?.contains($0) ?? false }
      default: false
      }
    }
  }

  /// The name and the value of an option, or the name alone.
  private static func parts(of option: Substring) -> [String] {
    option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0.drop { $0 == " " }) }
  }

  /// A name as GObject has it, to which an underscore is a hyphen.
  private static func normalized(_ name: String) -> String { name.replacing("_", with: "-") }

  /// Refuses options of libvips' animations, which do nothing for a frame that is encoded by
  /// itself.
  ///
  /// - Throws: `badSaveValue`.
  func checkForSingleFrames(_ text: String) throws(ImageFileError) {
    let names = ["kmin", "kmax", "mixed", "min-size"]
    for option in text.split(separator: ",") {
      let name = option.prefix { $0 != "=" }.filter { $0 != " " }
      if names.contains(Self.normalized(name)) {
        throw .badSaveValue(
          option: "\(option)", expected: "no such option: each frame is encoded by itself")
      }
    }
  }

  /// The values that an option takes, in words, if this is none; `nil` if it is one.
  private func expected(instead value: String, for name: String) -> String? {
    guard let encoder = unsafe vips_foreign_find_save_target(type.suffix),
      let option = unsafe shim_option(encoder, name)
    else { return nil }
    var (least, most): (Int32, Int32) = (0, 0)
    if unsafe shim_integers(option, &least, &most) != 0 {
      if name == "Q" { least = max(least, Int32(type.leastQuality)) }
      let isTaken = Int32(value).map { (least...most).contains($0) } ?? false
      return isTaken ? nil : "a whole number from \(least) to \(most)"
    }
    var (lowest, highest) = (0.0, 0.0)
    if unsafe shim_numbers(option, &lowest, &highest) != 0 {
      let isTaken = Double(value).map { (lowest...highest).contains($0) } ?? false
      return isTaken ? nil : "a number from \(lowest) to \(highest)"
    }
    if unsafe shim_is_switch(option) != 0 {
      let words = ["true", "yes", "1", "false", "no", "0"]
      return words.contains(value.lowercased()) ? nil : "true or false"
    }
    var words: [String] = []
    while let word = unsafe shim_word(option, UInt32(words.count)) {
      words.append(unsafe String(cString: word))
    }
    return words.isEmpty || words.contains(value) ? nil : "one of \(words.joined(separator: ", "))"
  }
}
