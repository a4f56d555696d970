internal import TransitionVips

/// Three tags of the first picture in a TIFF file, which libvips does not pass on: TIFF 6.0 and
/// BigTIFF.
///
///     offset   TIFF                      BigTIFF
///     0        II or MM: order of bytes  the same
///     2        42, in two bytes          43, in two bytes, and 8 and 0
///     4, or 8  offset of the directory, in four bytes or in eight
///
/// The directory is the number of its entries, in two bytes or eight, and the entries: the tag and
/// the type of its numbers in two bytes each, and the count of numbers and the numbers in four
/// bytes each, or in eight. Numbers that do not fit lie elsewhere, and the entry holds their
/// offset.
struct TIFFTags: FormatHeader {
  /// The kind of samples: 0 and 1 gray, 2 RGB, 3 a palette, 5 CMYK, 6 YCbCr, 8 CIE L*a*b*.
  private(set) var photometricInterpretation: Int?
  /// The packing of samples: 1 none, 2 to 4 facsimile, 7 JPEG, 34661 JBIG.
  private(set) var compression: Int?
  /// The kind of the first channel beside the colors: 1 alpha that colors are multiplied by, 2
  /// alpha.
  private(set) var firstExtraSample: Int?
  private(set) var defect: String?
  /// What EXIF says of the exposure's date: the names of its tags and their texts.
  private var dates: [(name: String, text: String)] = []
  /// Its numbers of rows, pixels and bytes, as far as the file says so.
  private var (rows, pixels, size) = (0, 0, 0)
  private var bitsOfPixel = 0
  /// Where its strips or tiles lie, and how long they are.
  private var (offsets, lengths) = ([Int](), [Int]())

  /// The most directories, one for each picture: libtiff looks at all before the first picture.
  private static let mostDirectories = 10_000
  /// The most tags and bytes of their values in all directories of a stranger's file: libtiff keeps
  /// the values of each, however often the same bytes are one.
  private static let (mostTags, mostValues) = (50_000, 64_000_000)
  /// The most tags of a directory: libtiff compares each that it does not know with all others.
  private static let mostTagsOfPicture = 500
  /// The most strips or tiles of a picture: libvips asks for each.
  private static let mostStrips = 500_000
  private static let mostFacsimileRows = 100_000
  /// The most bits of a pixel: all that is compressed is unpacked, and blocks may be shared.
  private static let mostBitsOfPixel = 128

  // Reads the first directory.
  init?(read: @escaping FileReader) {
    let start = read(0, 16)
    guard start.count >= 8 else { return nil }
    let isLittle: Bool
    switch start[0..<2] {
    case [0x49, 0x49]: isLittle = true
    case [0x4D, 0x4D]: isLittle = false
    default: return nil
    }
    func number(_ bytes: ArraySlice<UInt8>) -> Int {
      isLittle ? bytes.reversed().number : bytes.number
    }
    let version = number(start[2..<4])
    guard version == 42 || version == 43 && start.count == 16 else { return nil }
    let isBig = version == 43
    let (countBytes, entryBytes, valueOffset) = isBig ? (8, 20, 12) : (2, 12, 8)
    let offset = number(isBig ? start[8..<16] : start[4..<8])
    // No file is as long as numbers of 64 bits say; bit 63 is the sign here.
    guard (0..<1 << 48).contains(offset) else { return nil }
    let head = read(offset, countBytes)
    guard head.count == countBytes else { return nil }
    func entries(_ head: [UInt8]) -> Int { min(max(0, number(head[...])), 65535) }
    let count = entries(head)
    let directory = read(offset + countBytes, count * entryBytes)
    let sizes = [
      1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8,
      17: 8,
      18: 8,
    ]
    var (next, directories, tags, values) = (offset, 0, 0, 0)
    while directories <= Self.mostDirectories {
      let head = read(next, countBytes)
      guard head.count == countBytes else { break }
      if PictureType.isBounded {
        let entries = read(next + countBytes, entries(head) * entryBytes)
        tags += entries.count / entryBytes
        guard entries.count <= Self.mostTagsOfPicture * entryBytes else {
          defect = "it has more than \(Self.mostTagsOfPicture) tags in a picture"
          return
        }
        for start in stride(from: 0, to: entries.count - entryBytes + 1, by: entryBytes) {
          let size = sizes[number(entries[start + 2..<start + 4])] ?? 0
          let count = number(entries[start + 4..<start + valueOffset])
          values += min(max(0, count), Self.mostValues + 1) * size
          // Their offsets.
          let isOfStrips = [273, 324].contains(number(entries[start..<start + 2]))
          if isOfStrips, count > Self.mostStrips {
            defect = "it has more than \(Self.mostStrips) strips or tiles"
            return
          }
        }
        guard tags <= Self.mostTags, values <= Self.mostValues else {
          defect =
            tags > Self.mostTags
            ? "it has more than \(Self.mostTags) tags"
            : "it has more than \(Self.mostValues) bytes in its tags"
          return
        }
      }
      let link = read(next + countBytes + entries(head) * entryBytes, isBig ? 8 : 4)
      next = number(link[...])
      guard link.count == (isBig ? 8 : 4), (1..<1 << 48).contains(next) else { break }
      directories += 1
    }
    if directories > Self.mostDirectories {
      defect = "it has more than \(Self.mostDirectories) pictures"
      return
    }
    // Of a tag that comes twice, libtiff takes the first.
    var wanted: Set = [259, 262, 338, 700, 34665, 34675]
    if PictureType.isBounded {
      wanted.formUnion([256, 257, 258, 273, 277, 279, 322, 323, 324, 325])
    }
    var found: [Int: [Int]] = [:]
    for entry in 0..<directory.count / entryBytes {
      let entry = directory[entry * entryBytes..<(entry + 1) * entryBytes]
      let (start, fieldStart) = (entry.startIndex, entry.startIndex + valueOffset)
      let tag = number(entry[start..<start + 2])
      guard wanted.remove(tag) != nil else { continue }
      // A tag's numbers, but the first of most: integers of 8, 16, 32 or 64 bits, with a sign or
      // without, in the entry if all fit there.
      let type = number(entry[start + 2..<start + 4])
      if tag == 34675 || tag == 700 {
        // Without its profile it would have other colors, and without XMP other words; libtiff only
        // warns of what is beyond the end.
        let (count, offset) = (number(entry[start + 4..<fieldStart]), number(entry[fieldStart...]))
        if [count, offset].allSatisfy((9..<1 << 48).contains), read(offset + count - 1, 1).isEmpty {
          defect = "it is cut off"
        }
        continue
      }
      guard [1, 3, 4, 6, 8, 9, 16, 17].contains(type), let size = sizes[type] else { continue }
      let count = number(entry[start + 4..<fieldStart])
      let field = entry[fieldStart...]
      let isInEntry = count >= 1 && count <= field.count / size
      let offset = number(field)
      guard isInEntry || (0..<1 << 48).contains(offset) else { continue }
      let isOfStrips = [273, 279, 324, 325].contains(tag)
      let bytes = size * (isOfStrips ? min(max(1, count), Self.mostStrips) : 1)
      let numbers = isInEntry ? Array(field.prefix(bytes)) : read(offset, bytes)
      guard numbers.count == bytes else { continue }
      guard tag != 259 || count == 1 else { continue }
      found[tag] = stride(from: 0, to: bytes, by: size).map { number(numbers[$0..<$0 + size]) }
    }
    func first(_ tag: Int, _ usual: Int) -> Int { max(0, found[tag]?.first ?? usual) }
    compression = found[259]?.first
    photometricInterpretation = found[262]?.first
    firstExtraSample = found[338]?.first
    if let offset = found[34665]?.first, (1..<1 << 48).contains(offset) {
      dates = Self.datesOfExposure(
        read(offset + countBytes, entries(read(offset, countBytes)) * entryBytes),
        entryBytes: entryBytes, valueOffset: valueOffset, number, read)
    }
    guard PictureType.isBounded else { return }
    offsets = found[273] ?? found[324] ?? []
    // Bit 63 is the sign here: no file is as long, and what is there is read to its end.
    lengths = (found[279] ?? found[325] ?? []).map { $0 < 0 ? .max : $0 }
    // Tiles go beyond the edges.
    func side(_ tag: Int, _ tile: Int) -> Double {
      Double(first(tag, 0)) + Double(min(first(tile, 0), 1024))
    }
    rows = first(257, 0)
    let area = side(256, 322) * side(257, 323)
    pixels = Int(min(area, 1e12))
    bitsOfPixel = min(first(277, 1), 65535) * min(first(258, 1), 64)
    size = Int(min(area * Double(bitsOfPixel) / 8, 1e12))
    defect = defect ?? defectOfStrips
  }

  /// The texts about the exposure's date among the entries of a directory of EXIF (CIPA DC-008,
  /// 4.6.5).
  private static func datesOfExposure(
    _ directory: [UInt8], entryBytes: Int, valueOffset: Int, _ number: (ArraySlice<UInt8>) -> Int,
    _ read: FileReader
  ) -> [(name: String, text: String)] {
    let names = [
      36867: "DateTimeOriginal", 36881: "OffsetTimeOriginal", 37521: "SubSecTimeOriginal",
    ]
    var texts: [(name: String, text: String)] = []
    for start in stride(from: 0, to: directory.count - entryBytes + 1, by: entryBytes) {
      guard let name = names[number(directory[start..<start + 2])] else { continue }
      let count = number(directory[start + 4..<start + valueOffset])
      let field = directory[start + valueOffset..<start + entryBytes]
      let offset = number(field)
      // A date has 20 bytes, the last of them 0.
      guard (1...64).contains(count), count <= field.count || (0..<1 << 48).contains(offset)
      else { continue }
      let bytes = count <= field.count ? Array(field.prefix(count)) : read(offset, count)
      texts.append((name, String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)))
    }
    return texts
  }

  /// Facsimile and JPEG, whose damage libtiff only warns of.
  var warnings: DecoderWarnings {
    isFacsimile || compression == 7 ? .ofPictures : .ignored
  }

  private var isFacsimile: Bool { [2, 3, 4].contains(compression) }

  func completed(_ picture: Picture) throws(VipsError) -> Picture {
    for (name, text) in dates { picture.note(exif: name, text) }
    return picture
  }

  /// The reason why strips or tiles are more work than their pixels are: they may share bytes, and
  /// libtiff warns of each row of facsimile that is not there.
  private var defectOfStrips: String? {
    guard compression != 1 else { return nil }
    if isFacsimile, rows > Self.mostFacsimileRows {
      return "it is facsimile of more than \(Self.mostFacsimileRows) rows"
    }
    guard bitsOfPixel <= Self.mostBitsOfPixel else {
      return "it has more than \(Self.mostBitsOfPixel) bits in a pixel"
    }
    guard lengths.count >= offsets.count else { return "its strips or tiles have no lengths" }
    let most = min(2 * size + 64 * lengths.count + 65_536, PictureType.mostBytes ?? .max)
    let sum = lengths.reduce(0) { min($0, 1 << 60) + min($1, 1 << 60) }
    return sum > most ? "it has more than \(most) bytes in strips or tiles" : nil
  }

  func defect(pixelLimit: Int, read: FileReader) -> String? {
    guard pixels <= pixelLimit else { return nil }
    if compression == 7 { return JPEGSegments.defect(ofPartsAt: offsets, lengths: lengths, read) }
    guard [8, 32946].contains(compression), lengths.reduce(0, +) > UnpackingBudget.fewBytes
    else { return nil }
    var budget = UnpackingBudget(size: size)
    for (offset, length) in zip(offsets, lengths) where !budget.suffices(for: read(offset, length))
    {
      return "it has more rows of pixels than it says, or empty blocks"
    }
    return nil
  }

  // Each as tried with libvips 8.14.
  func defect(of picture: Picture) -> String? {
    // ICC and ITU L*a*b*, sensors' mosaics and light without a color space: taken for RGB or gray.
    if let kind = photometricInterpretation, ![0, 1, 2, 3, 4, 5, 6, 8].contains(kind) {
      return "TIFF with photometric interpretation \(kind) is not read"
    }
    // Samples of YCbCr are taken for RGB, unless JPEG's decoder converts them.
    if photometricInterpretation == 6, compression != 7 {
      return "TIFF of YCbCr that is not compressed as JPEG is not read"
    }
    // Its decoder ends the process where the data say another size than the tags do.
    if compression == 34661 { return "TIFF compressed as JBIG is not read" }
    // Integers are inverted, numbers of floating point are not.
    if photometricInterpretation == 0, picture.isFloatingPoint {
      return "TIFF of floating point whose zero is white is not read"
    }
    // Colors are divided by alpha and multiplied by 255, whatever the largest sample is.
    if firstExtraSample == 1, !picture.isInteger(upTo: 16),
      picture.interpretation != VIPS_INTERPRETATION_LABS
    {
      return "TIFF of 32 bits whose colors are multiplied by alpha is not read"
    }
    return nil
  }
}
