internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The line of a picture in a list: its name, and the options of that picture and of the way from
/// it to the next.
struct PictureLine: Sendable {
  /// The picture's path from the working folder, or the name of a color.
  let name: Path
  let position: ListPosition

  let hold: Hold?
  let fit: Fit?
  let focus: Focus?
  let panZoom: PanZoom?
  let zoom: Zoom?
  /// The frames of a sequence.
  let range: NumberRange?
  /// The times at which a film begins and ends.
  let from, to: FilmTime?

  let transition: Word?
  /// The parameters of the transition.
  let assignments: [Assignment]
  let count: Length?
  let easing: Easing?

  /// Whether it says something of the way to the next picture.
  var hasStep: Bool {
    transition != nil || !assignments.isEmpty || count != nil || easing != nil
  }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - token: its first word.
  ///   - options: the others.
  ///   - settings: the declarations of the options.
  ///   - folder: the folder that names are relative to.
  /// - Throws: a usage error with its position.
  init(
    _ token: ListScanner.Token, _ options: Arguments, _ settings: Settings, in folder: Path
  ) throws(Failure) {
    position = token.position
    name = try Self.name(token, in: folder)
    hold = try settings.$hold.value(in: options)
    fit = try settings.$fit.value(in: options) ?? nil
    focus = try settings.$focus.value(in: options) ?? nil
    panZoom = try settings.$panZoom.value(in: options)
    zoom = try settings.$zoom.value(in: options)
    range = try settings.$range.value(in: options) ?? nil
    from = try settings.$from.value(in: options) ?? nil
    to = try settings.$to.value(in: options) ?? nil
    count = try settings.$count.value(in: options)
    easing = try settings.$easing.value(in: options)
    transition = options.words(of: settings.$filters.definition).first
    assignments = try Assignment.all(in: options, settings, origin: .line)
    try Self.checkTwice(options, assignments)
  }

  /// The path of a picture, or the color, that begins a line.
  private static func name(
    _ token: ListScanner.Token, in folder: Path
  ) throws(Failure) -> Path {
    guard let first = token.bytes.first else {
      throw Failure.usage("the picture's name is empty").located(at: token.position)
    }
    if first == UInt8(ascii: "@") {
      let name = String(decoding: token.bytes, as: UTF8.self)
      throw Failure.usage("a list holds no other list; ./\(name) is the picture")
        .located(at: token.position)
    }
    let name = Path(bytes: token.bytes)
    return GivenPicture.color(of: name) == nil ? name.resolved(in: folder) : name
  }

  /// Refuses an option that is given twice: one of a picture's own settings has one value.
  private static func checkTwice(
    _ options: Arguments, _ assignments: [Assignment]
  ) throws(Failure) {
    var seen: Set<String> = []
    for given in options.values where given.option.form != .values || given.option.hasHelp {
      guard seen.insert(given.option.name).inserted else {
        throw .usage("\(given.label) is given twice on this line")
      }
    }
    for assignment in assignments where assignment.isSet {
      guard seen.insert("--set " + assignment.name).inserted else {
        throw .usage("\(assignment.label) is given twice on this line")
      }
    }
  }
}
