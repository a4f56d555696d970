internal import TransitionJPEG
internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// Encodes frames as JPEG files, of which it encodes only what no frame before has shown.
///
/// Restart markers divide the blocks of a file into segments that are coded by themselves (ITU-T
/// T.81, F.1.2). Most segments of a frame of a swipe show one of its two pictures: their bytes are
/// kept from when they were first encoded. The other segments are packed into strips, a segment
/// below the other, which libjpeg encodes, and whose bytes are divided at the markers. So a file
/// depends on its frame alone, not on the frames that were encoded before, and on which threads.
///
/// Its pixels are those of libvips' file, whose header it has. Only frames that show a picture, and
/// those of transitions that leave pixels as they are, come here: markers take a hundredth of a
/// file.
final class JPEGEncoder: Sendable {
  /// Blocks in a segment. Smaller ones would be new less often, but each takes a marker, and its
  /// first block says its brightness anew.
  static let segmentLength = 16
  /// The pictures whose segments are kept: those of two steps that follow each other.
  private static let mostPictures = 3

  /// What libvips writes before the blocks of a file of some size; `nil` if it is not what libjpeg
  /// would.
  private struct Header {
    /// All segments up to that of the scan.
    let bytes: [UInt8]
    /// That of the scan.
    let scan: [UInt8]
    let halvesChroma: Bool
  }

  /// The segments of a picture that have been encoded. They keep no picture in memory.
  private struct Known {
    private weak var owner: AnyObject?
    private let address: UInt
    var segments: [[UInt8]?]

    init(_ picture: Bitmap, _ count: Int) {
      (owner, address) = picture.identity
      segments = Array(repeating: nil, count: count)
    }

    func isOf(_ picture: Bitmap) -> Bool {
      let (owner, address) = picture.identity
      return self.owner === owner && self.address == address
    }
  }

  private let quality: Int
  private let headers = Monitor<[FrameLayout: Header?]>([:])
  /// Those used last come last.
  private let known = Monitor<[Known]>([])

  /// - Parameter quality: 1...100.
  init(quality: Int) { self.quality = quality }

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - frame: the picture.
  ///   - reference: has libvips encode a frame.
  /// - Returns: the bytes; `nil` if libvips has to make them.
  /// - Throws: `outOfMemory`, or what `reference` throws.
  func encoded(
    _ frame: Frame, reference: ImageWriter
  ) throws(ImageFileError) -> [UInt8]? {
    guard !frame.kept.isEmpty, frame.format.depth == .eight, !frame.format.hasAlpha,
      let header = try header(of: frame, reference)
    else { return nil }
    let grid = SegmentGrid(frame.width, frame.height, blockSide: header.halvesChroma ? 16 : 8)
    let pictures = frame.kept.filter { $0.format == frame.format }
    let kept = pictures.map { segments(of: $0, grid.count) }
    var coded = [[UInt8]?](repeating: nil, count: grid.count)
    var new: [(index: Int, picture: Int?)] = []
    try grid.forEachBand(of: frame) { band throws(ImageFileError) in
      let first = new.count
      for index in band.segments {
        let picture = pictures.firstIndex { grid.shows($0, index, in: band) }
        coded[index] = picture.flatMap { kept[$0][index] }
        if coded[index] == nil { new.append((index, picture)) }
      }
      let indices = new[first...].map(\.index)
      for (index, bytes) in zip(indices, try encoded(indices, of: band, in: grid)) {
        coded[index] = bytes
      }
    }
    keep(new, of: pictures, coded)
    return file(header, coded)
  }

  private func file(_ header: Header, _ segments: [[UInt8]?]) -> [UInt8] {
    var bytes = header.bytes
    bytes.reserveCapacity(
      bytes.count + header.scan.count + segments.reduce(8) { $0 + ($1?.count ?? 0) + 2 })
    bytes += [0xFF, 0xDD, 0, 4, 0, UInt8(Self.segmentLength)]
    bytes += header.scan
    for (index, segment) in segments.enumerated() {
      if index > 0 {
        bytes.append(0xFF)
        bytes.append(0xD0 + UInt8((index - 1) % 8))
      }
      if let segment { bytes += segment }
    }
    return bytes + [0xFF, 0xD9]
  }

  // MARK: Segments

  private func segments(of picture: Bitmap, _ count: Int) -> [[UInt8]?] {
    known.withLock { known in
      let index = known.firstIndex { $0.isOf(picture) }
      let found = index.map { known.remove(at: $0) } ?? Known(picture, count)
      known.append(found)
      if known.count > Self.mostPictures { known.removeFirst() }
      return found.segments
    }
  }

  private func keep(
    _ new: [(index: Int, picture: Int?)], of pictures: [Bitmap], _ segments: [[UInt8]?]
  ) {
    guard new.contains(where: { $0.picture != nil }) else { return }
    known.withLock { known in
      let places = pictures.map { picture in
        known.firstIndex { $0.isOf(picture) }
      }
      for (index, picture) in new {
        guard let picture, let place = places[picture] else { continue }
        known[place].segments[index] = segments[index]
      }
    }
  }

  /// Encodes segments, each as a row of blocks, but for the last of the frame if it is shorter.
  private func encoded(
    _ indices: [Int], of band: SegmentGrid.Band, in grid: SegmentGrid
  ) throws(ImageFileError) -> [[UInt8]] {
    var result: [[UInt8]] = []
    for part in grid.strips(of: indices) {
      let strip = grid.strip(part, of: band)
      let bytes = try Self.encoded(
        strip.pixels, strip.width, strip.height, isYCC: strip.isYCC, quality: quality,
        halvesChroma: grid.blockSide == 16, restart: Self.segmentLength)
      guard let start = JPEGMarkers(bytes)?.scanEnd, bytes.count >= start + 2 else {
        throw .library("libjpeg made no JPEG")
      }
      let segments = Self.divided(bytes[start..<bytes.count - 2])
      guard segments.count == part.count else { throw .library("libjpeg made other segments") }
      result += segments
    }
    return result
  }

  /// Coded data, divided at its restart markers.
  private static func divided(_ data: ArraySlice<UInt8>) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    unsafe data.withUnsafeBytes { bytes in
      var (start, index) = (0, 0)
      while index + 1 < bytes.count {
        // Data has a zero behind each 255.
        if unsafe bytes[index] == 0xFF, case 0xD0...0xD7 = unsafe bytes[index + 1] {
          parts.append(unsafe Array(bytes[start..<index]))
          start = index + 2
          index += 1
        }
        index += 1
      }
      parts.append(unsafe Array(bytes[start...]))
    }
    return parts
  }

  private static func encoded(
    _ pixels: [UInt8], _ width: Int, _ height: Int, isYCC: Bool = false, quality: Int,
    halvesChroma: Bool, restart: Int
  ) throws(ImageFileError) -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    let status = unsafe pixels.withUnsafeBufferPointer { pixels in
      unsafe shim_jpeg_encode(
        pixels.baseAddress, Int32(width), Int32(height), isYCC ? 1 : 0, Int32(quality),
        halvesChroma ? 1 : 0, Int32(restart), &bytes, &count)
    }
    // It fails for want of memory only.
    guard status == 0, let bytes = unsafe bytes else {
      throw .outOfMemory(megabytes: (pixels.count >> 20) + 1)
    }
    defer { unsafe free(bytes) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  // MARK: Headers

  private func header(
    of frame: Frame, _ reference: ImageWriter
  ) throws(ImageFileError) -> Header? {
    let layout = FrameLayout(
      width: frame.width, height: frame.height, format: frame.format, workingSpace: .linear)
    // The threads that come first wait for one of them.
    return try headers.withLock { headers throws(ImageFileError) in
      if let header = headers[layout] { return header }
      let header = try makeHeader(layout, reference)
      headers[layout] = .some(header)
      return header
    }
  }

  /// Has libvips encode a black frame, and libjpeg a few pixels.
  private func makeHeader(
    _ layout: FrameLayout, _ reference: ImageWriter
  ) throws(ImageFileError) -> Header? {
    let bytesPerPixel = layout.format.bytesPerPixel
    let black = unsafe Frame(width: layout.width, height: layout.height, format: layout.format) {
      columns, _, output in
      unsafe output.initializeMemory(
        as: UInt8.self, repeating: 0, count: columns.count * bytesPerPixel)
    }
    let file = try reference.encoded(black)
    guard let markers = JPEGMarkers(file), let halves = markers.halvesChroma else { return nil }
    let ours = try Self.encoded(
      [UInt8](repeating: 0, count: 16 * 16 * 3), 16, 16, quality: quality, halvesChroma: halves,
      restart: 0)
    // An encoder with tables of its own codes blocks otherwise.
    guard JPEGMarkers(ours)?.tables == markers.tables else { return nil }
    return Header(
      bytes: Array(file[..<markers.scanStart]),
      scan: Array(file[markers.scanStart..<markers.scanEnd]), halvesChroma: halves)
  }
}

/// The marker segments of a JPEG file that we have made.
private struct JPEGMarkers {
  /// The offset of the start of the scan, and that behind its header.
  let scanStart: Int, scanEnd: Int
  /// Whether chroma has half the width and height; `nil` for anything but that and all of it, and
  /// for files that are not baseline.
  private(set) var halvesChroma: Bool?
  /// The tables of quantization and of codes.
  private(set) var tables: Set<[UInt8]> = []

  init?(_ file: [UInt8]) {
    var offset = 2
    while true {
      guard offset + 4 <= file.count, file[offset] == 0xFF else { return nil }
      let end = offset + 2 + Int(file[offset + 2]) << 8 + Int(file[offset + 3])
      guard end <= file.count else { return nil }
      let content = file[offset + 4..<end]
      switch file[offset + 1] {
      case 0xDA:
        (scanStart, scanEnd) = (offset, end)
        return
      case 0xC0 where content.count == 15:
        // Depth, height, width and number of components, then three bytes for each.
        let factors = [7, 10, 13].map { content[content.startIndex + $0] }
        halvesChroma =
          factors == [0x22, 0x11, 0x11] ? true : factors == [0x11, 0x11, 0x11] ? false : nil
      case 0xDB, 0xC4: tables.formUnion(Self.tables(content, isOfCodes: file[offset + 1] == 0xC4))
      default: break
      }
      offset = end
    }
  }

  /// The tables in a segment, which may hold several.
  private static func tables(_ content: ArraySlice<UInt8>, isOfCodes: Bool) -> [[UInt8]] {
    var (rest, tables) = (content, [[UInt8]]())
    while let first = rest.first {
      let count =
        isOfCodes
        ? 17 + rest.dropFirst().prefix(16).reduce(0) { $0 + Int($1) } : first > 15 ? 129 : 65
      tables.append([isOfCodes ? 1 : 0] + rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return tables
  }
}
