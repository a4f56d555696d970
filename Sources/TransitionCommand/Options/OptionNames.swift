internal import GLTransitions
internal import TransitionKit

/// The options that there are, by all their names.
struct OptionNames {
  /// An option as an argument has it.
  struct Use {
    let option: OptionDefinition
    /// The name by which it is called, in lower case.
    var name: String
    /// Whether the name begins with `no-`.
    var isNegated = false
    var value: String?
  }

  let options: [OptionDefinition]
  /// By letters.
  private let letters: [Unicode.Scalar: OptionDefinition]
  /// By names in lower case, without synonyms.
  private let names: [String: Use]
  private let synonyms: [String: Use]
  /// For each option that is listed, and for its opposite, the names that may be cut short.
  private let lengthy: [[Use]]

  init(_ options: [OptionDefinition]) {
    self.options = options
    letters = Dictionary(
      options.compactMap { option in option.letter?.unicodeScalars.first.map { ($0, option) } }
    ) { first, _ in first }
    let negated = options.filter { $0.form == .invertibleFlag }
      .map { Use(option: $0, name: "no-" + $0.name, isNegated: true) }
    func table(_ uses: [Use]) -> [String: Use] {
      Dictionary(uses.map { ($0.name, $0) }) { first, _ in first }
    }
    names = table(options.map { Use(option: $0, name: $0.name) } + negated)
    lengthy =
      options.filter(\.isListed).map { option in
        option.longNames.map { Use(option: option, name: $0) }
      } + negated.filter(\.option.isListed).map { [$0] }
    synonyms = table(
      options.flatMap { option in option.synonyms.map { Use(option: option, name: $0) } })
  }

  /// The option of a letter; `nil` if none has it.
  func option(_ letter: Unicode.Scalar) -> OptionDefinition? { letters[letter] }

  /// The option that has a name in lower case, or else the one that has it for a synonym.
  func use(exactly name: String) -> Use? { names[name] ?? synonyms[name] }

  /// The option that a name in lower case stands for: the one that has it, or else the one that has
  /// it for a synonym, or else the only one whose name begins with it: of the original, or of the
  /// first version, or at all.
  func use(named word: String) throws(Failure) -> Use {
    if let exact = use(exactly: word) { return exact }
    let answer = Self.answers[word]
    let longer =
      answer == nil
      ? lengthy.compactMap { uses in
        uses.first { !word.isEmpty && $0.name.utf8.starts(with: word.utf8) }
      } : []
    let meant =
      [Self.original, Self.earlier].lazy
      .map { names in longer.filter { names.contains($0.option.name) } }
      .first { $0.count == 1 } ?? longer
    guard meant.count <= 1 else {
      throw .usage("ambiguous option: --\(word): \(longer.map { "--" + $0.name }.listed("or"))")
    }
    if var only = meant.first {
      only.name = word
      return only
    }
    let known = options.filter { $0.isListed && $0.name.count > 1 }
      .flatMap { [$0.name] + $0.synonyms }.map { "--" + $0 }
    let hint =
      (answer ?? Self.shaderHint(word)).map { " (\($0))" }
      ?? Suggestion.phrase(for: "--" + word, among: known)
    throw .usage("unknown option: --\(word)\(hint)")
  }

  /// The options of the original: a beginning that was unmistakable in it stays so, whatever is
  /// added.
  private static let original: Set<String> = [
    "angle", "backsideimage", "baroffset", "basename", "bottomheight", "center", "color",
    "compression", "count", "exportfiletype", "extent", "fadethreshold", "filterproperties",
    "foldshadowamount", "help", "listtransitionfilters", "maskimage", "numberoffolds", "opacity",
    "outputdir", "radius", "scale", "shadowamount", "shadowdensity", "shadowextent", "shadowoffset",
    "shadowradius", "shadowsize", "softwarerender", "sourceimage", "striationcontrast",
    "striationstrength", "targetimage", "transitionfilter", "verbose", "version", "width",
  ]

  /// The options that were added to those first, of which the same is true.
  private static let earlier: Set<String> = original.union([
    "allow-any-type", "background", "chroma", "codec", "columns", "contact-sheet", "depth",
    "dither", "dry-run", "easing", "endpoints", "filterhelp", "fit", "focus", "fps", "frames",
    "from", "gaps", "generate-completion-script", "hold", "invert", "jobs", "json", "labels",
    "length", "loop", "matrix", "max-pixels", "maxstriationradius", "missing", "music", "mute",
    "no-overwrite", "order", "output", "padding", "pan-zoom", "pixel-format", "plan-frames",
    "plays", "print-list", "progress", "quality", "quiet", "range", "repeat", "reverse",
    "save-options", "seed", "set", "shadingimage", "shard", "size", "skip-existing", "softness",
    "start-number", "time", "to", "untrusted", "working-space", "zoom",
  ])

  /// What does the work of options that other programs have, by their names.
  private static let answers: [String: String] = {
    let sound = "--music adds music to a film, --mute leaves out the sound of clips"
    let encoder = "--quality, or an option of ffmpeg by --save-options, such as crf=23,preset=slow"
    let words = "--caption writes words on pictures, --title large ones"
    let mark = "--watermark lays a picture over all frames, --caption writes words"
    let shape = "--size has one: 1920x1080, square or vertical"
    let pace = "--hold says how long each picture is shown, --length how long all are"
    let kind = "the output's name says what is made, as in '-o show.mp4'"
    let color = "--text-color is that of captions and titles"
    let letters = "--text-size is that of captions and titles"
    let existing = "what is there is replaced, unless --no-overwrite or --skip-existing is given"
    return [
      "aspect": shape, "audio": sound, "background-music": sound, "bitrate": encoder,
      "caption-color": color, "caption-size": letters, "crf": encoder,
      "crossfade": "--transition dissolve, for as long as --duration says",
      "cut": "--transition cut joins pictures without frames between them", "delay": pace,
      "fade-in": "black as the first picture fades in; --sound-fade-in is for sound",
      "fade-out": "black as the last one fades out; --sound-fade-out is for sound",
      "font-color": color, "font-size": letters, "gif": kind, "interval": pace,
      "landscape": shape, "logo": mark, "mp4": kind, "overlay": mark, "overwrite": existing,
      "portrait": shape, "preset": encoder,
      "preview": "--draft makes a small film fast, --contact-sheet a picture",
      "random": "--transition random", "ratio": shape, "resize": shape,
      "shuffle": "write a list, as by 'ls *.jpg | shuf >show.list', and show @show.list",
      "sound": sound, "square": shape, "subtitles": words, "text": words,
      "title-color": color, "title-size": letters,
      "trim": "--from and --to show a part of a film", "tune": encoder, "vertical": shape,
      "webm": kind, "yes": existing,
    ]
  }()

  /// The way to a parameter of shipped shaders; `nil` if none has it.
  private static func shaderHint(_ name: String) -> String? {
    let owners = ShippedTransitions.all.filter { filter in
      filter.parameters.contains { $0.name.lowercased() == name }
    }.map(\.name)
    guard let owner = owners.first else { return nil }
    return "it belongs to \(owners.listed("and")): --set \(name)=, or \(owner):\(name)="
  }
}
