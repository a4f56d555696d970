internal import TransitionImages
internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// One picture with the frames of a show, small: a picture that is held once, with its length, and
/// the frames of each transition, or as many of them as the sheet has room for, at even distances;
/// or three frames of each joint.
struct ContactSheet: Output {
  let destination: OutputFile
  let encoding: Encoding
  /// Frames side by side; `nil` for about as many as there are rows.
  let columns: Int?
  /// The text below each frame; `nil` for none.
  let labels: Labels?

  /// The frames of which it shows some: all, or those of the joints.
  enum Extent: String, CaseIterable {
    case all, joints
  }
  private let extent: Extent

  /// A fact of a frame that a label shows.
  enum Labels: String, CaseIterable {
    case number, time
  }

  static let name = "--contact-sheet"

  static func options(of settings: Settings) -> [any AnySetting] {
    [
      settings.$columns, settings.$sheet, settings.$labels, settings.$startNumber,
      settings.$refusesExisting,
    ]
  }

  init?(_ settings: Settings, _ plan: Plan, _ destination: Destination?) throws(Failure) {
    guard let path = settings.contactSheet else { return nil }
    self.destination = OutputFile(
      path: path, role: "the contact sheet", isKept: settings.refusesExisting)
    guard let name = path.fileExtension else {
      throw .usage("--contact-sheet: \(path) has no extension: add one such as .jpg")
    }
    encoding = Encoding(
      type: try FileType(named: name, "--contact-sheet"), quality: settings.quality)
    columns = settings.columns
    labels = settings.labels
    extent = settings.sheet ?? .all
    guard extent == .all || plan.joints.contains(where: { $0.isChosen(in: plan) }) else {
      throw .usage("--sheet joints: there is no step among the frames")
    }
  }

  var type: FileType { encoding.type }
  var file: OutputFile? { destination }
  var sentence: String { "--contact-sheet alone makes no frames; -o names them" }
  var typeName: String { "a contact sheet of this type" }
  var pictureType: FileType? { type }
  func properties(hasAlpha: Bool) -> [(name: String, value: JSON)] {
    [("contact-sheet", .string(location))]
  }
  var holdsAlpha: Bool { type.holdsAlpha }
  /// Its frames are small.
  var bytesPerPixel: Int { 0 }
  var whyWithoutQuality: String? { type.isLossy ? nil : "the contact sheet loses nothing" }

  func check(_ size: Size, _ plan: Plan) throws(Failure) {
    _ = try Layout(self, cells(of: plan), of: size)
    _ = try encoding.writer()
  }

  func open(_ job: Job, _ context: RenderContext, _ record: FrameRecordFile?) throws(Failure)
    -> any FrameWriter
  {
    let writer = try SheetWriter(self, cells(of: job.plan), of: context)
    try Failure.from(file: Folder.make(for: destination.path))
    try Failure.from(file: AtomicFile.check(destination.role, at: destination.path))
    return writer
  }
}

extension ContactSheet {
  /// A frame on the sheet: the numbers of the frames that show its picture, the one of them that is
  /// drawn, and the text below it, if there is some.
  typealias Cell = (numbers: ClosedRange<Int>, drawn: Int?, label: String?)

  /// The cells of a show that a sheet has room for, but for three of each transition.
  private static let mostCells = 100

  /// Those of a show of a single item.
  private static let cellsOfOne = 12

  func cells(of plan: Plan) -> [Cell] {
    if extent == .joints { return joints(of: plan) }
    var runs: [(step: Timeline.Step, isHeld: Bool, numbers: [Int])] = []
    for frame in plan.frames {
      let step = frame.moment.step
      if runs.last?.step == step {
        runs[runs.count - 1].numbers.append(frame.number)
      } else {
        runs.append((step, plan.timeline.isHeld(step), [frame.number]))
      }
    }
    let held = runs.filter(\.isHeld)
    let isShow = plan.timeline.isShow || held.contains { $0.numbers.count > 1 }
    let room =
      runs.count == 1
      ? Self.cellsOfOne : (Self.mostCells - held.count) / max(1, runs.count - held.count)
    return runs.flatMap { step, isHeld, numbers -> [Cell] in
      let (count, last) = (numbers.count, numbers[numbers.count - 1])
      var shown = [numbers[0]...last]
      if !isHeld, step.isPicture, runs.count > 1 {
        // Of a picture that moves, its first frame alone, one in the middle, and its last.
        shown = Set([0, count / 2, count - 1]).sorted().map { numbers[$0]...numbers[$0] }
      } else if !isHeld {
        let cells = isShow ? min(count, max(3, room)) : count
        shown = (1...cells).map { numbers[$0 * (count + 1) / (cells + 1) - 1] }.map { $0...$0 }
      }
      // Words have come in the middle of a hold.
      return shown.map { range in
        let drawn = range.count > 1 ? numbers[count / 2] : range.lowerBound
        return (range, drawn, label(range, plan))
      }
    }
  }

  /// Three cells of each joint; the one in the middle of a cut is empty.
  private func joints(of plan: Plan) -> [Cell] {
    plan.joints.filter { $0.isChosen(in: plan) }.flatMap { joint -> [Cell] in
      let middle =
        joint.frames.isEmpty ? nil : joint.frames.lowerBound + joint.frames.count / 2
      // The pictures beside it are its beginning and its end, whatever they are beside.
      return [(joint.before, "0"), (middle, nil), (joint.after, "1")].map { number, end in
        guard let number, plan.chosen.contains(number) else { return (0...0, nil, nil) }
        let label = (labels == .time ? end : nil) ?? label(number...number, plan)
        return (number...number, number, label)
      }
    }
  }

  /// The text below a frame, or below a picture that is held.
  private func label(_ numbers: ClosedRange<Int>, _ plan: Plan) -> String? {
    let isHeld = numbers.count > 1
    switch labels {
    case .number:
      return isHeld ? "\(numbers.lowerBound)-\(numbers.upperBound)" : "\(numbers.lowerBound)"
    case .time where !isHeld:
      let moment = plan.frame(numbers.lowerBound).moment
      // What moves alone is in no transition.
      if moment.step.isPicture, !plan.timeline.isHeld(moment.step) { return nil }
      return Float((moment.time * 1000).rounded() / 1000).shortest
    default: return isHeld ? plan.rate.text(of: numbers.count) : nil
    }
  }

  /// Where the frames lie on a sheet.
  struct Layout {
    let cell: Size
    let columns: Int
    /// The rows from a frame to the one below.
    let pitch: Int
    let size: Size

    static let gap = 8
    static let labelGap = 4
    /// Pixels across that sheets and frames on them have at most.
    private static let (widest, widestCell) = (1920, 320)
    /// Rows that libvips, and pixels that an ordinary memory, can take.
    private static let (mostRows, mostPixels) = (10_000_000, 1_000_000_000)

    init(_ sheet: ContactSheet, _ cells: [Cell], of frame: Size) throws(Failure) {
      let frames = cells.count
      let ofJoints = 3 * max(1, Int((Double(frames) / 24).squareRoot().rounded(.up)))
      columns =
        sheet.columns
        ?? (sheet.extent == .joints
          ? ofJoints : Int(Double(max(frames, 1)).squareRoot().rounded(.up)))
      let rows = (max(frames, 1) + columns - 1) / columns
      let share = (Self.widest - Self.gap) / columns - Self.gap
      let width = min(max(share, 16), Self.widestCell, frame.width)
      let height = Double(frame.height) * Double(width) / Double(frame.width)
      cell = Size(width: width, height: max(1, Int(height.rounded())))
      pitch =
        cell.height + Self.gap
        + (cells.contains { $0.label != nil } ? DigitFont.height + Self.labelGap : 0)
      size = Size(
        width: Self.gap + columns * (cell.width + Self.gap), height: Self.gap + rows * pitch)
      let isTooLarge = size.height > Self.mostRows || size.width * size.height > Self.mostPixels
      let limit = sheet.type.longestSide
      guard !isTooLarge, max(size.width, size.height) <= limit ?? .max else {
        throw .usage(
          "--contact-sheet: \(frames) frames in \(columns) columns make a picture of \(size)"
            + (isTooLarge
              ? "" : ", and a \(sheet.type.suffix) file has at most \(limit ?? 0) pixels a side")
            + ": fewer frames or other --columns make a smaller one")
      }
    }
  }
}

/// Puts small pictures of frames on a sheet, in rows from the top left.
private final class SheetWriter: FrameWriter {
  private let path: Path
  private let writer: ImageWriter
  private let layout: ContactSheet.Layout
  private let cells: [ContactSheet.Cell]
  /// The indices of the cells that show a frame, by its number.
  private let positions: [Int: [Int]]
  private let format: PixelFormat
  /// The samples of a label's pixel.
  private let ink: [UInt16]
  private let samples: Monitor<[UInt16]>

  init(
    _ sheet: ContactSheet, _ cells: [ContactSheet.Cell], of context: RenderContext
  ) throws(Failure) {
    path = sheet.destination.path
    self.cells = cells
    positions = Dictionary(
      cells.enumerated().compactMap { index, cell in cell.drawn.map { ($0, [index]) } },
      uniquingKeysWith: +)
    writer = try sheet.encoding.writer(for: context)
    layout = try ContactSheet.Layout(sheet, cells, of: context.size)
    format = context.format
    let color = context.background
    let maximum = Float(format.depth.maximum)
    let paper = color.samples(in: format)
    // Black or white, whichever is farther from the paper; on none, between both.
    let luma = 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue
    let shade = color.alpha < 0.5 ? 0.5 : luma < 0.5 ? 1 : 0
    ink = (0..<format.channels).map { $0 == 3 ? UInt16(maximum) : UInt16(Float(shade) * maximum) }
    let row = Array(repeating: paper, count: layout.size.width).flatMap(\.self)
    var samples: [UInt16] = []
    samples.reserveCapacity(row.count * layout.size.height)
    for _ in 0..<layout.size.height { samples += row }
    self.samples = Monitor(samples)
  }

  /// Of a picture that is held one frame is enough.
  func wants(_ number: Int) -> Bool { positions[number] != nil }

  func pack(_ frame: Frame, for drawing: Drawing) throws(Failure) -> Delivery {
    let thumbnail = try Failure.from(
      image: frame.thumbnail(width: layout.cell.width, height: layout.cell.height))
    // A film's frames are deeper than its pictures.
    let samples =
      thumbnail.format.depth == format.depth
      ? thumbnail.samples : thumbnail.samples.map { UInt16((UInt32($0) + 128) / 257) }
    return { () throws(Failure) in self.add(samples, of: drawing) }
  }

  private func add(_ thumbnail: [UInt16], of drawing: Drawing) {
    samples.withLock { samples in
      for position in drawing.numbers.flatMap({ positions[$0] ?? [] }) {
        add(thumbnail, at: position, &samples)
      }
    }
  }

  private func add(_ thumbnail: [UInt16], at position: Int, _ samples: inout [UInt16]) {
    let (cell, columns, size) = (layout.cell, layout.columns, layout.size)
    let (gap, labelGap) = (ContactSheet.Layout.gap, ContactSheet.Layout.labelGap)
    let row = cell.width * format.channels
    let left = gap + position % columns * (cell.width + gap)
    let top = gap + position / columns * layout.pitch
    for y in 0..<cell.height {
      let start = ((top + y) * size.width + left) * format.channels
      samples.replaceSubrange(start..<start + row, with: thumbnail[y * row..<(y + 1) * row])
    }
    guard let label = cells[position].label else { return }
    for pixel in DigitFont.pixels(of: label) where pixel.x < cell.width {
      let y = top + cell.height + labelGap + pixel.y
      let start = (y * size.width + left + pixel.x) * format.channels
      samples.replaceSubrange(start..<start + format.channels, with: ink)
    }
  }

  /// A sheet shows what there is.
  func frameFailed(_ drawing: Drawing) {}

  func finish() throws(Failure) {
    let samples = samples.withLock(\.self)
    let picture = Frame(
      showing: Bitmap(
        width: layout.size.width, height: layout.size.height, format: format, samples: samples))
    try Failure.from(image: writer.write(picture, "contact sheet", to: path))
  }
}
