/// The drawings that an animation shows, and for how long.
///
/// A drawing begins at its own time, rounded to what the type of file counts in. Rounding times,
/// and not lengths, keeps the whole from drifting: at 30 frames a second a GIF's delays are 3, 3
/// and 4 hundredths of a second.
struct AnimationTimes: Sendable {
  /// The indices of the drawings that are shown, rising.
  let shown: [Int]
  /// For how many milliseconds each of them is shown.
  let delays: [Int]

  /// Chooses among drawings of which each is shown for a number of frames.
  ///
  /// The type of file counts in units of some milliseconds. A drawing for which less than the least
  /// is left gives way to the next, but for the first and the last one and those that last long
  /// enough by themselves.
  init(_ drawings: [Int], rate: FrameRate, unit: Int, least: Int) {
    func time(of frame: Int) -> Double { rate.duration(of: frame) * 1000 / Double(unit) }
    let end = Int(time(of: drawings.reduce(0, +)).rounded())
    var chosen: [(drawing: Int, start: Int, isLong: Bool)] = []
    var frame = 0
    for (drawing, count) in drawings.enumerated() {
      var start = Int(time(of: frame).rounded())
      frame += count
      let isLong = time(of: count) >= Double(least)
      let isLast = drawing == drawings.count - 1
      if isLast { start = min(start, end - least) }
      if isLong || isLast {
        while chosen.count > 1, let last = chosen.last, !last.isLong, start - last.start < least {
          chosen.removeLast()
        }
      }
      let earliest = chosen.last.map { $0.start + least } ?? 0
      guard start >= earliest || isLong || isLast else { continue }
      chosen.append((drawing, max(start, earliest), isLong))
    }
    let starts = chosen.map(\.start)
    let ends = starts.dropFirst() + [max(end, (starts.last ?? 0) + least)]
    shown = chosen.map(\.drawing)
    delays = zip(starts, ends).map { ($1 - $0) * unit }
  }
}
