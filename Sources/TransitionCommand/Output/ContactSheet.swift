internal import Foundation
internal import ImageFiles
internal import TransitionKit

/// What is asked for of a picture with all frames.
struct ContactSheet {
  let path: Path
  let type: FileType
  let quality: Int
  /// Frames side by side; `nil` for about as many as below each other.
  let columns: Int?
  private let isKept: Bool

  /// The sheet that options ask for; `nil` if they ask for none.
  init?(_ options: OutputOptions) throws(Failure) {
    guard let text = options.contactSheet else {
      guard options.columns == nil else { throw .usage("--columns belongs to --contact-sheet") }
      return nil
    }
    path = try OptionText.path(text, "--contact-sheet", "the name of a picture, such as sheet.jpg")
    guard let name = path.fileExtension else {
      throw .usage("--contact-sheet: \(text) has no extension: add one such as .jpg")
    }
    type = try FileType(named: name, "--contact-sheet")
    quality = try OptionText.integer(options.quality, "--quality", 1...100)
    isKept = options.noOverwrite
    columns = try options.columns.map { text throws(Failure) in
      try OptionText.integer(text, "--columns", 1...1000)
    }
  }
}

extension ContactSheet {
  /// Refuses to write over a picture that is read, or over anything if so asked.
  func check(inputs: [Path]) throws(Failure) {
    guard let identity = FileIdentity(path) else { return }
    if inputs.compactMap(FileIdentity.init).contains(identity) {
      throw Failure(.cannotCreate, "the contact sheet would overwrite an input: \(path)")
    }
    if isKept {
      throw Failure(
        .cannotCreate, "the contact sheet is there, and --no-overwrite is given: \(path)")
    }
  }

  /// A writer for the sheet.
  func writer(profile: [UInt8]?, background: Color) throws(Failure) -> ImageWriter {
    do {
      return try ImageWriter(
        type: type, quality: quality, profile: profile, background: background)
    } catch { throw Failure(error, path: path, role: "contact sheet") }
  }
}

/// Puts small pictures of frames on a sheet, in rows from the top left.
final class SheetSink: FrameSink, @unchecked Sendable {
  private let cell: (width: Int, height: Int)
  private let columns: Int
  private let size: (width: Int, height: Int)
  private let format: PixelFormat
  private let lock = NSLock()
  private var samples: [UInt16]

  /// Pixels between the frames.
  private static let gap = 8
  /// Pixels across that sheets and frames on them have at most.
  private static let (widest, widestCell) = (1920, 320)

  /// Rows that libvips, and pixels that an ordinary memory, can take.
  private static let (mostRows, mostPixels) = (10_000_000, 1_000_000_000)

  init(_ sheet: ContactSheet, frames: Int, of inputs: Inputs) throws(Failure) {
    let (width, height) = (inputs.source.width, inputs.source.height)
    let columns = sheet.columns ?? Int(Double(max(frames, 1)).squareRoot().rounded(.up))
    let rows = (max(frames, 1) + columns - 1) / columns
    let share = (Self.widest - Self.gap) / columns - Self.gap
    let cellWidth = min(max(share, 16), Self.widestCell, width)
    let cellHeight = max(1, Int((Double(height) * Double(cellWidth) / Double(width)).rounded()))
    self.columns = columns
    cell = (cellWidth, cellHeight)
    size = (
      Self.gap + columns * (cellWidth + Self.gap), Self.gap + rows * (cellHeight + Self.gap)
    )
    guard size.height <= Self.mostRows, size.width * size.height <= Self.mostPixels else {
      throw .usage(
        "--contact-sheet: \(frames) frames in \(columns) columns make a picture of "
          + "\(size.width)x\(size.height): fewer frames or other --columns make a smaller one")
    }
    format = inputs.source.format
    let color = inputs.background
    let maximum = Float(format.depth.maximum)
    let ink = [color.red, color.green, color.blue, color.alpha].prefix(format.channels)
      .map { UInt16(($0 * maximum).rounded()) }
    samples = Array(repeating: ink, count: size.width * size.height).flatMap(\.self)
  }

  func take(_ frame: Frame, _ planned: Plan.Frame, position: Int) throws(Failure) {
    do {
      let thumbnail = try frame.thumbnail(width: cell.width, height: cell.height).samples
      let left = Self.gap + position % columns * (cell.width + Self.gap)
      let top = Self.gap + position / columns * (cell.height + Self.gap)
      let row = cell.width * format.channels
      lock.lock()
      defer { lock.unlock() }
      for y in 0..<cell.height {
        let start = ((top + y) * size.width + left) * format.channels
        samples.replaceSubrange(start..<start + row, with: thumbnail[y * row..<(y + 1) * row])
      }
    } catch { throw Failure(error, path: "frame \(planned.number)", role: "contact sheet") }
  }

  /// The sheet with the frames that have been taken.
  var picture: Frame {
    let samples = lock.withLock { self.samples }
    return Frame(
      showing: Bitmap(width: size.width, height: size.height, format: format, samples: samples))
  }
}
