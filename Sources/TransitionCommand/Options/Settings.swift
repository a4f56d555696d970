internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Every option of the command line with its value, in the order in which help lists them.
struct Settings {
  @Setting(
    "sourceimage", "s", in: .original, .path(),
    "The picture that the transition starts from.", synonyms: ["from", "input"])
  var source: Path?

  @Setting(
    "targetimage", "d", in: .original, each: .path(),
    "The picture that it ends at; given again, the next one that the frames lead to.",
    synonyms: ["to"])
  var targets: [Path]

  @Setting(
    "transitionfilter", in: .show, scope: .step, each: .filter,
    "The transition: -l lists them, and cut is none. Give it again for the next step; several "
      + "take turns. random deals those that suit photographs, random:all nearly all, and "
      + "random:swipe,mod these; swipe:angle=45deg:duration=2s has its own parameters.",
    default: "dissolve",
    synonyms: ["filter", "transition", "effect"], preferred: "transition")
  var filters: [String]

  @Setting(
    "set", in: .show, scope: .step, each: .text("NAME=VALUE"),
    "Set any parameter of a transition, above all one that has no option of its own.")
  var assigned: [String]

  @Setting(
    "outputdir", "o", in: .output, scope: .run, .path("OUTPUT"),
    "film.mp4 (.mov, .mkv, .webm); an animation, turn.webp (.gif); a page to look at, show.html; "
      + "frames, turn_####.png or turn_%04d.png; one frame by its name; - for stdout; or else, and "
      + "with -b, a folder for frames, made if it is missing.",
    synonyms: ["output-dir", "outdir", "folder"])
  var folder: Path?

  @Setting(
    "basename", "b", in: .frames, .text("NAME"), "What the frames' names in a folder begin with.",
    default: "frame", synonyms: ["prefix"])
  var basename: String?

  @Setting(
    "count", "c", in: .time, decidesPicture: true, scope: .step, .length,
    "The length of each transition: a time, 1.5s, which is added to those of --hold; with -c "
      + "and --count also frames, both ends included.", default: "30 frames; 1s in a slideshow",
    synonyms: ["frames-count", "frame-count", "duration"], preferred: "duration")
  var count = Length.frames(30)

  @Setting(
    "exportfiletype", "t", in: .frames, scope: .show,
    .text("TYPE", completion: .words(FileType.suggestions)),
    "public.tiff, public.png, public.jpeg, or an extension such as webp; with -o -, "
      + "that of the animation or the one frame.",
    default: "public.tiff", synonyms: ["type", "format", "filetype"])
  var type: String?

  @Setting(
    "output", in: .output, scope: .run, .path("PATTERN"),
    "The same, but never a folder.", synonyms: ["out", "outfile", "output-file"])
  var output: Path?

  @Setting(
    "padding", in: .frames, scope: .show, .integer(1...20),
    "Digits of the numbers in names that -b begins.",
    default: "3")
  var padding: Int?

  @Setting(
    "start-number", in: .frames, decidesPicture: true, scope: .show, .integer(0...1_000_000_000),
    "The number of the first frame.")
  var startNumber = 0

  @Setting(
    "quality", in: .output, .integer(1...100),
    "Quality of films and of lossy pictures. Pictures have full chroma from 90.")
  var quality = 90

  @Setting(
    "save-options", in: .output, .text("K=V,…"),
    "Options for the encoder: of ffmpeg, preset=slow, or of libvips, compression=lzw.")
  var saveOptions = ""

  @Setting(
    "music", in: .sound, each: .song,
    "Music for a film, under the sound of its clips: one song after the other, repeated if they "
      + "are short, faded where they are cut off. song.mp3:from=42s:to=2:10 is a part of one.",
    synonyms: ["soundtrack"])
  var music: [Song]

  @Setting("music-volume", in: .sound, .volume, "How loud music is: 50%, -6dB.")
  var musicVolume = Volume.whole

  @Setting(
    "duck", in: .sound, .duck, "How loud music is while a clip is heard: -14dB, 20%, or off.")
  var duck = Duck.usual

  @Setting("mute", in: .sound, "Leave out the sound of the clips.")
  var isMute: Bool

  @Setting(
    "volume", in: .sound, scope: .picture, subject: .film, .volume,
    "How loud the sound of clips is: 50%, to 400%; -6dB, to 12dB; or 0.")
  var volume = Volume.whole

  @Setting(
    "sound-fade-in", in: .sound, scope: .picture, subject: .film, .filmTime,
    "How long a clip's sound fades in, 2s, besides its transition's fade.", default: "no time")
  var soundFadeIn: FilmTime?

  @Setting(
    "sound-fade-out", in: .sound, scope: .picture, subject: .film, .filmTime,
    "How long it fades out, besides its transition's fade.", default: "no time")
  var soundFadeOut: FilmTime?

  @Setting(
    "loudness", in: .sound, .loudness,
    "Bring each clip and each song to one loudness, in LUFS: -16, which is on, or off.")
  var loudness = Loudness.off

  @Setting(
    "plays", in: .output, .integer(0...65_535),
    "How often an animation is shown; 0 is forever.", default: "0")
  var plays: Int?

  @Setting(
    "contact-sheet", in: .output, scope: .run, .path("FILE"),
    "One picture with small frames of the whole, beside the other output or alone.")
  var contactSheet: Path?

  @Setting(
    "sheet", in: .output, .choice("all|joints"),
    "What it shows: all, or joints, the middle of each step and a frame on each side.",
    default: "all")
  var sheet: ContactSheet.Extent?

  @Setting(
    "columns", in: .output, .integer(1...1000), "Frames side by side on it.",
    default: "about as many as there are rows")
  var columns: Int?

  @Setting(
    "labels", in: .output, .choice("number|time"),
    "Write the number below each frame on it, or the time in the transition, 0 to 1.",
    default: "none")
  var labels: ContactSheet.Labels?

  @Setting(
    "skip-existing", in: .frames,
    "Keep the frames that a run with it has made; of a changed show, those that are the same.",
    synonyms: ["resume", "continue"])
  var skipsExisting: Bool

  @Setting("no-overwrite", in: .frames, "Refuse to begin if what would be made is there.")
  var refusesExisting: Bool

  @Setting(
    "missing", in: .frames,
    "Render nothing; print the missing frames as --frames takes them; status 1 if any.")
  var listsMissing: Bool

  @Setting(
    "pixel-format", in: .streams, .choice("FORMAT"),
    "What --output - writes: y4m, rgb24, rgba, rgb48, rgba64 (little-endian) or ppm.",
    default: "y4m")
  var packing: FrameStream.Packing?

  @Setting(
    "fps", in: .time, .rate, "Frames a second, such as 25 or 30000/1001.",
    default: "30, or the first film's", synonyms: ["fps-rate", "frame-rate", "framerate", "rate"])
  var rate: FrameRate?

  @Setting(
    "chroma", in: .streams, .choice("444|420", of: [.full, .quarter]),
    "Color samples of y4m: 444, or 420 for one in four pixels.", default: "444")
  var chroma: PlanarFormat.Chroma?

  @Setting(
    "matrix", in: .streams, .choice("bt601|bt709", of: [.bt601, .bt709]),
    "The colors of y4m: bt601, which its readers assume, or bt709.", default: "bt601")
  var matrix: VideoMatrix?

  @Setting(
    "hold", in: .time, decidesPicture: true, scope: .picture, subject: .still, .hold,
    "How long a picture is held: a time, 3s, or frames.", default: "one frame; 3s in a slideshow")
  var hold = Hold.moment

  @Setting(
    "length", in: .time, .wholeLength,
    "The length of the whole, 60s, or music for that of --music: the pictures share what the "
      + "transitions leave of it.")
  var length: WholeLength?

  @Setting(
    "order", in: .show, scope: .show, .choice("HOW"),
    "Sort the pictures: by name, pic2 before pic10, or by date, when they were taken or else "
      + "written. Colors, and by date drawings, stay where they are.",
    default: "as they are named, folders by name", synonyms: ["sort"])
  var order: PictureOrder?

  @Setting(
    "range", in: .show, scope: .picture, subject: .sequence, .numberRange,
    "The frames of a numbered sequence, plate.%04d.png or plate.####.png, by their numbers.",
    default: "from the lowest to the highest")
  var range: ClosedRange<Int>?

  @Setting(
    "from", in: .show, scope: .line, subject: .film, .filmTime,
    "Where a film begins, 3s or 1:02.5: in boat.mp4:from=3s, or in a list; anywhere else --from is -s."
  )
  var from: FilmTime?

  @Setting(
    "to", in: .show, scope: .line, subject: .film, .filmTime,
    "Where a film ends: in boat.mp4:from=3s:to=9.5s, or in a list; elsewhere --to is -d.")
  var to: FilmTime?

  @Setting(
    "speed", in: .show, decidesPicture: true, scope: .picture, subject: .clip, .speed,
    "How fast films and numbered sequences are shown: 2x, 50%, 0.25x. Sound keeps its pitch.")
  var speed = Speed.normal

  @Setting(
    "gaps", in: .show, subject: .sequence, .choice("HOW"),
    "A missing file of a sequence is an error, or the one before it stands in: error or hold.")
  var gaps = Gaps.error

  @Setting(
    "loop", in: .time, decidesPicture: true,
    "Go back from the last picture to the first, so that the end meets the beginning.")
  var loops: Bool

  @Setting(
    "seed", in: .show, decidesPicture: true, .integer(0...Int.max),
    "Another number makes random deal other transitions.")
  var seed = 1

  @Setting(
    "easing", in: .time, decidesPicture: true, scope: .step, .easing,
    "Speed over time: ease-in-out, cubic-bezier(0.4,0,0.2,1), steps(5), bounce-out and other "
      + "names, which the manual lists.", synonyms: ["ease"])
  var easing = Easing.linear

  @Setting(
    "reverse", in: .time, decidesPicture: true,
    "The same frames in the opposite order, from the target to the source.")
  var isReversed: Bool

  @Setting(
    "endpoints", in: .time, decidesPicture: true, .choice("WHICH"),
    "Whether source and target are frames: both, start (the source), end or none. With start, a "
      + "chain of transitions repeats no frame.")
  var endpoints = Timeline.Endpoints.both

  @Setting(
    "frames", in: .frames, .text("SPEC"),
    "Make only these, by number: 7, 3-9, 0-99x2, 5-, commas between.", default: "all")
  var frames: String?

  @Setting(
    "shard", in: .frames, .shard,
    "Make only the K-th of N equal parts of these frames, K from 1.")
  var shard = Shard.whole

  @Setting(
    "time", in: .frames, decidesPicture: true, scope: .show, .onlyTime,
    "Make one frame: of a time of the show, 12.5s, or from 0 to 1 between two pictures, not eased.")
  var time: OnlyTime?

  @Setting(
    "fit", in: .look, decidesPicture: true, scope: .picture, .choice("HOW"),
    "How pictures of another size are fitted: cover, contain, contain-blur (over a blurred copy), "
      + "stretch or none.",
    default: "cover; contain-blur in a slideshow of several shapes without --size; masks stretch")
  var fit: Fit?

  @Setting(
    "focus", in: .look, decidesPicture: true, scope: .picture, .focus,
    "What stays in sight where --fit cover cuts pictures off: a point from the bottom left, "
      + "60%,70%, center, or attention, for what draws the eye.",
    default: "center; attention with --pan-zoom auto")
  var focus: Focus?

  @Setting(
    "pan-zoom", in: .look, decidesPicture: true, scope: .picture, subject: .motion, .panZoom,
    "Move pictures while they are shown: in, out, auto (by turns, and along what is cut off), "
      + "left-to-right and its like, or between rectangles of the picture, "
      + "'0,0,100%,100%>55%,20%,30%,30%'. Films and sequences move where it is their own.",
    synonyms: ["ken-burns", "kenburns"])
  var panZoom = PanZoom.still

  @Setting(
    "zoom", in: .look, decidesPicture: true, scope: .picture, subject: .motion, .zoom,
    "How much --pan-zoom enlarges; rectangles say so themselves.")
  var zoom = Zoom.standard

  @Setting(
    "pan-zoom-easing", in: .look, decidesPicture: true, scope: .picture, subject: .motion, .easing,
    "Speed of --pan-zoom over time, by the names of --easing.")
  var panZoomEasing = Easing.linear

  @Setting(
    "size", in: .look, decidesPicture: true, .size,
    "The frames' size: 1920x1080; 1920x or x1080, whose other side follows from the first "
      + "picture, or 50% of it; 720p, 1080p, 1440p, 4k, square or vertical.",
    default: "the first picture's; 1080p in a slideshow of several shapes", synonyms: ["resolution"]
  )
  var size: FrameSize?

  @Setting(
    "background", in: .look, decidesPicture: true, .color,
    "Color of margins, and under alpha where the file type has none.", default: "black")
  var background: Color?

  @Setting(
    "working-space", in: .look, decidesPicture: true, .choice("SPACE"),
    "Where colors are mixed: linear (light) or srgb (values, as video tools do).",
    default: "linear, and srgb for .glsl files")
  var workingSpace: WorkingSpace?

  @Setting(
    "dither", in: .look, decidesPicture: true,
    "Dither computed colors, against rings in dark and slow changes: for frames, animations and "
      + "streams of 8 bits. Films of 8 bits always have it.")
  var dithers: Bool

  @Setting(
    "listtransitionfilters", "l", in: .running,
    "List the transitions: on a terminal, or with -v, in a table with their presets; else their "
      + "names on one line.",
    synonyms: ["list-transitions"])
  var listsFilters: Bool

  @Setting(
    "filterproperties", in: .running, .filter,
    "Print a filter's parameters as JSON, or every filter's.", form: .optionalValue)
  var filterProperties: String?

  @Setting("filterhelp", in: .running, .filter, "Print the help of one filter.")
  var filterHelp: String?

  @Setting(
    "verbose", "v", in: .running, "Report the plan, each frame and the time taken.",
    isInvertible: true)
  var isVerbose: Bool

  @Setting(
    "dry-run", in: .running,
    "Render nothing; print the plan: each picture and each transition, with its time and parameters."
  )
  var isDryRun: Bool

  @Setting("plan-frames", in: .running, "With --dry-run, list each frame, too, with its time.")
  var plansFrames: Bool

  @Setting("json", in: .running, "With --dry-run, print the plan as JSON, with all frames.")
  var printsJSON: Bool

  @Setting(
    "print-list", in: .running,
    "Render nothing; print the show as a list for @LIST: every picture, transition and parameter.")
  var printsList: Bool

  @Setting(
    "progress", in: .running, .choice("WHEN"),
    "A bar with the time left: auto (on a terminal, after a second), always or never; or json: "
      + "all on stderr as JSON, an object a line.")
  var progress = ProgressBar.When.auto

  @Setting(
    "watch", in: .running,
    "Make the output again whenever a list, picture, shader or other file of it changes; ^C ends it."
  )
  var watches: Bool

  @Setting("quiet", "q", in: .running, "Report nothing but errors.")
  var isQuiet: Bool

  @Setting(
    "jobs", in: .running, .integer(1...1024), "Frames made at once.",
    default: "one for each processor that the process may use", synonyms: ["threads"])
  var jobs: Int?

  @Setting(
    "max-pixels", in: .running, .integer(0...Int.max),
    "Refuse pictures with more pixels; 0 for no limit.")
  var maxPixels = 1_000_000_000

  @Setting(
    "allow-any-type", in: .running,
    "Also read types that libvips may show wrongly.")
  var allowsAnyType: Bool

  @Setting(
    "untrusted", in: .running,
    "Read only JPEG, PNG, TIFF, WebP, GIF, HEIC and AVIF, with 50000000 pixels at most unless "
      + "--max-pixels says otherwise, and refuse films, music, paths of shaders and fonts, and "
      + "options of the encoder: for pictures from strangers.")
  var isUntrusted: Bool

  @Setting(
    "softwarerender", in: .original,
    "Accepted as in the original; rendering is always in software.")
  var isSoftwareRender: Bool

  @Setting("version", in: .help, "Show the version.")
  var showsVersion: Bool

  @Setting("h", "h", in: .help, "Show the help that fits a screen.")
  var showsShortHelp: Bool

  @Setting("help", in: .help, "Show all help, or that of a transition, an option or agents.")
  var showsHelp: Bool

  @Setting(
    "generate-completion-script", in: .help, .choice("SHELL"),
    "Print completions for bash, zsh or fish.")
  var completedShell: Completions.Shell?

  @Setting("generate", in: .help, .choice("DOCUMENT"), "")
  var generated: Document?

  let film = FilmSettings()
  var words = WordSettings()

  /// The parameters of the filters, one for each name that some filter declares.
  let parameters = Setting<String?>.ofParameters

  /// The pictures and folders that are named without an option, first to last.
  var entries: [Entry] = []

  /// The options that the command line itself gives, by name.
  var onCommandLine: Set<String> = []

  /// The options that it gives several values, and that single pictures or steps could have.
  var repeated: [String] = []

  /// The lists among them.
  var lists: [ListFile] = []

  /// The transitions for steps that name none, in turn.
  var transitions: [Word] = []

  /// The values of the filters' parameters in their order: the last of several counts.
  var assignments: [Assignment] = []

  init() {}
}
