import Foundation
import TestSupport
import Testing

@testable import TransitionKit

/// What the frames of a moving picture show.
@Suite struct MovingPictureTests {
  /// A region of 3 : 2 about a point.
  private static func region(_ x: Double, _ y: Double, width: Double) -> PictureRegion {
    PictureRegion(x: x - width / 2, y: y - width / 3, width: width, height: width / 1.5)
  }

  /// A path between a part of the original, a reduced picture and two of them.
  private static let paths: [RegionPath] = [
    RegionPath(from: region(90, 60, width: 120), to: region(100, 65, width: 100)),
    RegionPath(from: region(150, 100, width: 300), to: region(160, 95, width: 270)),
    RegionPath(from: region(30, 20, width: 20), to: region(150, 100, width: 300)),
    RegionPath(from: region(100, 80, width: 200), to: region(190, 120, width: 200)),
  ]

  @Test(arguments: SyntheticPicture.formats, WorkingSpace.allCases)
  func `frames are what the formula gives`(_ format: PixelFormat, _ space: WorkingSpace) {
    let picture = SyntheticPicture.photograph(300, 200, format, space)
    let reference = ReferenceResampling(picture)
    let whole = PictureRegion(x: 0, y: 0, width: 300, height: 200)
    for path in Self.paths {
      let (width, height) = (75, 50)
      let moving = MovingPicture(picture, along: path, width: width, height: height)
      let ratios = [path.from, path.to].map { $0.width / Double(width) }.sorted()
      let factors = ReductionFactors(tightest: ratios[0], widest: ratios[1])
      for share in [0, 0.37, 1] {
        let region = path.region(at: share)
        func expected(_ factor: Double) -> [Double] {
          guard factor > 1 else {
            return reference.resampled(region, width: width, height: height, isEven: true).samples
          }
          let columns = Int((300 / factor).rounded(.up))
          let rows = Int((200 / factor).rounded(.up))
          let (x, y) = (Double(columns) / 300, Double(rows) / 200)
          let part = PictureRegion(
            x: region.x * x, y: region.y * y, width: region.width * x, height: region.height * y)
          return reference.resampled(whole, width: columns, height: rows, .lanczos3)
            .resampled(part, width: width, height: height, isEven: true).samples
        }
        let made = moving.bitmap(at: share)
        #expect((made.format, made.workingSpace) == (format, space))
        let farShare = factors.farShare(at: region.width / Double(width))
        guard farShare == 0 || farShare == 1 else { continue }
        let factor = farShare == 1 ? factors.far?.factor ?? 1 : factors.near
        let errors = made.errors(from: expected(factor))
        #expect(errors.mean < 0.33)
        #expect(errors.greatest < 1.2)
      }
    }
  }

  private static let center = (x: 618.3, y: 371.6)

  /// A soft dot.
  private static func dot(_ depth: PixelFormat.Depth, over background: Double) -> Bitmap {
    SyntheticPicture.gray(1200, 800, depth) {
      let (x, y, deviation) = ($0 - center.x, $1 - center.y, 22.0)
      let part = exp(-(x * x + y * y) / (2 * deviation * deviation))
      return background + (200.0 / 255 - background) * part
    }
  }

  /// How a dot's way differs from the formula's: the greatest distance, the mean second difference
  /// along an axis, and whether it ever goes back.
  private func wobble(
    of dot: Bitmap, over background: Double, _ path: RegionPath, width: Int = 480,
    frames: Int
  ) -> (distance: Double, second: Double, isBackward: Bool) {
    let moving = MovingPicture(dot, along: path, width: width, height: width * 2 / 3)
    var (distance, second, isBackward) = (0.0, 0.0, false)
    var (errors, last): ([SIMD2<Double>], (SIMD2<Double>, SIMD2<Double>)?) = ([], nil)
    for index in 0..<frames {
      let share = Double(index) / Double(frames - 1)
      let region = path.region(at: share)
      let found = moving.bitmap(at: share).centroid(over: background)
      let position = SIMD2(found.x, found.y)
      let expected =
        SIMD2(Self.center.x - region.x, Self.center.y - region.y) * (Double(width) / region.width)
      let error = position - expected
      errors.append(error)
      distance = max(distance, (error * error).sum().squareRoot())
      if let last {
        let (step, expectedStep) = (position - last.0, expected - last.1)
        isBackward = isBackward || step.x * expectedStep.x < 0 || step.y * expectedStep.y < 0
      }
      last = (position, expected)
    }
    for (a, (b, c)) in zip(errors, zip(errors.dropFirst(), errors.dropFirst(2))) {
      let difference = a - 2 * b + c
      second += (abs(difference.x) + abs(difference.y)) / 2 / Double(frames - 2)
    }
    return (distance, second, isBackward)
  }

  private static let wide = region(600, 400, width: 1200)
  private static let tight = region(640, 390, width: 1200 / 1.08)

  @Test(arguments: [0, 40.0 / 255])
  func `a dot moves as the formula says`(over background: Double) {
    let coarse = Self.dot(.eight, over: background)
    let fine = Self.dot(.sixteen, over: background)
    for path in [
      RegionPath(from: Self.wide, to: Self.tight), RegionPath(from: Self.tight, to: Self.wide),
      RegionPath(from: Self.region(600, 400, width: 1000), to: Self.region(616, 409, width: 1000)),
      RegionPath(from: Self.region(600, 400, width: 400), to: Self.region(580, 390, width: 370)),
    ] {
      let coarse = wobble(of: coarse, over: background, path, frames: 40)
      #expect(coarse.distance <= 0.015)
      // It is the rounding to codes, of which a dot on dark gray has fewer.
      #expect(coarse.second <= (background == 0 ? 0.007 : 0.009))
      #expect(!coarse.isBackward)
      let fine = wobble(of: fine, over: background, path, frames: 40)
      #expect(fine.distance <= 0.0005)
      #expect(fine.second <= 0.0005)
      #expect(!fine.isBackward)
    }
  }

  @Test func `a dot moves as the formula says from one reduced picture to another`() {
    let path = RegionPath(from: Self.wide, to: Self.region(619, 371, width: 280))
    let made = wobble(
      of: Self.dot(.sixteen, over: 0), over: 0, path, width: 240, frames: 40)
    #expect(made.distance <= 0.001)
    #expect(made.second <= 0.001)
    #expect(!made.isBackward)
  }

  /// Pixels of which each is one of two grays.
  private static let texture: Bitmap = {
    var random = SplitMix64(seed: 11)
    let isBright = (0..<900 * 600).map { _ in random.next() % 2 == 0 }
    return SyntheticPicture.gray(900, 600, .eight) { x, y in
      isBright[Int(y) * 900 + Int(x)] ? 0.65 : 0.35
    }
  }()

  @Test(arguments: [
    // The picture itself, a reduced one, and one after the other.
    RegionPath(from: region(450, 300, width: 360), to: region(450, 300, width: 792)),
    RegionPath(from: region(450, 300, width: 360), to: region(450, 300, width: 330)),
    RegionPath(from: region(440, 300, width: 360), to: region(446, 304, width: 360)),
    RegionPath(from: region(450.3, 300.4, width: 900), to: region(460, 297, width: 800)),
    RegionPath(from: region(450.3, 300.4, width: 72), to: region(450.3, 300.4, width: 900)),
    RegionPath(from: region(440.2, 300, width: 800), to: region(446.1, 304, width: 800)),
    RegionPath(from: region(440.2, 300, width: 450), to: region(446.1, 304, width: 450)),
  ])
  func `fine texture neither leaps nor pulses`(_ path: RegionPath) {
    let isDeep = path.to.width > 10 * path.from.width
    let (width, height) = isDeep ? (180, 120) : (360, 240)
    let moving = MovingPicture(Self.texture, along: path, width: width, height: height)
    // Ten seconds, or two.
    let last = isDeep ? 299 : 59
    let energies = (0...last).map { moving.bitmap(at: Double($0) / Double(last)).energy }
    // Wide frames have less of it than tight ones: what counts is the distance from that trend.
    for (a, (b, c)) in zip(energies, zip(energies.dropFirst(), energies.dropFirst(2))) {
      #expect(abs(b / (a * c).squareRoot() - 1) < 0.015)
    }
    if path.from.width == path.to.width {
      let (least, most) = (energies.min() ?? 0, energies.max() ?? 1)
      // Over all of its 6 pixels; from a ratio of 1.25 on it is much less.
      #expect(least / most > 0.95)
    }
  }

  @Test func `a reduced picture has no more aliases than its kernel`() {
    let size = 600
    // Finer to the right and downwards, up to the finest that pixels hold.
    let plate = SyntheticPicture.gray(size, size, .eight) { x, y in
      0.5 + 0.45 * cos(.pi * (x * x + y * y) / Double(2 * size))
    }
    let whole = PictureRegion(x: 0, y: 0, width: Double(size), height: Double(size))
    let reduced = ResampledPicture<Int16>(plate, reducedBy: 3, whole, reach: 2)
    let coder = FixedCoder(plate.format, .linear)
    let small = Bitmap(
      drawing: reduced.resampler(coder, channels: 3, .sharp, whole, width: 200, height: 200), nil,
      width: 200, height: 200, plate.format, .linear, coder)
    let expected = ReferenceResampling(plate).resampled(whole, width: 200, height: 200, .lanczos3)
    #expect(small.errors(from: expected.samples).greatest < 1.1)
    // Columns that are finer than the reduced picture holds.
    func aliases(_ values: [Double]) -> Double {
      var line: [Double] = []
      for index in values.indices where index % 200 > 80 { line.append(values[index]) }
      let mean = line.reduce(0, +) / Double(line.count)
      return line.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(line.count)
    }
    let reference = stride(from: 0, to: expected.values.count, by: 3).map { expected.values[$0] }
    let made = small.grays.map(WorkingSpace.linear.decode)
    #expect(aliases(made) <= aliases(reference) * 1.02)
  }

  @Test func `frames do not depend on order, on threads, or on other frames`() {
    let picture = SyntheticPicture.photograph(300, 200, .rgb8)
    let path = Self.paths[2]
    let moving = MovingPicture(picture, along: path, width: 75, height: 50)
    let frames = (0..<16).map { moving.bitmap(at: Double($0) / 15).samples }
    let again = MovingPicture(picture, along: path, width: 75, height: 50)
    let same = Results(count: 16)
    DispatchQueue.concurrentPerform(iterations: 16) { index in
      let number = 15 - index
      same.set(number, again.bitmap(at: Double(number) / 15).samples == frames[number])
    }
    #expect(same.all)
  }

  /// Answers of several threads.
  private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var answers: [Bool]
    init(count: Int) { answers = Array(repeating: false, count: count) }
    func set(_ index: Int, _ answer: Bool) { lock.withLock { answers[index] = answer } }
    var all: Bool { lock.withLock { answers.allSatisfy(\.self) } }
  }

  @Test func `a picture that is reduced is not kept`() throws {
    final class Owner { let bytes = [UInt8](repeating: 90, count: 300 * 200 * 3) }
    for (path, isKept) in zip(Self.paths, [true, false, true, false]) {
      var owner: Owner? = Owner()
      weak let kept = owner
      let moving = try unsafe owner?.bytes.withUnsafeBytes { bytes in
        let picture = unsafe Bitmap(
          borrowing: try #require(bytes.baseAddress), owner: try #require(owner), width: 300,
          height: 200, format: .rgb8, workingSpace: .linear)
        return MovingPicture(picture, along: path, width: 75, height: 50)
      }
      owner = nil
      #expect((kept != nil) == isKept)
      _ = moving
    }
  }
}
