internal import TransitionFontconfig
internal import TransitionSystem
internal import TransitionVips

/// The families of fonts that the system has.
package enum InstalledFonts {
  /// Names that stand for whichever family the system takes for them.
  private static let generic: Set = [
    "sans-serif", "sans", "serif", "monospace", "mono", "cursive", "fantasy", "system-ui",
  ]

  /// Whether a family is installed, or its name stands for one. Case and blanks do not count.
  static func has(_ family: String) -> Bool {
    let folded = folded(family)
    return generic.contains(folded) || foldedFamilies.contains(folded)
  }

  /// Gives the first face of a font in a file a family, by which it alone is found.
  ///
  /// By the name that it has itself another font might be: of another weight, or an installed one.
  /// Text must not have been drawn before: Pango looks for fonts once.
  /// - Returns: how many characters it has; `nil` if there is no face.
  static func add(_ file: Path, as family: String) -> Int? {
    let path = file.cString.map { UInt8(bitPattern: $0) }
    guard unsafe FcConfigAppFontAddFile(nil, path) == FcTrue,
      let set = unsafe FcConfigGetFonts(nil, FcSetApplication)
    else { return nil }
    var count: Int?
    for index in 0..<Int(unsafe set.pointee.nfont) {
      let pattern = unsafe set.pointee.fonts[index]
      var name: UnsafeMutablePointer<FcChar8>?
      var face: Int32 = 0
      guard unsafe FcPatternGetString(pattern, FC_FILE, 0, &name) == FcResultMatch,
        let name = unsafe name, unsafe String(cString: name) == "\(file)",
        unsafe FcPatternGetInteger(pattern, FC_INDEX, 0, &face) == FcResultMatch,
        // The upper half is the number of a variation.
        face & 0xFFFF == 0
      else { continue }
      guard unsafe FcPatternAddString(pattern, FC_FAMILY, Array(family.utf8) + [0]) == FcTrue else {
        return nil
      }
      var characters: OpaquePointer?
      _ = unsafe FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters)
      count = max(count ?? 0, Int(unsafe characters.map { unsafe FcCharSetCount($0) } ?? 0))
    }
    return count
  }

  /// The names of all families, in order.
  package static let families: [String] = {
    var names: Set<String> = []
    // A family may have a name in each language.
    unsafe forEach([FC_FAMILY]) { unsafe names.formUnion(texts(FC_FAMILY, of: $0)) }
    return names.sorted()
  }()

  /// What text in drawings looks by, beside them: the fonts' names, versions and files, which of
  /// them generic names stand for, and the languages that a drawing may choose by.
  package static let description: String = {
    var lines: [String] = []
    unsafe forEach([FC_FAMILY, FC_STYLE, FC_FONTVERSION, FC_INDEX, FC_FILE]) { pattern in
      guard let name = unsafe FcNameUnparse(pattern) else { return }
      defer { unsafe FcStrFree(name) }
      let file = unsafe texts(FC_FILE, of: pattern).first.flatMap { FileStatus(Path($0)) }
      lines.append(unsafe String(cString: name) + " " + (file?.version.text ?? ""))
    }
    let matches = generic.sorted().map { "\($0) is \(file(of: $0))" }
    let variables: [String] = ["LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG"]
    let languages = variables.map { name in
      unsafe g_getenv(name).map { unsafe String(cString: $0) } ?? "unset"
    }
    return Array([lines.sorted(), matches, languages].joined()).joined(separator: "\n")
  }()

  /// The file of the font that is taken for a family.
  private static func file(of family: String) -> String {
    let pattern = unsafe FcPatternCreate()
    defer { unsafe FcPatternDestroy(pattern) }
    _ = unsafe FcPatternAddString(pattern, FC_FAMILY, Array(family.utf8) + [0])
    _ = unsafe FcConfigSubstitute(nil, pattern, FcMatchPattern)
    unsafe FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    guard let match = unsafe FcFontMatch(nil, pattern, &result) else { return "none" }
    defer { unsafe FcPatternDestroy(match) }
    return unsafe texts(FC_FILE, of: match).first ?? "none"
  }

  /// Hands over each font, with some of its properties.
  private static func forEach(_ properties: [String], _ body: (OpaquePointer?) -> Void) {
    let pattern = unsafe FcPatternCreate()
    let objects = unsafe FcObjectSetCreate()
    defer {
      unsafe FcPatternDestroy(pattern)
      unsafe FcObjectSetDestroy(objects)
    }
    for property in properties { _ = unsafe FcObjectSetAdd(objects, property) }
    guard let set = unsafe FcFontList(nil, pattern, objects) else { return }
    defer { unsafe FcFontSetDestroy(set) }
    for index in 0..<Int(unsafe set.pointee.nfont) { unsafe body(set.pointee.fonts[index]) }
  }

  /// The texts of a property of a font.
  private static func texts(_ property: String, of font: OpaquePointer?) -> [String] {
    var texts: [String] = []
    var text: UnsafeMutablePointer<FcChar8>?
    while unsafe FcPatternGetString(font, property, Int32(texts.count), &text) == FcResultMatch,
      let text = unsafe text
    {
      texts.append(unsafe String(cString: text))
    }
    return texts
  }

  private static let foldedFamilies = Set(families.map(folded))

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != " " }
  }
}
