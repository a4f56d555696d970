import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import GLTransitions

/// Means of pictures along curves and in disks.
@Suite struct PictureMeansTests {
  /// A frame of a shader that shows a color for each pixel.
  private static func shown(_ picture: Bitmap, _ color: String) throws -> Bitmap {
    let text = """
      // Levels: yes
      vec4 transition(vec2 uv) { return \(color); }
      """
    return GLTransition(try GLProgram(source: text))
      .frame(at: 0.5, of: Inputs(source: picture, target: picture))
      .bitmap(workingSpace: picture.workingSpace)
  }

  private typealias Point = SIMD2<Double>

  /// Calls that show means around each pixel of pictures of 320 by 180, and the points that they
  /// are of, from the pixel in shares of the picture.
  private static let shapes: [(call: String, points: [Point])] =
    ([
      ("uv, uv + vec2(0.005, 0.0), uv + vec2(0.01, 0.0)", [0.005, 0], [0.01, 0]),
      ("uv, uv + vec2(0.02, 0.05), uv - vec2(0.02, 0.1)", [0.02, 0.05], [-0.02, -0.1]),
      ("uv, uv + vec2(0.1, 0.1), uv + vec2(0.1, -0.2)", [0.1, 0.1], [0.1, -0.2]),
      ("uv, uv + vec2(-0.6, 0.5), uv - vec2(0.9, 0.0)", [-0.6, 0.5], [-0.9, 0]),
    ] as [(String, Point, Point)]).map { text, control, end in
      let points = (0..<500).map { index in
        let time = (Double(index) + 0.5) / 500
        return 2 * time * (1 - time) * control + time * time * end
      }
      return ("getFromCurve(\(text))", points)
    }
    + ([0.004, 0.01, 0.02, 0.06, 0.3, 1].map { ([0, 0], $0) }
    + [([1.9, -1.2], 0.06), ([-0.5, 3.1], 0.4)]).map { (away: Point, radius: Double) in
      let points = (0..<2000).map { index in
        let distance = radius * ((Double(index) + 0.5) / 2000).squareRoot()
        let angle = 2.399963 * Double(index)
        return away + Point(distance * cos(angle) * 180 / 320, distance * sin(angle))
      }
      let center = away == .zero ? "uv" : "uv + vec2(\(away.x), \(away.y))"
      return ("getFromDisk(\(center), \(radius))", points)
    }

  @Test(arguments: PixelFormat.all, WorkingSpace.allCases)
  func `a mean is that of its points, reflected beyond the sides`(
    _ format: PixelFormat, _ space: WorkingSpace
  ) throws {
    // Smooth, so that a level shows what the picture does.
    let maximum = Double(format.depth.maximum)
    let samples = (0..<320 * 180 * format.channels).map { index in
      let (pixel, channel) = (index / format.channels, Double(index % format.channels))
      let wave = sin(Double(pixel % 320) / 40 + channel) * cos(Double(pixel / 320) / 35 - channel)
      return UInt16(maximum * (0.5 + 0.4 * wave))
    }
    let picture = Bitmap(
      width: 320, height: 180, format: format, workingSpace: space, samples: samples)
    func reflected(_ share: Double, _ count: Int) -> Int {
      let turned = abs(share - 2 * (share / 2).rounded())
      return min(Int(turned * Double(count)), count - 1)
    }
    for (call, points) in Self.shapes {
      let frame = try Self.shown(picture, call)
      for (column, row) in [(0, 0), (5, 100), (160, 90), (221, 37), (319, 179)] {
        let start = Point((Double(column) + 0.5) / 320, 1 - (Double(row) + 0.5) / 180)
        var sum = SIMD4<Float>(repeating: 0)
        for point in points {
          let point = start + point
          let pixel = picture.pixel(
            column: reflected(point.x, 320), row: reflected(1 - point.y, 180))
          sum += SIMD4(pixel[0], pixel[1], pixel[2], pixel[3])
        }
        let made = frame.pixel(column: column, row: row)
        for channel in 0..<4 {
          let mean = sum[channel] / Float(points.count)
          #expect(abs(made[channel] - mean) < 0.02, "\(call), \(column), \(channel)")
        }
      }
    }
  }

  @Test(arguments: ["0.25, 0.0", "0.2, 0.15", "-0.1, 0.3", "0.05, 0.4"])
  func `means between bright dots are not darker than the picture`(_ way: String) throws {
    let samples = (0..<640 * 360).flatMap { pixel -> [UInt16] in
      let (column, row) = (pixel % 640, pixel / 640)
      return [UInt16](repeating: column % 53 < 2 && row % 37 < 2 ? 255 : 60, count: 3)
    }
    let picture = Bitmap(
      width: 640, height: 360, format: PixelFormat(depth: .eight, hasAlpha: false),
      workingSpace: .linear, samples: samples)
    let frame = try Self.shown(
      picture, "getFromCurve(uv, uv + 0.5 * vec2(\(way)), uv + vec2(\(way)))")
    let ground = picture.pixel(column: 10, row: 10)[0]
    let least = (0..<360).flatMap { row in
      (0..<640).map { frame.pixel(column: $0, row: row)[0] }
    }.min()
    #expect(try #require(least) >= ground)
  }

  @Test func `the mean of equal pixels is as they are`() throws {
    for code in 0...255 as ClosedRange<UInt16> {
      let picture = Bitmap(width: 300, height: 20, uniform: [code, 255 - code, code / 2])
      for call in Self.shapes.map(\.call) where code % 17 == 0 || call.hasPrefix("getFromCurve") {
        let frame = try Self.shown(picture, call)
        #expect(frame.difference(from: picture) == nil, "\(code), \(call)")
      }
    }
  }

  /// Frames of calls with sizes in pixels, and how far each is from the one before: the root of the
  /// mean square, in codes.
  private static func steps(
    _ picture: Bitmap, _ sizes: [Double], _ call: (Double) -> String
  ) throws -> [Double] {
    let frames = try sizes.map { try shown(picture, call($0)) }
    return zip(frames, frames.dropFirst()).map { before, after in
      after.rootMeanSquare(from: before)
    }
  }

  @Test func `means change by and by as shapes grow`() throws {
    let picture = SyntheticPicture.photograph(256, 128, .rgb8)
    let disks = try Self.steps(picture, Array(stride(from: 1, to: 80, by: 0.5))) {
      "getFromDisk(uv, \($0 / 128))"
    }
    let curves = try Self.steps(picture, Array(stride(from: 4, to: 300, by: 2))) {
      let (x, y) = (0.4 * $0 / 256, 0.3 * $0 / 128)
      return "getFromCurve(uv - vec2(\(x), \(y)), uv, uv + vec2(\(x), \(y)))"
    }
    for steps in [disks, curves] {
      for index in 2..<steps.count - 2 {
        let near = max(steps[index - 2], steps[index - 1], steps[index + 1], steps[index + 2])
        #expect(steps[index] < 1.5 * near + 0.25, "step \(index): \(steps[index]), \(near)")
      }
    }
  }

  @Test(arguments: [10, 18, 26, 40, 60, 90, 130, 180, 250])
  func `a bright line is a streak without ribs`(_ length: Int) throws {
    let width = 640
    let samples = (0..<width * 16).flatMap { index in
      [UInt16](repeating: [320, 321].contains(index % width) ? 255 : 0, count: 3)
    }
    let picture = Bitmap(width: width, height: 16, format: .rgb8, samples: samples)
    // Bright enough that the streak has more than a few codes.
    let half = 0.5 * Double(length) / Double(width)
    let frame = try Self.shown(
      picture,
      "\(Double(length) / 4) * getFromCurve(uv - vec2(\(half), 0.0), uv, uv + vec2(\(half), 0.0))")
    let row = (321 - length / 3...321 + length / 3).map { frame.samples(column: $0, row: 8)[0] }
    let (low, high) = (Double(row.min() ?? 0), Double(row.max() ?? 0))
    #expect(low > 0.75 * high && high > 80, "\(row)")
  }

  /// Curves along stripes show what those beside them do, whether these are like them or not.
  @Test(arguments: ["2.0", "3.0", "7.0"])
  func `means of curves that lie apart have nothing of their neighbors`(_ apart: String) throws {
    let samples = (0..<640 * 200).flatMap { index in
      let stripe = UInt16(index % 640 / 3 * 7919 % 256)
      return [stripe, 255 - stripe, stripe / 2]
    }
    let picture = Bitmap(width: 640, height: 200, format: .rgb8, samples: samples)
    let rows = try ["0.2", "0.2 + 0.02 * mod(floor(uv.x * 640.0), 2.0)"].map { length in
      let frame = try Self.shown(
        picture,
        "getFromCurve(vec2(\(apart) * uv.x, uv.y), vec2(\(apart) * uv.x, uv.y + 0.5 * (\(length))), "
          + "vec2(\(apart) * uv.x, uv.y + \(length)))")
      return (0..<640).map { Int(frame.samples[(60 * 640 + $0) * frame.format.channels]) }
    }
    for (even, uneven) in zip(rows[0], rows[1]) { #expect(abs(even - uneven) <= 1) }
    #expect(Set(rows[0]).count > 50)
  }

  /// Every second pixel has the same curve twice, once between curves that change evenly, of which
  /// few means are taken, once between others.
  @Test(arguments: ["0.9", "0.7", "0.45"])
  func `the edges of spokes stay straight where a zoom draws them`(_ shrunk: String) throws {
    let (width, height) = (1280, 360)
    let samples = (0..<width * height).flatMap { index in
      let (x, y) = (Double(index % width - width / 2), Double(index / width - height / 2))
      let light = 0.5 + min(max(sin(24 * atan2(y, x)) * hypot(x, y) / 48, -0.5), 0.5)
      return [UInt16](repeating: UInt16(30 + 200 * light), count: 3)
    }
    let picture = Bitmap(width: width, height: height, format: .rgb8, samples: samples)
    let frames = try ["0.0", "0.02"].map { more in
      let end = "mix(uv, vec2(0.5), 1.0 - \(shrunk) + \(more) * mod(floor(uv.x * 1280.0), 2.0))"
      return try Self.shown(picture, "getFromCurve(uv, 0.5 * (uv + \(end)), \(end))").samples
    }
    let flat = stride(from: 0, to: width * height, by: 2).filter { pixel in
      2 * abs(pixel / width - height / 2) < abs(pixel % width - width / 2)
    }
    let differences = flat.map { abs(Int(frames[0][3 * $0]) - Int(frames[1][3 * $0])) }
    #expect(differences.max() ?? 0 <= 22)
  }

  @Test func `what all pixels share may be a part of curves`() throws {
    let picture = SyntheticPicture.photograph(700, 40, .rgb8)
    for (shared, own) in [
      ("vec2(0.3, 0.7)", "vec2(0.3, 0.7) + 0.0 * floor(0.5 * uv)"),
      ("vec2(progress, uv.y)", "vec2(progress + 0.0 * floor(0.5 * uv.x), uv.y)"),
      ("vec2(uv.x, progress)", "vec2(uv.x, progress + 0.0 * floor(0.5 * uv.x))"),
    ] {
      for points in ["uv, #, uv + 0.1", "#, uv, 1.0 - uv", "1.0 - uv, uv, #", "#, uv, #"] {
        let frames = try [shared, own].map {
          try Self.shown(picture, "getFromCurve(\(points.replacing("#", with: $0)))")
        }
        #expect(frames[0].difference(from: frames[1]) == nil, "\(points), \(shared)")
      }
    }
  }

  @Test func `what all pixels share may be a part of disks`() throws {
    let picture = SyntheticPicture.photograph(700, 400, .rgb8)
    for radius in ["0.004", "0.008", "0.03", "0.2"] {
      let other = "\(radius) + 0.0 * floor(0.5 * uv.x)"
      for center in ["uv", "vec2(0.3, 0.7)", "vec2(uv.x, 0.3)", "vec2(0.3, uv.y)"] {
        let frames = try [
          "\(center), \(radius)", "\(center), \(other)",
          "\(center) + 0.0 * floor(0.5 * uv.yx), \(radius)",
        ].map { try Self.shown(picture, "getToDisk(\($0))") }
        for frame in frames[1...] {
          #expect(frame.difference(from: frames[0]) == nil, "\(center), \(radius)")
        }
      }
    }
  }

  @Test(arguments: [
    ("getFromDisk(uv, 0.1)", "getFromDisk(uv, here ? 0.1 : 0.01)"),
    ("getFromDisk(uv, 0.1)", "getFromDisk(here ? uv : 1.0 - uv, 0.1)"),
    (
      "getFromCurve(uv, uv + 0.1, uv + 0.2)",
      "getFromCurve(uv, uv + 0.1, here ? uv + 0.2 : uv - vec2(0.3, 0.0))"
    ),
    (
      "getFromCurve(uv, uv + 0.1, uv + 0.2)",
      "here ? getFromCurve(uv, uv + 0.1, uv + 0.2) : uv.xyxy"
    ),
  ]) func `no mean depends on those of the neighbors`(_ all: String, _ some: String) throws {
    // Where neighbors are alike, some means are those of their neighbors, but for less than a code.
    let picture = SyntheticPicture.photograph(700, 400, .rgb8)
    for count in [2, 3, 5] {
      let here = "mod(floor(700.0 * uv.x), \(count).0) < 1.0"
      let frames = try [all, some].map {
        try Self.shown(picture, $0.replacing("here", with: "(\(here))"))
      }
      for column in stride(from: 0, to: 700, by: count) {
        let colors = frames.map { $0.samples(column: column, row: 123).map(Int.init) }
        for (one, other) in zip(colors[0], colors[1]) {
          #expect(abs(one - other) <= 1, "\(column): \(colors)")
        }
      }
    }
  }

  @Test(arguments: PixelFormat.all)
  func `a mean of one point is that of the picture`(_ format: PixelFormat) throws {
    let picture = SyntheticPicture.photograph(61, 33, format)
    let calls = [
      "getFromCurve(uv, uv, uv)", "getFromDisk(uv, 0.0)", "getToDisk(uv, -1.0)",
      "getToDisk(uv, 0.0 / (progress - progress))",
    ]
    for call in calls {
      #expect(try Self.shown(picture, call).difference(from: picture) == nil, "\(call)")
    }
  }

  /// Their first levels are left out: 16 bits do not count their texels.
  @Test(arguments: [(70_001, 2), (2, 70_001)])
  func `means of very long pictures are where they are`(_ width: Int, _ height: Int) throws {
    let format = PixelFormat(depth: .sixteen, hasAlpha: false)
    let last = max(width, height) - 1
    let samples = (0..<width * height * 3).map { index in
      let pixel = index / 3
      let place = width > height ? pixel % width : pixel / width
      return UInt16(65_535 * place / last)
    }
    let picture = Bitmap(
      width: width, height: height, format: format, workingSpace: .srgb, samples: samples)
    let away = width > height ? "vec2(0.05, 0.0)" : "vec2(0.0, 0.05)"
    let frame = try Self.shown(picture, "getFromCurve(uv - \(away), uv, uv + \(away))")
    // Beyond the sides the picture is reflected, and the mean another one.
    for place in stride(from: last / 10, through: last - last / 10, by: 97) {
      let (column, row) = width > height ? (place, 1) : (1, place)
      let (mean, color) = (
        frame.samples(column: column, row: row), picture.samples(column: column, row: row)
      )
      #expect(abs(Int(mean[1]) - Int(color[1])) < 40, "\(place)")
    }
  }

  @Test(arguments: [(1, 1), (1, 40), (2, 2), (5, 3), (300, 1), (1, 3000), (2, 900), (333, 217)])
  func `means of flat pictures of any size are flat`(_ width: Int, _ height: Int) throws {
    let picture = Bitmap(width: width, height: height, uniform: [200, 30, 77])
    let curves = [
      "uv, uv + 0.3, uv - 0.7", "uv, vec2(0.5), 1.0 - uv", "vec2(0.0), vec2(1e30), uv",
      "uv, uv, vec2(0.0 / (progress - progress))", "vec2(-1e30), uv * 1e20, vec2(1e30)",
    ]
    let disks = [
      "uv, 0.01", "uv, 0.02", "uv, 0.1", "uv, 0.7", "uv, 1e30", "vec2(1e30), 0.2",
      "-1e30 * uv, uv.x",
      "vec2(0.0 / (progress - progress)), 1.0", "uv * 13.0, uv.y",
    ]
    for call in curves.map({ "getToCurve(\($0))" }) + disks.map({ "getToDisk(\($0))" }) {
      let frame = try Self.shown(picture, call)
      #expect(frame.difference(from: picture) == nil, "\(call)")
    }
  }
}
