import TransitionKit

/// What a frame of a moving picture costs, in 1920x1080, and what comes before the first.
struct MovingPictureCost {
  let name: String
  /// Nanoseconds of processor time a pixel.
  let frame: Double
  /// Milliseconds of processor time.
  let preparation: Double

  private static let (width, height) = (1920, 1080)

  /// The costs of the rows whose names contain a word, or of all.
  static func all(only: String?, frames: Int) -> [MovingPictureCost] {
    let sketch = TestPicture.make(1500, 1000, seed: 1)
    /// A picture in a size, with the ratio of its widest frame and its zoom.
    let rows = [
      ("zoom 8% from 24 MP", 6000, 4000, PixelFormat.Depth.eight, 3.125, 1.08),
      ("zoom 8% from 12 MP", 4000, 3000, .eight, 2.08, 1.08),
      ("zoom 8%, enlarging", 1500, 1000, .eight, 0.78, 1.08),
      ("ratio 2, not reduced", 4000, 3000, .eight, 2, 1.8),
      ("zoom 8%, 16 bits", 4000, 3000, .sixteen, 2.08, 1.08),
    ]
    return rows.compactMap { name, across, down, depth, ratio, zoom in
      let name = "pan-zoom: " + name
      if let only, !name.contains(only) { return nil }
      let whole = PictureRegion(x: 0, y: 0, width: 1500, height: 1000)
      let picture = sketch.resampled(whole, width: across, height: down)
      return MovingPictureCost(name, picture.with(depth), ratio, zoom, frames)
    }
  }

  private init(
    _ name: String, _ picture: Bitmap, _ ratio: Double, _ zoom: Double, _ frames: Int
  ) {
    func region(_ ratio: Double) -> PictureRegion {
      let (width, height) = (ratio * Double(Self.width), ratio * Double(Self.height))
      return PictureRegion(
        x: (Double(picture.width) - width) / 2, y: (Double(picture.height) - height) / 3,
        width: width, height: height)
    }
    let path = RegionPath(from: region(ratio), to: region(ratio / zoom))
    var moving: MovingPicture?
    preparation =
      1e3
      * processorTime {
        moving = MovingPicture(picture, along: path, width: Self.width, height: Self.height)
      }
    let seconds = processorTime {
      for index in 0..<frames { _ = moving?.bitmap(at: Double(index) / Double(frames - 1)) }
    }
    frame = seconds * 1e9 / Double(Self.width * Self.height * frames)
    self.name = name
  }
}

extension Bitmap {
  /// The picture with samples of a depth.
  fileprivate func with(_ depth: PixelFormat.Depth) -> Bitmap {
    guard depth != format.depth else { return self }
    return Bitmap(
      width: width, height: height,
      format: PixelFormat(depth: depth, hasAlpha: format.hasAlpha, encoding: format.encoding),
      samples: samples.map { $0 * 257 })
  }
}
