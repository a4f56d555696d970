import Foundation
import TestSupport
import Testing
import TransitionImages
import TransitionKit
import TransitionSystem

/// Animated WebP, each of whose frames is encoded like a picture.
@Suite struct WebPAnimationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes an animation of 50 milliseconds a frame, the last of which is held.
  private func write(
    _ frames: [Bitmap], quality: Int = 70, saveOptions: String = "", profile: [UInt8]? = nil,
    order: [Int]? = nil, to name: String = "a.webp"
  ) throws {
    let contents = ImageWriter.Animation(
      width: frames[0].width, height: frames[0].height, format: frames[0].format,
      delays: frames.dropLast().map { _ in 50 } + [1000], plays: 0)
    let animation = try WebPAnimation(
      contents, quality: quality, saveOptions: saveOptions, profile: profile)
    for index in order ?? Array(frames.indices) { try animation.add(frames[index], at: index) }
    try animation.write(to: Path(folder.file(name)))
  }

  /// A frame of an animation, as it is seen.
  private func frame(_ index: Int, of name: String = "a.webp") throws -> Bitmap {
    try VipsTool.run(["copy", "\(name)[page=\(index)]", "page.png"], in: folder)
    return try Bitmap(readingFrom: folder.file("page.png"))
  }

  /// How like a picture another one is: the ratio of the greatest to the mean error, in decibels.
  private func likeness(_ a: Bitmap, _ b: Bitmap) -> Double {
    let squares = zip(a.samples, b.samples).reduce(0) {
      $0 + ($1.0 > $1.1 ? $1.0 - $1.1 : $1.1 - $1.0).squared
    }
    return 10 * log10(255 * 255 * Double(a.samples.count) / Double(max(squares, 1)))
  }

  /// How like a picture a WebP file of it is.
  private func likenessOfStill(_ picture: Bitmap, quality: Int) throws -> Double {
    let path = folder.file("still.webp")
    try ImageWriter(type: FileType("webp"), quality: quality)
      .write(Frame(showing: picture), "still", to: Path(path))
    return try likeness(Bitmap(readingFrom: path), picture)
  }

  /// The frames of a transition between two pictures.
  private func frames(_ filter: Filter, _ source: Bitmap, _ target: Bitmap, _ count: Int)
    -> [Bitmap]
  {
    let inputs = Inputs(source: source, target: target)
    let transition = filter.makeTransition().prepared(for: inputs.layout)
    return (0..<count).map {
      transition.frame(at: Double($0) / Double(count - 1), of: inputs).bitmap()
    }
  }

  /// A picture with coarse and fine detail, like a photograph.
  private func scene(_ phase: Double) -> Bitmap {
    Bitmap(width: 128, height: 96) { u, v in
      let waves = sin(9 * u + phase) * cos(7 * v - phase)
      let grain = sin(190 * u * (v + phase)) * 0.1
      return [
        0.5 + 0.35 * waves + grain, 0.5 - 0.15 * waves * phase + grain, 0.15 + v * 0.7 + grain, 1,
      ]
    }
  }

  @Test(.enabled(if: VipsTool.path != nil, "\(VipsTool.advice)"), arguments: Transitions.all)
  func `ends with the picture, as like it as a still one is`(filter: Filter) throws {
    let frames = frames(filter, scene(0.3), scene(2), 10)
    for quality in [50, 90] {
      try write(frames, quality: quality)
      // Those that pass by may be a little worse, where blocks that are kept meet others.
      for (index, loss) in [(9, 1.0), (5, 2)] {
        let still = try likenessOfStill(frames[index], quality: quality)
        let seen = try likeness(frame(index), frames[index])
        #expect(seen > still - loss, "frame \(index): \(seen) instead of \(still) dB")
      }
    }
  }

  @Test(.enabled(if: VipsTool.path != nil, "\(VipsTool.advice)"))
  func `ends with the picture, however slowly it comes`() throws {
    let source = Bitmap(width: 96, height: 64) { u, _ in [0, 0, 0.1 + 0.05 * u, 1] }
    let target = Bitmap(width: 96, height: 64) { _, v in [0.15 * v, 0.08 * v, 0, 1] }
    let dissolve = try #require(Transitions.all.first { $0.alias == "dissolve" })
    try write(frames(dissolve, source, target, 60), quality: 90)
    #expect(try likeness(frame(59), target) > likenessOfStill(target, quality: 90) - 1)
  }

  @Test(.enabled(if: VipsTool.path != nil, "\(VipsTool.advice)"), arguments: [(0, 6), (4, 0)])
  func `shows no border where a new block meets one that is kept`(first: (Int, Int)) throws {
    // A slope so gentle that a decoder smooths it, and two blocks that grow lighter, far apart.
    let slope = { (u: Double) in 0.5 + 0.08 * u }
    let pictures = [false, true, true].map { isNew in
      Bitmap(width: 176, height: 112) { u, v in
        let block = (Int(u * 11), Int(v * 7))
        let isLighter = isNew && (block == first || block == (9, 3))
        return [slope(u), slope(v), slope(1 - u), 1].map { $0 + (isLighter ? 0.005 : 0) }
      }
    }
    try write(pictures, quality: 90)
    let (a, b) = (try frame(1), pictures[1])
    for pixel in 48 * 176..<64 * 176 where (144..<160).contains(pixel % 176) {
      for channel in 0..<3 {
        let seen = Int(a.samples[pixel * a.format.channels + channel])
        let difference = seen - Int(b.samples[pixel * b.format.channels + channel])
        #expect(abs(difference) <= 3, "column \(pixel % 176), row \(pixel / 176)")
      }
    }
  }

  @Test(
    .enabled(if: VipsTool.path != nil, "\(VipsTool.advice)"), arguments: PixelFormat.all,
    [(1, 1), (16, 16), (37, 23), (70, 33)])
  func `has every sample without loss`(format: PixelFormat, size: (Int, Int)) throws {
    // Squares that move, over what stands still.
    let frames = (0..<6).map { index in
      Bitmap(width: size.0, height: size.1, format: format) { u, v in
        let isNew = index != 3 && abs(u - Double(index) / 6) < 0.1 && abs(v - 0.5) < 0.2
        return isNew ? [1, 0.2, 0, index == 2 ? 0 : 1] : [u, v, 0.5, u > 0.7 ? 0.5 : 1]
      }
    }
    try write(frames, saveOptions: "lossless")
    for index in frames.indices {
      let expected = try reduced(frames[index])
      let seen = try frame(index)
      #expect(seen.width == size.0 && seen.height == size.1)
      #expect(seen.meanDifference(from: expected) == 0, "frame \(index)")
    }
  }

  /// The picture with 8 bits, as WebP has it, and without alpha if it is opaque.
  private func reduced(_ picture: Bitmap) throws -> Bitmap {
    let isDeep = picture.format.depth == .sixteen
    let whole = Bitmap(
      width: picture.width, height: picture.height,
      format: PixelFormat(depth: .eight, hasAlpha: picture.format.hasAlpha),
      samples: picture.samples.map { isDeep ? UInt16((UInt32($0) + 128) / 257) : $0 })
    try whole.write(to: folder.file("reduced.png"))
    return try Bitmap(readingFrom: folder.file("reduced.png"))
  }

  @Test func `has the same bytes, whatever the order in which its frames come`() throws {
    let swipe = try #require(Transitions.all.first { $0.alias == "swipe" })
    let frames = frames(swipe, scene(0.3), scene(2), 9)
    try write(frames)
    try write(frames, order: [8, 3, 4, 0, 2, 1, 7, 5, 6], to: "b.webp")
    let bytes = try ["a.webp", "b.webp"].map {
      try Data(contentsOf: URL(fileURLWithPath: folder.file($0)))
    }
    #expect(bytes[0] == bytes[1])
  }

  @Test func `keeps the profile`() throws {
    let picture = Bitmap(width: 32, height: 32, uniform: [60, 180, 90])
    let other = Bitmap(width: 32, height: 32, uniform: [60, 180, 91])
    try write([picture, other], profile: ICCProfileTests.wideProfile)
    let file = try ImageFile(
      path: Path(folder.file("a.webp")), role: "picture", pixelLimit: nil)
    #expect(file.profile == ICCProfileTests.wideProfile)
  }

  @Test(arguments: ["kmin=3", "lossless, kmax = 5", "mixed", "min_size=true", "min-size"])
  func `refuses options that would do nothing`(options: String) throws {
    let picture = Bitmap(width: 2, height: 2, uniform: [1, 2, 3])
    let error = #expect(throws: ImageFileError.self) {
      try write([picture, picture], saveOptions: options)
    }
    #expect(error?.kind == .badSaveValue)
    #expect(error?.detail.contains("each frame is encoded by itself") == true)
  }
}

extension UInt16 {
  fileprivate var squared: Double { Double(self) * Double(self) }
}
