internal import ImageFiles
internal import Synchronization
internal import System
internal import TransitionKit

/// What is asked for of a picture with all frames.
struct ContactSheet: Sendable {
  let file: OutputFile
  let type: FileType
  let quality: Int
  /// Frames side by side; `nil` for about as many as there are rows.
  let columns: Int?
  /// What is written below each frame; `nil` for nothing.
  let labels: Labels?

  /// What a label says of its frame.
  enum Labels: String, CaseIterable {
    case number, time
  }

  /// The sheet that options ask for; `nil` if they ask for none.
  init?(_ settings: Settings) throws(Failure) {
    guard let path = settings.contactSheet else {
      for setting in [settings.$columns, settings.$labels] as [any AnySetting]
      where setting.isGiven {
        throw .usage("\(setting.definition.label) belongs to --contact-sheet")
      }
      return nil
    }
    file = OutputFile(
      path: path, role: "the contact sheet", isKept: settings.refusesExisting)
    guard let name = path.fileExtension else {
      throw .usage("--contact-sheet: \(path) has no extension: add one such as .jpg")
    }
    type = try FileType(named: name, "--contact-sheet")
    quality = settings.quality
    columns = settings.columns
    labels = settings.labels
  }
}

/// Puts small pictures of frames on a sheet, in rows from the top left.
final class SheetOutput: Output {
  private let path: Path
  private let writer: ImageWriter
  private let cell: Size
  private let columns: Int
  /// The rows from a frame to the one below.
  private let pitch: Int
  private let labels: ContactSheet.Labels?
  private let size: Size
  private let format: PixelFormat
  /// The samples of a label's pixel.
  private let ink: [UInt16]
  private let samples: Mutex<[UInt16]>

  /// Pixels between the frames.
  private static let gap = 8
  /// Pixels between a frame and its label.
  private static let labelGap = 4
  /// Pixels across that sheets and frames on them have at most.
  private static let (widest, widestCell) = (1920, 320)
  /// Rows that libvips, and pixels that an ordinary memory, can take.
  private static let (mostRows, mostPixels) = (10_000_000, 1_000_000_000)

  /// Makes an empty sheet for a number of frames.
  init(_ sheet: ContactSheet, frames: Int, of context: RenderContext) throws(Failure) {
    path = sheet.file.path
    writer = try Failure.from { () throws(ImageFileError) in
      try ImageWriter(
        type: sheet.type, quality: sheet.quality, profile: context.profile,
        background: context.matte)
    }
    let (width, height) = (context.size.width, context.size.height)
    let columns = sheet.columns ?? Int(Double(max(frames, 1)).squareRoot().rounded(.up))
    let rows = (max(frames, 1) + columns - 1) / columns
    let share = (Self.widest - Self.gap) / columns - Self.gap
    let cellWidth = min(max(share, 16), Self.widestCell, width)
    let cellHeight = max(1, Int((Double(height) * Double(cellWidth) / Double(width)).rounded()))
    self.columns = columns
    labels = sheet.labels
    pitch = cellHeight + Self.gap + (labels == nil ? 0 : DigitFont.height + Self.labelGap)
    cell = Size(width: cellWidth, height: cellHeight)
    size = Size(
      width: Self.gap + columns * (cellWidth + Self.gap),
      height: Self.gap + rows * pitch)
    guard size.height <= Self.mostRows, size.width * size.height <= Self.mostPixels else {
      throw .usage(
        "--contact-sheet: \(frames) frames in \(columns) columns make a picture of \(size): "
          + "fewer frames or other --columns make a smaller one")
    }
    if let limit = sheet.type.longestSide, max(size.width, size.height) > limit {
      throw .usage(
        "--contact-sheet: \(frames) frames in \(columns) columns make a picture of \(size), and a "
          + "\(sheet.type.suffix) file has at most \(limit) pixels a side: fewer frames or other "
          + "--columns make a smaller one")
    }
    format = context.format
    let color = context.background
    let maximum = Float(format.depth.maximum)
    let paper = [color.red, color.green, color.blue, color.alpha].prefix(format.channels)
      .map { UInt16(($0 * maximum).rounded()) }
    // Black or white, whichever is farther from the paper; on none, between both.
    let luma = 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue
    let shade = color.alpha < 0.5 ? 0.5 : luma < 0.5 ? 1 : 0
    ink = (0..<format.channels).map { $0 == 3 ? UInt16(maximum) : UInt16(Float(shade) * maximum) }
    let row = Array(repeating: paper, count: size.width).flatMap(\.self)
    var samples: [UInt16] = []
    samples.reserveCapacity(row.count * size.height)
    for _ in 0..<size.height { samples += row }
    self.samples = Mutex(samples)
  }

  func pack(_ frame: Frame, for drawing: Drawing) throws(Failure) -> Delivery {
    let thumbnail = try Failure.from { () throws(ImageFileError) in
      try frame.thumbnail(width: cell.width, height: cell.height).samples
    }
    return { () throws(Failure) in self.add(thumbnail, of: drawing) }
  }

  private func add(_ thumbnail: [UInt16], of drawing: Drawing) {
    let row = cell.width * format.channels
    for (position, number) in zip(drawing.position..., drawing.numbers) {
      let left = Self.gap + position % columns * (cell.width + Self.gap)
      let top = Self.gap + position / columns * pitch
      samples.withLock { samples in
        for y in 0..<cell.height {
          let start = ((top + y) * size.width + left) * format.channels
          samples.replaceSubrange(start..<start + row, with: thumbnail[y * row..<(y + 1) * row])
        }
        guard let label = label(number, drawing.moment.time) else { return }
        for pixel in DigitFont.pixels(of: label) where pixel.x < cell.width {
          let y = top + cell.height + Self.labelGap + pixel.y
          let start = (y * size.width + left + pixel.x) * format.channels
          samples.replaceSubrange(start..<start + format.channels, with: ink)
        }
      }
    }
  }

  /// What is written below a frame.
  private func label(_ number: Int, _ time: Double) -> String? {
    switch labels {
    case .number: "\(number)"
    case .time: Float((time * 1000).rounded() / 1000).shortest
    case nil: nil
    }
  }

  func finish() throws(Failure) {
    let samples = samples.withLock(\.self)
    let picture = Frame(
      showing: Bitmap(width: size.width, height: size.height, format: format, samples: samples))
    try Failure.from { () throws(ImageFileError) in
      try writer.write(picture, "contact sheet", to: path)
    }
  }
}
