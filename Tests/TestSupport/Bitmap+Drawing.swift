public import TransitionKit

extension Bitmap {
  /// Draws a picture. `color` gives red, green, blue and alpha, each 0...1 and encoded, of the
  /// pixel at `u`, `v`: 0...1 from the left and from the bottom.
  public init(
    width: Int, height: Int, format: PixelFormat = .rgb8, workingSpace: WorkingSpace = .linear,
    color: (_ u: Double, _ v: Double) -> [Double]
  ) {
    let maximum = Double(format.depth.maximum)
    var samples: [UInt16] = []
    samples.reserveCapacity(width * height * format.channels)
    for row in 0..<height {
      for column in 0..<width {
        let u = (Double(column) + 0.5) / Double(width)
        let v = (Double(height - row) - 0.5) / Double(height)
        for sample in color(u, v).prefix(format.channels) {
          samples.append(UInt16((sample * maximum).rounded()))
        }
      }
    }
    self.init(
      width: width, height: height, format: format, workingSpace: workingSpace, samples: samples)
  }

  /// A picture whose colors say where they come from, blue in the given amount, opaque or not.
  public init(
    codedWidth width: Int, height: Int, blue: Double, format: PixelFormat = .rgb8,
    workingSpace: WorkingSpace = .linear
  ) {
    func samples(_ count: Int, _ color: (Double) -> Double) -> [UInt16] {
      (0..<count).map {
        let position = (Double($0) + 0.5) / Double(count)
        return UInt16((color(position) * Double(format.depth.maximum)).rounded())
      }
    }
    let (reds, greens) = (samples(width, \.self), samples(height, \.self))
    let constant = samples(1) { _ in blue }[0]
    // Coverage changes along the one axis or along the other.
    let (right, up) = (samples(width) { 1 - 0.75 * $0 }, samples(height) { 0.25 + 0.75 * $0 })
    var picture: [UInt16] = []
    picture.reserveCapacity(width * height * format.channels)
    for row in (0..<height).reversed() {
      for column in 0..<width {
        picture.append(reds[column])
        picture.append(greens[row])
        picture.append(constant)
        if format.hasAlpha { picture.append(blue == 0 ? up[row] : right[column]) }
      }
    }
    self.init(
      width: width, height: height, format: format, workingSpace: workingSpace, samples: picture)
  }

  /// A picture of one color.
  public init(
    width: Int, height: Int, format: PixelFormat = .rgb8, workingSpace: WorkingSpace = .linear,
    uniform pixel: [UInt16]
  ) {
    self.init(
      width: width, height: height, format: format, workingSpace: workingSpace,
      samples: (0..<width * height).flatMap { _ in pixel.prefix(format.channels) })
  }

  /// The samples of one pixel, its row counted from the top.
  public func samples(column: Int, row: Int) -> [UInt16] {
    precondition(column >= 0 && column < width && row >= 0 && row < height)
    let address = unsafe address(column: column, row: row)
    return (0..<format.channels).map { channel in
      switch format.depth {
      case .eight: UInt16(unsafe address.load(fromByteOffset: channel, as: UInt8.self))
      case .sixteen: unsafe address.loadUnaligned(fromByteOffset: 2 * channel, as: UInt16.self)
      }
    }
  }
}

extension Inputs {
  /// A source without blue and a target full of it, both coded by position.
  public init(
    codedWidth width: Int, height: Int, format: PixelFormat = .rgb8,
    workingSpace: WorkingSpace = .linear, depth: PixelFormat.Depth = .eight
  ) {
    func picture(_ blue: Double) -> Bitmap {
      Bitmap(
        codedWidth: width, height: height, blue: blue, format: format, workingSpace: workingSpace)
    }
    self.init(source: picture(0), target: picture(1), depth: depth)
  }
}

extension Bitmap {
  /// Samples of which half are 0 and the others random.
  public static func noise(_ width: Int, _ height: Int, _ format: PixelFormat) -> Bitmap {
    var random = SplitMix64(seed: 7)
    let samples = (0..<width * height * format.channels).map { _ in
      UInt16(random.next() % 2 == 0 ? 0 : random.next() % UInt64(format.depth.maximum + 1))
    }
    return Bitmap(width: width, height: height, format: format, samples: samples)
  }

  /// The picture seen in a mirror beside it, or below it.
  public func mirrored(upsideDown: Bool) -> Bitmap {
    let samples = (0..<height).flatMap { row in
      (0..<width).flatMap { column in
        upsideDown
          ? self.samples(column: column, row: height - 1 - row)
          : self.samples(column: width - 1 - column, row: row)
      }
    }
    return Bitmap(width: width, height: height, format: format, samples: samples)
  }
}
