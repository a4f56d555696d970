import TransitionImages
import TransitionKit

/// The cost of bringing a frame of a film to the form in which it is shown.
struct FilmFrameCost {
  let name: String
  /// Milliseconds of processor time.
  let milliseconds: Double

  /// The costs of the rows whose names contain a word, or of all.
  static func all(only: String?, frames: Int) -> [FilmFrameCost] {
    let (picture, large) = (planes(1920, 1080), planes(3840, 2160))
    let rows: [(String, () -> Void)] = [
      ("1080p planes to 8 bits", { _ = picture.bitmap() }),
      ("1080p planes to 16 bits", { _ = Frame(showing: picture, depth: .sixteen).bitmap() }),
      ("1080p planes of 10 bits", deep(VideoColors(bits: 10))),
      ("1080p HLG", deep(VideoColors(matrix: .bt2020, primaries: .bt2020, curve: .hlg, bits: 10))),
      (
        "1080p PQ",
        deep(VideoColors(matrix: .bt2020, primaries: .bt2020, curve: .pq(peak: 1000), bits: 10))
      ),
      ("1080p P3", deep(VideoColors(primaries: .smpte432, bits: 10))),
      ("3840x2160 to 1080p", fitting(3840, 2160, .cover)),
      ("3840x2160 planes to 8 bits", { _ = large.bitmap() }),
      ("1280x720 to 1080p", fitting(1280, 720, .cover)),
      ("3840x2160 planes to 1080p", fitting(large)),
      ("1440x1080 within 1080p", fitting(1440, 1080, .contain)),
      ("1080x1920 within 1080p, blurred", fitting(1080, 1920, .containBlur)),
      ("2160x3840 within 1080p, blurred", fitting(2160, 3840, .containBlur)),
      ("3840x2160 to 1080p, 16 bits", fitting(3840, 2160, .cover, .sixteen)),
      ("3840x2160 to 1080p, alpha", fitting(3840, 2160, .cover, hasAlpha: true)),
    ]
    return rows.compactMap { name, work in
      let name = "film-frame: " + name
      if let only, !name.contains(only) { return nil }
      work()
      let seconds = processorTime { for _ in 0..<frames { work() } }
      return FilmFrameCost(name: name, milliseconds: 1e3 * seconds / Double(frames))
    }
  }

  /// The work of bringing a frame of a size to one of 1920x1080.
  private static func fitting(
    _ width: Int, _ height: Int, _ fit: Fit, _ depth: PixelFormat.Depth = .eight,
    hasAlpha: Bool = false
  ) -> () -> Void {
    let sketch = TestPicture.make(960, 960, seed: 1)
    let whole = PictureRegion(x: 0, y: 0, width: 960, height: 960)
    let frame = Bitmap.composed(
      of: [.init(sketch.resampled(whole, width: width, height: height), column: 0, row: 0)],
      over: .black, width: width, height: height,
      format: PixelFormat(depth: depth, hasAlpha: hasAlpha), workingSpace: .linear)
    let canvas = Canvas(width: 1920, height: 1080, fit: fit, background: .black)
    do {
      let film = try FilmFitting(
        DecodedImage(frame, role: "film", path: "film"), in: canvas, format: frame.format,
        workingSpace: .linear)
      return {
        do { _ = try film.fitted(frame) } catch { stop("\(error)") }
      }
    } catch {
      stop("\(error)")
    }
  }

  /// The work of bringing planes to a frame of 1920x1080.
  private static func fitting(_ planes: PlanarPicture) -> () -> Void {
    let canvas = Canvas(width: 1920, height: 1080, fit: .cover, background: .black)
    do {
      let first = try DecodedImage(planes.bitmap(), role: "film", path: "film")
      let film = try FilmFitting(
        first, in: canvas, format: first.format, workingSpace: .linear)
      return {
        do { _ = try film.fitted(planes) } catch { stop("\(error)") }
      }
    } catch {
      stop("\(error)")
    }
  }

  /// The work of converting 4:2:0 of more bits, a picture as light and as colorful as usual ones.
  private static func deep(_ colors: VideoColors) -> () -> Void {
    let (width, height) = (1920, 1080)
    let size = width * height
    let format = PlanarFormat(colors)
    let codes = (0..<format.byteCount(width: width, height: height) / 2).map { index in
      index < size ? 64 + index * 7 / 3 % 620 : 470 + index / 5 % 85
    }
    let picture = PlanarPicture(
      width: width, height: height, format: format,
      bytes: codes.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    return { _ = picture.bitmap() }
  }

  private static func planes(_ width: Int, _ height: Int) -> PlanarPicture {
    let count = PlanarFormat().byteCount(width: width, height: height)
    return PlanarPicture(
      width: width, height: height, format: PlanarFormat(),
      bytes: (0..<count).map { UInt8(truncatingIfNeeded: 16 + $0 / 8 % 219) })
  }
}
