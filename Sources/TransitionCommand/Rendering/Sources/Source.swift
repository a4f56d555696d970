internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// What a picture of a show is: a file, numbered files, a film, or a color that fills the frame.
///
/// A kind of source is one type with the type that it is once its header has been read. What is
/// not declared here, nobody asks of a source.
protocol Source: Sendable {
  /// The path, the pattern or the color, as it is given.
  var name: Path { get }
  /// The word for it in counts.
  var noun: String { get }
  /// What tells it from other sources before it is opened.
  var id: String { get }
  /// The first of its files, by which it is sorted among others; `nil` for a color.
  var file: Path? { get }
  var files: [Path] { get }
  /// The number of frames that it has of its own; 1 if it always looks the same.
  var count: Int { get }
  /// The subjects of options that are for it.
  var subjects: Set<OptionDefinition.Subject> { get }

  /// Whether each of its frames is cut off as if it were alone.
  var fitsEachFrame: Bool { get }
  /// The frames that it has in a second; `nil` if none follow each other in time.
  var rate: FrameRate? { get }
  /// The part of a film whose sound is heard; `nil` if there is none.
  var sound: FilmClip? { get }

  /// Reads its header, and keeps a file open if so asked; `role` is the meaning of the picture, for
  /// errors.
  func open(
    as role: String, pixelLimit: Int?, staysOpen: Bool
  ) throws(ImageFileError) -> any OpenedSource
  /// What tells its pictures from others; `nil` if a file of it cannot be read twice.
  var identity: SourceIdentity? { get }

  /// Refuses outputs that would be among its files in this run or the next.
  func check(_ outputs: Outputs, _ plan: Plan) throws(Failure)
  /// The range to write down for it in a list, if it has one.
  var writtenRange: ClosedRange<Int>? { get }
  /// Sentences about its name and its files; `position` is that of its line in a list.
  func remarks(at position: ListPosition?) -> [String]
  var json: [(String, JSON)] { get }
  /// What a table says of it after its size; empty for one that always looks the same.
  var details: String { get }
  /// A frame as a table names it; `nil` if all frames are the same.
  func text(ofFrame frame: Int) -> String?
  /// The time of a frame by its own clock, in seconds; `nil` if it has none.
  func time(ofFrame frame: Int) -> Double?
}

extension Source {
  var noun: String { "picture" }
  var file: Path? { name }
  var files: [Path] { [file].compactMap(\.self) }
  var count: Int { 1 }
  var subjects: Set<OptionDefinition.Subject> { [.still, .motion] }
  var fitsEachFrame: Bool { false }
  var rate: FrameRate? { nil }
  var sound: FilmClip? { nil }
  var writtenRange: ClosedRange<Int>? { nil }
  var json: [(String, JSON)] { [("path", .string(name))] }
  var details: String { "" }
  func check(_ outputs: Outputs, _ plan: Plan) throws(Failure) {}
  func remarks(at position: ListPosition?) -> [String] { [] }
  func text(ofFrame frame: Int) -> String? { nil }
  func time(ofFrame frame: Int) -> Double? { nil }

  /// Whether it is one color, of which nothing can be cut off and nothing moves.
  var isColor: Bool { file == nil }
  /// Whether it is read from its first frame to its last, and cannot go back: a film.
  var isForwardOnly: Bool { count > 1 && rate != nil }
  /// Whether it is a drawing, by its name: nobody has taken it.
  var isDrawing: Bool { ["svg", "svgz", "pdf"].contains(name.fileExtension?.lowercased()) }
  /// What else a drawing looks by, as it may have text: the system's fonts and language.
  var fonts: String { isDrawing ? ", fonts \(installedFonts)" : "" }
}

/// The checksums of what fonts are installed.
private let installedFonts = Fingerprint(Array(InstalledFonts.description.utf8)).digits

/// What tells the pictures of a source from others: of files, their contents; of films and of the
/// files of sequences, which may be large, their names, sizes and times of modification.
struct SourceIdentity: Sendable {
  /// What all its frames share.
  var text: String
  /// What each frame has alone; `nil` if they are all the same.
  var ofFrame: (@Sendable (Int) -> String)?
  /// Whether it still is what its file has.
  var isCurrent: @Sendable () -> Bool = { true }
}

/// A source whose header has been read.
protocol OpenedSource: Sendable {
  /// The file that speaks for all; `nil` for a film and a color.
  var image: ImageFile? { get }
  /// The size; `nil` for a color, which has that of the frame.
  var size: Size? { get }
  /// The format in which it can be kept without loss.
  var format: PixelFormat { get }
  /// Whether it has no color but grays.
  var isGray: Bool { get }
  /// The kind of HDR that is brought to the light of ordinary screens; `nil` of all else.
  var nameOfHDR: String? { get }
  /// Whether it is another picture in each frame.
  var isClip: Bool { get }
  /// The bytes that reading one frame takes, beside those of a decoded file.
  var bytesPerFrame: Int { get }

  /// The picture in memory, the first of several, in sRGB, or in a profile if it is the file's own.
  func picture(keeping profile: ColorProfile?) throws(Failure) -> DecodedPicture
  /// The pictures of one showing; `nil` of what always looks the same.
  func footage(_ showing: Showing) -> Footage?
}

extension OpenedSource {
  var nameOfHDR: String? { nil }
  var isClip: Bool { false }
  var bytesPerFrame: Int { 0 }
  func footage(_ showing: Showing) -> Footage? { nil }
}

/// How the pictures of a source are shown.
struct Showing: Sendable {
  /// The frame that each picture is brought to.
  let canvas: Canvas
  let format: PixelFormat
  /// The profile that colors stay in, if not sRGB.
  let profile: ColorProfile?
  /// The meaning of the picture, for errors.
  let role: String
  /// The number of the last frame that is shown.
  let last: Int
  /// How it moves in the frame; `nil` if it stands still there.
  var motion: ShownMotion?
}

/// A motion over the frames that show an item.
struct ShownMotion: Sendable {
  let motion: Motion
  let easing: Easing
  /// The frames from its beginning to its end.
  let frames: Int
  /// How long these take.
  let seconds: Double

  /// How far it has come in a frame, 0...1.
  func share(at frame: Int) -> Double {
    easing(Double(frame) / Double(max(1, frames - 1)))
  }
}
