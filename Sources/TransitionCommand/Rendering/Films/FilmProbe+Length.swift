internal import TransitionSystem

extension FilmProbe {
  /// The time units from the first picture to the end of the last one, and that one if its packet
  /// does not tell its end.
  ///
  /// - Throws: that the file ends before the time that its header tells.
  func length(
    of video: [String: String], from start: Int, _ unit: FilmFile.Fraction, findsTimes: Bool
  ) throws(Failure) -> (Int, FilmFile.OpenEnd?) {
    func units(micro: Int) -> Int {
      Int(Int128(micro) * Int128(unit.denominator) / (Int128(unit.numerator) * 1_000_000))
    }
    let format = info.whole["format_name"] ?? ""
    let packets = Packets(self, findsTimes: findsTimes)
    // Packets of ASF and FLV tell no length, whatever ffprobe says.
    let areBare = ["asf", "flv"].contains(format)
    var end = scan.map(\.end) ?? (areBare && packets.gap != nil ? packets.last : packets.end)
    var isOpen = scan == nil && areBare
    if let last = scan?.last, end == last, let gap = scan?.gap {
      (end, isOpen) = (last + gap, true)
    }
    // What is there of an AVI is its duration; its header counts the pictures that should be, and a
    // unit of its times is a picture's.
    let promised = format == "avi" ? Self.units(video["nb_frames"]) : nil
    // ASF counts from its time zero, as does ffprobe where it tells no start.
    let zero = format == "asf" || Self.units(video["start_pts"]) == nil ? max(0, start) : 0
    // Matroska tells when the last picture ends.
    let tag = video["tags.DURATION"].flatMap { FilmTime(clock: $0) }
      .map { units(micro: $0.micro) - start }
    // Of few pictures in Matroska ffprobe gives the length of the whole file.
    let isWhole = format.contains("matroska") && tag != nil
    let stated = [isWhole ? nil : Self.units(video["duration_ts"]), promised].compactMap(\.self)
      .max().map { $0 > zero ? $0 - zero : $0 }
    let usual = Self.fraction(video["r_frame_rate"], "/").map {
      Int128(unit.denominator) * Int128($0.denominator)
        / (Int128(unit.numerator) * Int128($0.numerator))
    }
    // Whether pictures follow each other as ffprobe's rate says.
    let isEven = usual.map { 2 * $0 > Int128(packets.gap ?? .max) } ?? false
    // Of pictures that refer to later ones ffprobe 5 calls some a unit long.
    if scan == nil || isEven && format == "mpegts", let last = packets.last, let gap = packets.gap,
      let shortened = end, shortened == last || stated != nil && 2 * (shortened - last) < gap
    {
      let whole = Self.micro(info.whole["duration"]).map(units(micro:))
      let headerEnd = (stated ?? tag).map { $0 + start } ?? whole ?? last + gap
      // Where all pictures are as long, so is the last one. What counts them as they are decoded
      // may end before it, at an uneven rate.
      let isPast =
        headerEnd <= last || (isEven || packets.areReordered) && 2 * (headerEnd - last) < gap
      end = max(shortened, isPast ? last + gap : min(headerEnd, last + gap))
      isOpen = true
    }
    // One picture alone, of which nothing tells the length.
    if packets.gap == nil, let last = packets.last, end == last { end = last + 1 }
    guard let declared = stated ?? tag ?? end.map({ $0 - start }), declared > 0 else {
      throw refused("has no pictures that can be read")
    }
    func seconds(_ length: Int) -> Double {
      Double(length) * Double(unit.numerator) / Double(unit.denominator)
    }
    let found = end.map { $0 - start } ?? declared
    // Streams may count from 1970.
    guard seconds(max(declared, found)) < Self.longest, seconds(abs(start)) < 1000 * Self.longest
    else { throw refused("has times that cannot be right") }
    // The length that ASF states is that of sound and pictures together, in the same units.
    let isSharedLength = format == "asf"
    let latest = isSharedLength ? max(found, (packets.lastOfAll ?? start) - start) : found
    guard found > 0, scan != nil || seconds(declared - latest) < 0.5 else {
      throw refused(
        "is cut off: it ends at \(FilmTime(tenthsOf: seconds(found)).text), and should last "
          + FilmTime(tenthsOf: seconds(declared)).text)
    }
    // Where times are not found the last packets are perhaps not the last.
    let isFound = findsTimes || scan != nil || isSharedLength
    let length = isFound ? found : max(found, stated ?? found)
    guard isOpen, let last = scan.map(\.last) ?? packets.last,
      let rate = Self.fraction(video["r_frame_rate"], "/")
    else { return (length, nil) }
    return (length, FilmFile.OpenEnd(start: last - start, rate: rate))
  }

  private static let longest = 1e7

  /// What the packets of pictures that are shown tell of the last one.
  private struct Packets {
    /// The time of the last picture.
    private(set) var last: Int?
    /// The time of the last packet, be it of sound or of a picture.
    private(set) var lastOfAll: Int?
    /// The time at which it ends, as far as ffprobe tells.
    private(set) var end: Int?
    /// The shortest time between two packets.
    private(set) var gap: Int?
    /// Whether they are decoded in another order than they are shown in.
    private(set) var areReordered = false

    init(_ film: FilmProbe, findsTimes: Bool) {
      lastOfAll = film.info.packets.compactMap { units($0["pts"]) ?? units($0["dts"]) }.max()
      var (before, next): (Int?, Int?)
      for packet in film.info.packets where film.info.isShown(packet) {
        let duration = units(packet["duration"]) ?? 0
        // ASF's last packets may lack the time, which is that after the one before.
        let (shown, decoded) = (units(packet["pts"]), units(packet["dts"]) ?? next)
        next = film.decoded == nil ? nil : decoded.flatMap { usable($0 + duration) }
        if let decoded, let before, decoded > before { gap = min(gap ?? .max, decoded - before) }
        before = decoded
        if let shown, let decoded, shown != decoded { areReordered = true }
        // AVI has no other times than those by which it is decoded.
        let isDecoded = film.decoded != nil || shown == nil && !findsTimes
        // The last picture waits as long as the first.
        let delay = film.decoded?.delay ?? 0
        for time in [shown, isDecoded ? decoded.map { $0 + delay } : nil].compactMap(\.self) {
          end = max(end ?? time, time + duration)
          last = max(last ?? time, time)
        }
      }
    }
  }
}
