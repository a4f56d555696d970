internal import TransitionImages
internal import TransitionKit

/// The pixels of a picture: colors, or planes as a film has them.
enum PicturePixels: Sendable {
  case bitmap(Bitmap)
  case planes(PlanarPicture)

  /// Makes a picture of the bytes of a bare frame.
  init(_ colors: FilmFile.Colors, _ size: Size, _ bytes: [UInt8]) {
    let (width, height) = (size.width, size.height)
    switch colors.rawFormat {
    case .samples(let format, let white):
      let bytes = white == 65_535 ? bytes : Self.stretched(bytes, format, white)
      let bitmap = Bitmap(width: width, height: height, format: format, bytes: bytes)
      self = .bitmap(bitmap.converted(from: colors.video))
    case .planes(let format):
      self = .planes(PlanarPicture(width: width, height: height, format: format, bytes: bytes))
    }
  }

  /// Samples of 16 bits that end at `white`, but for alpha, as those that end at 65,535.
  private static func stretched(
    _ bytes: [UInt8], _ format: PixelFormat, _ white: UInt32
  ) -> [UInt8] {
    var bytes = bytes
    for index in 0..<bytes.count / 2 where !(format.hasAlpha && index & 3 == 3) {
      let sample = UInt32(bytes[2 * index]) | UInt32(bytes[2 * index + 1]) << 8
      let word = UInt16(clamping: (sample * 65_535 + white / 2) / white)
      bytes[2 * index] = UInt8(truncatingIfNeeded: word)
      bytes[2 * index + 1] = UInt8(word >> 8)
    }
    return bytes
  }

  /// The picture in red, green and blue; planes are converted at each call.
  var bitmap: Bitmap {
    switch self {
    case .bitmap(let bitmap): bitmap
    case .planes(let planes): planes.bitmap()
    }
  }
}

struct FittedPicture: Sendable {
  /// The pixels; planes only of what is opaque.
  let pixels: PicturePixels
  /// Where in the frame its own pixels lie.
  let bounds: Rect

  /// The picture in red, green and blue; planes are converted at each call.
  var bitmap: Bitmap { pixels.bitmap }

  /// The frame that it is, with samples of at least some depth.
  func frame(depth: PixelFormat.Depth) -> Frame {
    switch pixels {
    case .bitmap(let bitmap): Frame(showing: bitmap, depth: depth)
    case .planes(let planes): Frame(showing: planes, depth: depth)
    }
  }
}

/// An item of the show, open: what it shows is in memory, or can be read.
///
/// It returns the picture of a frame, 0 the first, brought to the show's frame, or throws why it
/// cannot be read; it is called on any thread. Its `turn` is how often pictures were asked for in
/// earlier drawings, since the item was opened: what is read forward waits until they have theirs.
typealias Footage = @Sendable (_ frame: Int, _ turn: Int) throws(Failure) -> FittedPicture

/// An item of the show with what lies over it.
struct OpenedItem: Sendable {
  let footage: Footage
  /// The words that show over the frames of the item alone, as ``Timeline/Moment/words`` has them.
  var texts: PlacedTexts = []
}

/// The open items of a show, by the numbers of their showings.
typealias FootageCache = LendingCache<Int, OpenedItem>

extension FootageCache {
  /// The most that are open: two of a transition, and the next one, which is opened while they are
  /// shown.
  static var mostOpen: Int { 3 }
}
