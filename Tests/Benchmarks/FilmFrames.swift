import TransitionKit

/// The cost of bringing a frame of a film to the form in which it is shown.
struct FilmFrameCost {
  let name: String
  /// Milliseconds of processor time.
  let milliseconds: Double

  /// The costs of the rows whose names contain a word, or of all.
  static func all(only: String?, frames: Int) -> [FilmFrameCost] {
    let picture = planes(1920, 1080)
    let rows: [(String, () -> Void)] = [
      ("1080p planes to 8 bits", { _ = picture.bitmap() }),
      ("1080p planes to 16 bits", { _ = Frame(showing: picture, depth: .sixteen).bitmap() }),
    ]
    return rows.compactMap { name, work in
      let name = "film-frame: " + name
      if let only, !name.contains(only) { return nil }
      work()
      let seconds = processorTime { for _ in 0..<frames { work() } }
      return FilmFrameCost(name: name, milliseconds: 1e3 * seconds / Double(frames))
    }
  }

  private static func planes(_ width: Int, _ height: Int) -> PlanarPicture {
    let count = PlanarPicture.byteCount(width: width, height: height)
    return PlanarPicture(
      width: width, height: height, matrix: .bt709, range: .limited, siting: .left,
      bytes: (0..<count).map { UInt8(truncatingIfNeeded: 16 + $0 * $0 % 219) })
  }
}
