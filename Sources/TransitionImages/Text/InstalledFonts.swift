internal import TransitionFontconfig
internal import TransitionSystem

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
    let pattern = unsafe FcPatternCreate()
    let objects = unsafe FcObjectSetCreate()
    defer {
      unsafe FcPatternDestroy(pattern)
      unsafe FcObjectSetDestroy(objects)
    }
    _ = unsafe FcObjectSetAdd(objects, FC_FAMILY)
    guard let set = unsafe FcFontList(nil, pattern, objects) else { return [] }
    defer { unsafe FcFontSetDestroy(set) }
    var names: Set<String> = []
    for index in 0..<Int(unsafe set.pointee.nfont) {
      var number: Int32 = 0
      var name: UnsafeMutablePointer<FcChar8>?
      // A family may have a name in each language.
      while unsafe FcPatternGetString(set.pointee.fonts[index], FC_FAMILY, number, &name)
        == FcResultMatch, let text = unsafe name
      {
        names.insert(unsafe String(cString: text))
        number += 1
      }
    }
    return names.sorted()
  }()

  private static let foldedFamilies = Set(families.map(folded))

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != " " }
  }
}
