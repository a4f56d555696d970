internal import TransitionKit

/// The parts of the manual that no declaration has: paragraphs, some with a title above them.
extension Manual {
  /// The sections before the options.
  static let introduction = """
    ## DESCRIPTION
    dotransition makes films, animations, numbered frames or a stream from pictures, films and
    numbered sequences, with transitions between them. It has the transitions of Apple's Core Image, computed without a Mac,
    and wipes through masks, and it runs the shaders of gl-transitions.com without a graphics card.

    Pictures are shown first to last. A folder stands for the pictures in it, in the order of their
    names (pic2 before pic10); hidden files, subfolders and other files are skipped. A color, such
    as black, #203040 or transparent, is a picture of the frame's size; ./black is a file. --order
    sorts the pictures by name, or by date: when a photograph (EXIF's DateTimeOriginal) or a film
    (QuickTime's creationdate, else creation_time) was taken. A date without a zone has that of most
    of the others, or UTC; a file without a date counts as taken when it was written.

    -o names the output. film.mp4, .mov, .mkv and .webm are films; turn.webp and turn.gif are
    animations. show.html is a page for a browser: it shows each item and each step of a show or,
    for two pictures without --transition, every look with its command to copy. A number in the
    name, turn_####.png (two # or more) or turn_%04d.png, makes a file for each frame. The name of a
    picture takes one frame, which --time, --frames or -c 1 chooses; - is standard output. Anything
    else is a folder, in which -b and -t name the frames: out/frame000.tiff. With -b, the output is
    always a folder; the name of a film or a picture is refused, unless a folder of that name
    exists.

    Each pixel of a GIF is either opaque or fully transparent. Viewers slow down frames that are
    shorter than 0.02 seconds, so above 50 frames a second some frames are left out; the length
    stays the same.

    What is said of one picture alone follows its name after colons, boat.mp4:from=3s:to=9.5s, or
    stands on its line of a list: \(pictureOptions). A folder gives it to all of its pictures that can
    take it. A file of the whole name comes first; after --, and in -s and -d, colons are part of a
    name. title:words is always a title, and ./title:words a file.

    Options come in any order. A value follows after a blank or an equals sign, and may begin with a
    minus. After a letter the blank may be left out, and letters that take no value may stand before
    it: -vc20. A name may be in any case, and may be cut short as long as no other option begins the
    same way: --source. After -- there are no options. File names are taken byte by byte, but for ~/
    at the beginning, which is the home folder, in quotes, too; arguments that are not UTF-8 are refused.

    A parameter that is outside its limits, which --filterproperties tells, is clamped to them, and on
    the command line an option of another transition is ignored, each with a warning. Nothing else
    is guessed: anything that cannot be read or cannot be done is an error that says what would be
    right.
    The bytes of a frame depend only on the pictures, the options and its time, not on the number of
    threads, the machine's name or the clock.

    ## "FILMS AND SLIDESHOWS"
    Each picture is held for --hold, and each transition takes --duration (or --count). Times add
    up: N pictures last N holds and N-1 transitions, exact to the frame, and with --loop N of both.
    A picture without --hold is one frame, the last one of the transition that reaches it. --length
    60s is the length of the whole: the pictures share what the transitions leave of it, but for
    colors that begin or end the show, which are one frame.

    Without --hold, --duration, --count and --length, a show is a slideshow if it has three pictures
    or more, a folder, a --caption or --title, or pictures beside films: --hold 3s, or as long as its
    words take to read, and --duration 1s; a color that begins or ends the show is one frame. Where
    shapes differ and there is no --size, the frames are 1920x1080, or 1080x1920 if more
    than half are upright, with --fit contain-blur. --print-list writes all of it out. Numbered frames
    have none of these defaults, only the counts below.

    A transition for which you give no length takes at most a third of a film or a sequence beside
    it, where it would not fit or the times above hold; of less than two frames it becomes a cut.

    A length without s is in frames: -c 30 counts both ends of a transition, of which frame i is at
    time i/29, so that the first frame is the source and the last one the target, to the bit. P
    pictures held for H frames make P*H + (P-1)*(N-2) frames; nothing is shown twice.

    Each further --transition is that of the next step, and they repeat. A transition's own
    parameters, time and easing follow its name after colons,
    swipe:angle=45deg:width=30%:duration=2s:easing=ease-out, and are stronger than those that the
    options give to all.

    random chooses a transition for each step from those that suit photographs. It repeats none
    until half of the others have been used, puts no similar ones in a row, and alternates
    directions. random:all chooses from nearly all transitions. random:swipe,mod,heart deals those
    named, each once before any again, in the directions that they have. Parameters that you give
    are kept. Another --seed gives another choice.

    The frames are as large as the first picture that has a size, unless --size is given: 1280x720,
    1080p, 4k, square (1080x1080), vertical (1080x1920), 1920x and x1080, whose other side follows
    from that picture, or 50%. Without it a film is at most 3840x2160, or upright 2160x3840. --fit
    tells how pictures of other shapes are brought to it: cover cuts off what is too much, contain
    leaves margins, contain-blur fills them with the picture, blurred, darker and paler, unless parts
    of it are transparent, and none keeps the pixels, from the bottom left corner on.

    --dry-run prints the plan: a line for each picture and each transition with its time, its frames
    and its parameters. --contact-sheet makes one picture of the whole, in which a picture that is
    held is shown once, and what moves by itself, such as a film, by its first, middle and last
    frame; with --sheet joints it has three frames for each transition: the one before it, its
    middle, which is empty for a cut, and the one after it. A page, -o show.html, shows all of that
    in a browser.

    ## "PICTURES THAT MOVE"
    --pan-zoom in goes from all of a picture that covers the frame to a part of it, which is larger
    by --zoom; out is the reverse. auto does both by turns, and pans over what the frame would cut
    off; where a picture is seen for less than five seconds it zooms by less, and one that would be
    cut off by more than half is shown from end to end. left-to-right, right-to-left, top-to-bottom
    and bottom-to-top go from one end to the other, as large as the picture covers the frame, or
    where that is all of it, as large as --zoom leaves. Two rectangles,
    '0,0,100%,100%>55%,20%,30%,30%', are X,Y,WIDTH,HEIGHT from the bottom left, in % of the picture
    or in its pixels: each grows about its middle to the frame's aspect and is moved into the
    picture. Zooms go to --focus, as near as the edges allow: of auto to what draws the eye, unless
    it is given.

    The motion runs through the transitions on both sides, at constant speed: frame j of N, counted
    from the time 0 of the transition to the picture to the time 1 of the one from it, is at j/(N-1)
    of the way, unless --pan-zoom-easing names another speed over time. Films and sequences move if
    they have a --pan-zoom of their own.
    Widths go geometrically, and each point along a straight line. A picture that moves
    covers the frame, whatever --fit. One picture alone is a show if it moves.

    ## "NUMBERED SEQUENCES"
    plate.%04d.png or plate.####.png stands for the files of its folder with such numbers, from the
    lowest to the highest, unless there is a file of that name. %04d and #### are four digits at
    least. --range 1001-1096 chooses; --gaps hold has the file before a missing one stand in, which
    is an error else. All files have one size, depth and profile.

    A sequence lasts as long as it is. A transition between two of them overlaps the end of one and
    the beginning of the next: N and M frames with -c K are N+M-K. Beside a picture that is held the
    transition lies within the sequence. With --loop the show begins where the closing transition
    has led to. A sequence of one frame is a picture.

    ## "FILMS AND SOUND"
    Films stand among pictures: walk.mp4, or another name that ends in \(filmEndings). ffmpeg and
    ffprobe read them, upright, with square pixels, by the matrix and range of their colors, with 16
    bits if they have more than 8, and with alpha.
    HDR (HLG, PQ, Dolby Vision 8) becomes SDR, and so it does in AVIF and HEIC; --reverse is
    refused. Without --fps the show has the rate of the first film, halved until it is at most 60;
    frames of films with other rates are repeated or dropped according to their times. The film of a
    Live Photo is left out where its picture is shown.

    A film lasts as long as it is, or from --from to --to. A transition
    between two films overlaps the end of one and the beginning of the next; beside a picture that
    is held it lies within the film. Sequences and films may be mixed. --transition cut has no frames
    and takes none, of pictures, sequences and films: a picture that is not held is one frame then.

    --speed shows films and sequences faster or slower, from 0.05x to 100x: of their frames some are
    left out or repeated, and sound keeps its pitch. Above 4x and below 0.25x it is left out, unless
    the film has a --volume. --draft makes a film of half the width and height fast, to look at;
    lengths in pixels are halved, too, and a draft replaces nothing but a draft.

    A film that is made has the sound of its films, which crosses where their pictures do; beside a
    picture it fades over the transition. --music FILE lies under it; given again it adds a song,
    which crosses the one before over two seconds. Music is repeated if it is short, faded over two
    seconds where it is cut off, and softer while a film is heard, by --duck. --loudness measures what
    is shown of each film, and each song, and gives each one gain; then come --volume,
    --music-volume and the fades. --mute leaves out the films' own
    sound, and --length music makes the pictures share the time of the music. Where the sum is
    louder than a film can be, a limiter takes it back to 1 dB less. Sound is AAC in .mp4 and .mov,
    and Opus in .webm and .mkv.

    ## "LISTS"
    @FILE stands for the pictures of a list, and @- for those of one on standard input. A line names
    a picture, a film, a folder, a sequence or a color; options follow of that picture
    and of the way from it to the next (--transition, its parameters, --set,
    --count, --duration, --easing). A line that begins with an option is for the whole show.

    The strongest is what follows a name after colons, then the picture's line, the
    command line, lines for the whole show, and defaults. A --transition of the command line is for
    the steps that name none. Names are relative to the list's folder. Quotes and backslashes are
    those of a shell; # begins a comment at the beginning of a line or after a blank, so that colors
    want quotes: '#203040'.

    --print-list prints any show as a list, with the pictures of folders, the transitions that
    random chose and the values of all parameters. It makes the same frames.

    ## "CODECS AND QUALITY"
    The ffmpeg on the PATH makes films: H.264, or VP9 in .webm, or ProRes 4444 in .mov if the
    pictures have alpha. --codec chooses another: h264, h265, av1 or vp9 for .mp4; h264, h265 or
    prores for .mov; vp9 or av1 for .webm; any of them for .mkv. Alpha stays in ProRes, and in VP9
    of 8 bits in .webm and .mkv. --depth 10 makes films of 10 bits, and --quality chooses the
    encoder's quality: 90 is CRF 18 of H.264, 70 is CRF 23, and the others look alike; ProRes has
    one quality. What the local ffmpeg lacks is named, with status 69.

    Colors are those of BT.709, converted and tagged; four pixels share a color sample at their
    left, but in ProRes. They are computed with 16 bits and dithered to 8, so that dark gradients
    show no rings.

    --save-options go to ffmpeg after the tool's own: crf=23,preset=slow. An option begins where a
    comma and name= follow; other commas belong to values. Filters may follow each other:
    vf=crop=640:360,format=yuv444p. For filters, and for pixel formats other than yuv420p, yuv422p,
    yuv444p, their relatives of 10 bits and those with alpha, ffmpeg converts the colors, which
    takes longer. crf, qp, b:v and lossless=1 set the rate of the encoder instead of --quality; with
    qp=0 those of --codec keep every sample. Options that only other encoders have are told once the
    film is made; of those that ffmpeg offers for all, such as qmin and maxrate, some encoders
    ignore some without a word.
    """

  /// The beginning of the section of transitions, and those after it.
  static let transitions = """
    ## TRANSITIONS
    Case, hyphens, underscores and blanks in names do not matter. Short names have defaults in % of
    the frame, so that a transition looks the same at every size; names that begin with CI, such as
    CISwipeTransition, have Core Image's, in pixels. In parentheses after each parameter are its
    default and its usual range, which larger pictures may exceed.

    Those from push on are shaders that come with the tool. A file in a folder of DOTRANSITION_PATH
    goes before one of the same name.

    Coordinates are those of Core Image: pixels, with the origin at the bottom left and y upward. A
    length in % is a part of the frame's shorter side; of points and rectangles x is a part of its
    width and y of its height. Times are seconds, 1.5s, or a clock, 1:30 or 1:02:03.5. Angles are in
    radians, or such as 90deg or 0.25turn, counterclockwise. Colors are names of CSS such as tomato,
    r,g,b or r,g,b,a with components from 0 to 1 or 0% to 100%, or #RGB, #RRGGBB, #RRGGBBAA; they are
    sRGB and not premultiplied.
    """

  static let afterTransitions = """
    ## "MASKS"
    maskwipe and disintegratewithmask show the target where a gray mask is darkest first.
    --maskimage takes a picture, such as the .pgm lumas of Kdenlive and Shotcut, whose 16 bits are
    kept, or the name of one that is drawn at the frame's size: \(masks). A mask's name is a
    transition, too: --transition heart. --softness is the width of the edge, from 0 to 1. A mask of
    two tones stands still between them.

    ## "SHADERS"
    A transition may be a file of GLSL in the form of gl-transitions.com, named by its path or, in a
    folder of DOTRANSITION_PATH, by its name. --set gives its uniforms values; comments in the file
    tell their defaults, ranges and meanings. It runs on the processor, in an interpreter of the
    tool's own, and cannot open files, allocate without bound or run without end.

    ## "TIME"
    --easing sets the speed over time; the ends stay the same. Its names are those of CSS and of
    Penner's equations: \(Easing.names.joined(separator: ", ")),
    \(Easing.functions.joined(separator: ", ")). A curve that overshoots stays at the end until it
    comes back.

    --endpoints tells which of source and target are frames. To chain transitions without showing a
    picture twice, give all but the last one --endpoints start. --reverse makes the same frames in
    the opposite order; with --endpoints start its last frame, not its first, is the source.

    ## "PARTS OF A SEQUENCE"
    --frames names frames by the numbers in their file names: 7, 3-9, 5- (to the end), 0-99x2 or
    0-99:2 (every other one), and commas between. Their times are those of the whole sequence, so
    that parts that are made apart fit together to the bit. --shard K/N takes the K-th of N
    contiguous parts of them; some are empty if N is large, which is no error for numbered files and
    streams.

    --skip-existing goes on with a sequence. A record beside the frames lists each frame that was
    made, with its size, its modification time and a key of all that decides its bytes: the
    pictures, the transition, the moment, the encoding. A frame is kept if the record lists it with
    the key of this command line. It is made again, with a remark, if its key differs, if the record
    does not list it, or if another program has written it since. Copies count as written again
    unless they keep their times, as with cp -a and rsync -a. If the record cannot be read, or none of the frames that it knows is of
    this command line, nothing is written, and the error says why. Without --skip-existing frames
    are replaced, and a run that ends well leaves no record; one that is interrupted does. One that
    makes only some of the frames neither makes nor removes a record: it adds its frames to the
    record of the same render. Frames of another render that it replaces count as missing there.

    --missing prints the frames that are not there, or that the record does not list, in the form
    that --frames takes, and exits with 1 if there are any. Without a record it compares names only,
    and says so.

    ## "WATCHING"
    With --watch the output is made, and made again whenever a list, a picture, a clip, music, a
    mask, a watermark, a font or a shader changes that it is made of, or the pictures in a folder do:
    numbered frames by their keys, as with --skip-existing but over whatever is there; a film by its
    --parts, or as a whole; all else as a whole. A file has changed if its size, its time or who may
    read it has. It is read once all files have been quiet for 0.2 seconds; one that is not whole or
    not there has a second more before that is told, once. What changes while an output is made ends
    that for the next one, but not more than three times in a row. No output is ever there in part.

    A line tells each time what was made; -q leaves it out. It goes on after an error, unless the
    command line itself is wrong. ^C, SIGTERM and SIGHUP end it with status 0, other
    signals as they end every run. Linux tells of changes; where it does not, as on network file
    systems, files are looked at twice a second.

    ## "STREAMS"
    With -o - frames go to standard output, one after the other, in order. y4m is YUV4MPEG2 with 8
    bits in the limited range, as its header says: XCOLORRANGE=LIMITED. Its colors are computed with
    16 bits and dithered, so that dark gradients show no rings. The header has no field for the
    matrix, and readers assume that of BT.601. After --matrix bt709, which suits HD films, tell the
    reader: give ffmpeg -vf scale=in_color_matrix=bt709 for pictures, or -colorspace bt709
    -color_primaries bt709 -color_trc bt709 to tag a film. -o film.mp4 does all that by itself. With
    --chroma 420 four pixels share a color sample in their middle, at odd sizes too; many encoders
    want an even --size. rgb24, rgba, rgb48 and rgba64 are bare pixels, red first, rows from the top,
    alpha not premultiplied; the last two are little-endian (rgb48le), and hold what 8-bit pictures
    have between their codes while they are mixed. ppm is one picture after another, with 16 bits if the
    pictures have them. Streams are sRGB, whatever profile the pictures share.

    When the reader has read enough and closes the pipe, dotransition ends quietly, with status 0.

    Every output may be a FIFO, a character device, a descriptor such as /dev/stdout, or a symbolic
    link to one of these: it gets the finished file, so that --time 0.5 -t png --output /dev/stdout
    pipes a single picture. Such a file is made in TMPDIR. A symbolic link to a file is replaced,
    and the file that it leads to stays as it is. Disks and sockets are refused.

    ## "THE ORIGINAL'S FORM"
    The command began as a clone of dotransition in the MovingImages Ruby gem, and takes its command
    lines as they are: --transitionfilter CIPageCurlTransition -s a.jpg -d b.jpg -o out -b turn -t
    public.png -c 20. -s names the first picture, and -d each other; without
    --transitionfilter they dissolve as CIDissolveTransition. Under --filterproperties the
    names, keys and numbers are those of Core Image.

    ## "COLORS"
    Colors are mixed in linear light, as Core Image does, unless --working-space srgb asks for the
    encoded values. dissolve mixes half in light and half in its square roots, and begins and ends
    gently, but not with an --easing other than linear; CIDissolveTransition and fade mix light alone.
    Frames have the depth of the deeper picture, 8 or 16 bits. Pictures are reduced
    and enlarged in linear light.

    Frames keep the RGB profile that all pictures share, and are mixed on its curve; else, and where
    a color such as black is shown beside them, they are sRGB. They also are if the profile has
    tables of colors or different curves for red, green and blue, or if one of linear light meets a
    step that mixes encoded values, and where --save-options leave the profile out (strip) or embed
    another one (profile=srgb). Colors that are parameters, and pictures beside those that are
    shown, are converted to the frames' profile; masks become sRGB.

    Where a file or a stream has no alpha, --background shows through as light does, or as encoded
    values with --working-space srgb. --dither rounds mixed colors up or down by a fixed pattern of
    fine noise, so that slow changes in the dark show no rings in frames of 8 bits. The least --quality
    of JPEG XL is 5.

    Floating-point samples are linear light from 0 to 1, or values of the file's ICC profile;
    anything brighter becomes white. Colors that a file describes without an ICC profile, as PNG
    does with gAMA, cHRM and cICP, are taken for sRGB. SVG and PDF are drawn at the size that the
    frame needs, with 72 pixels to the inch; SVG that shows another file is refused. The first frame of
    an animation is shown, which a remark says, but an animated JPEG XL is refused, because libvips 8.14 gives its last one.
    No more than 2 GiB are read from a pipe.
    """

  private static var masks: String {
    BuiltInMask.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private static var filmEndings: String {
    (Film.Container.allCases.map(\.rawValue) + Film.Container.others).map { "." + $0 }.listed("or")
  }

  /// The options of a picture, those of single pictures first.
  private static var pictureOptions: String {
    let options = Settings().ofParts.map(\.definition).filter { $0.scope != .step }
    let stills = options.filter { [nil, .still].contains($0.subject) }
    let clips = options.filter { ![nil, .still].contains($0.subject) }
    return (stills + clips).map(\.label).joined(separator: ", ")
  }

  static let success = "Every frame that was asked for is there."

  static let environment: KeyValuePairs = [
    "VIPS_CONCURRENCY": "The number of threads, unless --jobs is given.",
    "DOTRANSITION_PATH": "Folders with .glsl transitions, separated by colons, which -l lists.",
    "DOTRANSITION_POLL":
      "If it is not empty, --watch looks at files twice a second, whatever the system tells of them.",
    "VIPS_BLOCK_UNTRUSTED":
      "If it is set, pictures are read only by decoders that libvips holds fit for files from anywhere.",
    "NO_COLOR": "If it is not empty, the progress bar has no color.",
    "TERM": "If it is dumb, there is no progress bar.",
    "VIPS_DISC_THRESHOLD":
      "The size, such as 500m, above which a decoded picture goes to a temporary file; half of the "
      + "memory, or of the container's, if not given.",
    "TMPDIR":
      "Where libvips puts pictures that are too large for memory, and where files for FIFOs and "
      + "devices are made.",
  ]

  static let files: KeyValuePairs = [
    ".NAME%03d.TYPE.dotransition":
      "In the folder of the frames: a list of them, with keys of what decides them, for "
      + "--skip-existing.",
    ".dotransition-*":
      "There, too: an unfinished frame. Signals remove it; a kill that cannot be caught leaves it "
      + "behind.",
  ]
}
