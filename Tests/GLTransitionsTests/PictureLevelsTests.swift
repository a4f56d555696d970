import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import GLTransitions

/// Pictures in ever smaller sizes, and samples of them.
@Suite struct PictureLevelsTests {
  private static func picture(
    _ width: Int, _ height: Int, _ format: PixelFormat, _ space: WorkingSpace = .srgb
  ) -> Bitmap {
    SyntheticPicture.photograph(width, height, format, space)
  }

  /// The working values of a picture, premultiplied, row by row.
  private static func values(_ picture: Bitmap) -> [[[Float]]] {
    (0..<picture.height).map { row in
      (0..<picture.width).map { column in
        let pixel = picture.pixel(column: column, row: row)
        return (0..<4).map { pixel[$0] }
      }
    }
  }

  /// A shader that samples a level.
  private static func shader(_ level: String) -> String {
    """
    // Levels: yes
    uniform float level; // = 0.0
    vec4 transition(vec2 uv) { return getFromColor(uv, \(level)); }
    """
  }

  private static func frame(
    _ picture: Bitmap, _ level: Double, _ expression: String = "level"
  ) throws -> Bitmap {
    var transition = GLTransition(try GLProgram(source: shader(expression)))
    try transition.set("level", to: .components([level], type: "float"))
    let inputs = Inputs(source: picture, target: picture)
    return transition.frame(at: 0.5, of: inputs).bitmap(workingSpace: picture.workingSpace)
  }

  @Test(arguments: PixelFormat.all, WorkingSpace.allCases)
  func `a level is the weighted mean of the one before`(
    _ format: PixelFormat, _ space: WorkingSpace
  ) {
    for (width, height) in [(37, 22), (64, 9), (8, 8)] {
      let picture = Self.picture(width, height, format, space)
      let levels = PictureLevels.of(picture).samplers
      for (number, weights) in [(1, [0, 4, 4, 0]), (2, [1, 3, 3, 1])] as [(Int, [Float])] {
        guard levels.count > number else {
          Issue.record("no level \(number)")
          continue
        }
        let (before, level) = (levels[number - 1], levels[number])
        let (width, height) = (before.columns, before.rows)
        #expect(level.columns == (width + 1) / 2 && level.rows == (height + 1) / 2)
        let all =
          number == 1 ? Self.values(picture) : (0..<height).map { Self.values(before, row: $0) }
        let row = level.rows / 2
        let made = Self.values(level, row: row)
        for column in 0..<level.columns {
          for channel in 0..<4 {
            var mean: Float = 0
            for (y, down) in weights.enumerated() {
              for (x, across) in weights.enumerated() {
                let (r, c) = (2 * row + y - 1 - (height & 1), 2 * column + x - 1)
                let pixel = all[min(max(r, 0), height - 1)][min(max(c, 0), width - 1)]
                mean += down * across / 64 * pixel[channel]
              }
            }
            // A code of 8 bits is farther from the next one where light is bright.
            let step: Float = format.depth == .eight ? 0.006 : 3e-5
            #expect(abs(made[column][channel] - mean) < step, "\(number), \(column), \(channel)")
          }
        }
      }
    }
  }

  /// The working values of a row, pixel by pixel.
  private static func values(_ sampler: PictureSampler, row: Int) -> [[Float]] {
    let channels = (0..<4).map { channel in
      var values = [Float](repeating: 0, count: sampler.columns + 8)
      unsafe values.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        unsafe sampler.fetch(
          columns: 0..<sampler.columns, row: row, ChannelSet(channel),
          into: Planes(red: base, green: base, blue: base, alpha: base))
      }
      return values
    }
    return (0..<sampler.columns).map { column in channels.map { $0[column] } }
  }

  @Test func `a flat picture is flat at each level`() throws {
    let picture = Bitmap(width: 40, height: 30, uniform: [200, 30, 77])
    for level in [0, 0.4, 1, 2.7, 9] {
      #expect(try Self.frame(picture, level).difference(from: picture) == nil, "\(level)")
    }
  }

  @Test(arguments: [(1, 9), (9, 1), (2, 64), (9, 300), (300, 9), (250, 60), (3, 2000)])
  func `the last levels of a narrow picture are its color`(_ width: Int, _ height: Int) throws {
    let picture = Bitmap(width: width, height: height, uniform: [200, 30, 77])
    for level in 1...12 {
      for expression in ["level", "level + floor(3.0 * uv.x * uv.y)"] {
        let frame = try Self.frame(picture, Double(level), expression)
        #expect(frame.difference(from: picture) == nil, "\(level), \(expression)")
      }
    }
  }

  @Test(arguments: [(45, 60), (60, 45), (37, 51), (64, 64)])
  func `a ramp is the same ramp at each level`(_ width: Int, _ height: Int) throws {
    for isUpright in [false, true] {
      let samples = (0..<height).flatMap { row in
        (0..<width).flatMap { column in
          [UInt16](repeating: UInt16(3 * (isUpright ? row : column)), count: 3)
        }
      }
      let picture = Bitmap(width: width, height: height, format: .rgb8, samples: samples)
      for level in [1, 1.5, 2] {
        let frame = try Self.frame(picture, level)
        // Near the border, the border goes on.
        for row in 10..<height - 10 {
          for column in 10..<width - 10 {
            let (made, ramp) = (
              frame.samples(column: column, row: row)[0],
              picture.samples(column: column, row: row)[0]
            )
            #expect(abs(Int(made) - Int(ramp)) <= 1, "level \(level), \(column), \(row)")
          }
        }
      }
    }
  }

  @Test(arguments: PixelFormat.all) func `level 0 is the picture`(_ format: PixelFormat) throws {
    let picture = Self.picture(61, 33, format)
    #expect(try Self.frame(picture, 0).difference(from: picture) == nil)
    #expect(try Self.frame(picture, -3).difference(from: picture) == nil)
  }

  @Test(arguments: PixelFormat.all)
  func `between two levels lie their mixtures, whoever shares the level`(
    _ format: PixelFormat
  ) throws {
    let picture = Self.picture(70, 40, format)
    let samples = try [1, 1.25, 2].map { try Self.frame(picture, $0).samples }
    for (index, sample) in samples[1].enumerated() where format.hasAlpha == false {
      let mixed = Double(samples[0][index]) * 0.75 + Double(samples[2][index]) * 0.25
      #expect(abs(Double(sample) - mixed) <= 1.01)
    }
    for level in [0.3, 1.25, 2] {
      // A level that pixels do not share, as far as anyone can tell beforehand.
      let shared = try Self.frame(picture, level)
      let own = try Self.frame(picture, level, "level + 0.0 * floor(0.5 * uv.x * uv.y)")
      #expect(own.difference(from: shared) == nil, "\(level)")
    }
    // Each pixel has its own.
    let slanted = try Self.frame(picture, 4, "level * floor(2.0 * uv.x)")
    let (fine, coarse) = (picture, try Self.frame(picture, 4))
    for row in 0..<40 {
      #expect(slanted.samples(column: 10, row: row) == fine.samples(column: 10, row: row))
      #expect(slanted.samples(column: 60, row: row) == coarse.samples(column: 60, row: row))
    }
  }

  @Test(arguments: PixelFormat.all)
  func `the mean of a part of a row is that of its pixels, reflected beyond its sides`(
    _ format: PixelFormat
  ) throws {
    let picture = Self.picture(37, 12, format)
    func frame(_ width: Double) throws -> Bitmap {
      let text = """
        // Levels: yes
        uniform float part; // = 0.0
        vec4 transition(vec2 uv) { return getFromRow(uv.x + 0.5 * part, uv.x - 0.5 * part); }
        """
      var transition = GLTransition(try GLProgram(source: text))
      try transition.set("part", to: .components([width], type: "float"))
      return transition.frame(at: 0.5, of: Inputs(source: picture, target: picture))
        .bitmap(workingSpace: picture.workingSpace)
    }
    // A part of a pixel's width or less, around its center, is that pixel.
    for width in [0, 0.01, 1.0 / 37] {
      #expect(try frame(width).difference(from: picture) == nil, "\(width)")
    }
    let row = Self.values(picture)[5]
    for width in [3.0 / 37, 0.31, 1, 5.3] {
      let made = Self.values(try frame(width))[5]
      for (column, color) in made.enumerated() {
        let middle = (Double(column) + 0.5) / 37
        let points = (0..<4000).map { index in
          let share = (Double(index) + 0.5) / 4000
          return middle + width * (share - 0.5)
        }
        for channel in 0..<4 {
          let sum = points.reduce(Float(0)) { sum, point in
            let turned = abs(point - 2 * (point / 2).rounded())
            return sum + row[min(Int(turned * 37), 36)][channel]
          }
          #expect(abs(color[channel] - sum / 4000) < 0.006, "\(width), \(column), \(channel)")
        }
      }
    }
  }

  @Test func `the mean of a part of a row without an end is a color`() throws {
    let picture = Bitmap(width: 20, height: 10, uniform: [200, 30, 77])
    for ends in ["0.0, 1e30", "-1e30, 1e30", "0.0 / (progress - progress), uv.x"] {
      let text = "// Levels: yes\nvec4 transition(vec2 uv) { return getToRow(\(ends)); }"
      let frame = GLTransition(try GLProgram(source: text))
        .frame(at: 0.5, of: Inputs(source: picture, target: picture)).bitmap()
      #expect(frame.difference(from: picture) == nil, "\(ends)")
    }
  }

  @Test func `levels are made once for all copies of a picture`() {
    let picture = Self.picture(32, 32, .rgb8)
    #expect(PictureLevels.of(picture) === PictureLevels.of(picture.reading(in: .srgb)))
    #expect(PictureLevels.of(picture) !== PictureLevels.of(picture.reading(in: .linear)))
  }

  @Test func `levels are freed with their picture`() throws {
    weak var annex: PictureAnnex?
    weak var levels: PictureLevels?
    try {
      let picture = Self.picture(32, 32, .rgb8)
      (annex, levels) = (picture.annex, PictureLevels.of(picture))
      for call in ["getFromCurve(uv, uv + 0.5, 1.0 - uv)", "getFromDisk(uv, 0.5)"] {
        let text = "// Levels: yes\nvec4 transition(vec2 uv) { return \(call); }"
        _ = GLTransition(try GLProgram(source: text))
          .frame(at: 0.5, of: Inputs(source: picture, target: picture)).bitmap()
      }
      #expect(annex != nil && levels != nil)
    }()
    #expect(annex == nil && levels == nil)
  }

  @Test func `only who asks for levels has them`() {
    let text = "vec4 transition(vec2 uv) { return getFromColor(uv, 1.0); }"
    #expect(throws: GLError.self) { try GLProgram(source: text) }
    #expect(throws: Never.self) { try GLProgram(source: "// Levels: yes\n" + text) }
    #expect(throws: GLError.self) {
      try GLProgram(
        source: "// Levels: yes\nvec4 transition(vec2 uv) { return getToColor(uv, 1.0, 2.0); }")
    }
    for (right, wrong) in [
      ("getFromRow(uv.x, 1.0)", "getToRow(uv)"),
      ("getFromCurve(uv, uv, uv)", "getToCurve(uv, 1.0, uv)"),
      ("getFromDisk(uv, 0.1)", "getToDisk(uv, uv)"),
    ] {
      let (text, other) = (
        "vec4 transition(vec2 uv) { return \(right); }",
        "vec4 transition(vec2 uv) { return \(wrong); }"
      )
      #expect(throws: GLError.self) { try GLProgram(source: text) }
      #expect(throws: Never.self) { try GLProgram(source: "// Levels: yes\n" + text) }
      #expect(throws: GLError.self) { try GLProgram(source: "// Levels: yes\n" + other) }
    }
  }
}
