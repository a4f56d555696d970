internal import TransitionSystem

/// All packets of a film's pictures, from the first to the last. Streams of MPEG need it: they tell
/// no length, may lack times, and may be several, one after the other.
struct PacketScan {
  /// The time of the last picture, in the stream's units; `nil` without times.
  let last: Int?
  /// The time at which it ends, as far as its packet tells: that at which it begins, if the packet
  /// has no length.
  let end: Int?
  /// The shortest time between two packets, if it is less than a second.
  let gap: Int?
  /// The first time from which it goes back by more than a second.
  let restart: Int?
  /// What ffprobe says of damage.
  let warning: String?

  /// Reads the packets of a stream whose first picture has a time, with so many units in a second.
  init(_ path: Path, stream: Int, from start: Int, unitsPerSecond: Int) throws(Failure) {
    var (restart, delay, latest, shortest) = (Int?.none, Int?.none, Int?.none, Int.max)
    // By the times of packets, and by those at which they are decoded.
    var ends: [(start: Int, time: Int)?] = [nil, nil]
    var lacksTimes = false
    let ending = try FFmpeg.fields(
      "packet=pts,dts,duration", ofStream: "\(stream)", FilmProbe.opening(path),
      for: .film(path), ["-v", "warning"]
    ) { texts in
      let fields = texts.map { Int($0) }
      guard fields.count >= 3 else { return }
      let (shown, decoded, duration) = (fields[0], fields[1], fields[2] ?? 0)
      if let decoded {
        // How long the first picture waits is how long the last one does.
        if delay == nil { delay = max(0, start - decoded) }
        if let latest, decoded < latest - unitsPerSecond, restart == nil { restart = latest }
        if let latest, decoded > latest { shortest = min(shortest, decoded - latest) }
        latest = max(latest ?? decoded, decoded)
      }
      if shown == nil { lacksTimes = true }
      for (index, time) in [shown, decoded.map { $0 + (delay ?? 0) }].enumerated() {
        guard let time, time + duration >= ends[index]?.time ?? time else { continue }
        ends[index] = (time, time + duration)
      }
    }
    // Where packets lack times of their own, as many are shown as are decoded.
    let known = ends.prefix(lacksTimes ? 2 : 1).compactMap(\.self)
    let picture = known.max { $0.time < $1.time }
    (last, end) = (picture?.start, picture?.time)
    gap = shortest < unitsPerSecond ? shortest : nil
    self.restart = restart
    warning = ending.lines.last { $0.contains("orrupt") }.map { String($0) }
  }
}
