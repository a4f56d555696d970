import Testing
import TransitionKit

@testable import TransitionCommand

/// The planes of luma and chroma that frames become.
@Suite struct YUVPlanesTests {
  typealias Color = (UInt16, UInt16, UInt16)

  /// The samples of the planes of rows of colors of 8 bits.
  struct Samples {
    var luma, blue, red, alpha: [Int]

    init(_ rows: [[Color]], _ format: PlanarFormat, alpha: UInt16 = 255) {
      let (width, height) = (rows[0].count, rows.count)
      var planes = YUVPlanes(format, width: width, height: height)
      for row in rows {
        planes.append(
          row.flatMap { color in
            ([color.0, color.1, color.2] + (format.hasAlpha ? [alpha] : [])).map { $0 * 257 }
          })
      }
      var samples = planes.bytes.map(Int.init)
      if format.colors.bits > 8 {
        samples = stride(from: 0, to: samples.count, by: 2).map { i in
          samples[i] | samples[i + 1] << 8
        }
      }
      let count = format.chromaWidth(width) * format.chromaHeight(height)
      func take(_ count: Int) -> [Int] {
        defer { samples.removeFirst(count) }
        return Array(samples.prefix(count))
      }
      (luma, blue, red) = (take(width * height), take(count), take(count))
      self.alpha = samples
    }
  }

  /// The standards that are written.
  static let matrices = [VideoMatrix.bt601, .bt709]

  /// A picture of one color.
  static func flat(_ color: Color, _ width: Int = 16, _ height: Int = 16) -> [[Color]] {
    Array(repeating: Array(repeating: color, count: width), count: height)
  }

  /// Luma and differences as a standard defines them, in 8-bit codes.
  static func exact(_ color: Color, _ matrix: VideoMatrix) -> [Double] {
    let (kr, kb) = matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let (r, g, b) = (Double(color.0) / 255, Double(color.1) / 255, Double(color.2) / 255)
    let y = kr * r + (1 - kr - kb) * g + kb * b
    return [
      16 + 219 * y, 128 + 224 * (b - y) / (2 - 2 * kb), 128 + 224 * (r - y) / (2 - 2 * kr),
    ]
  }

  static let colors: [Color] = stride(from: 0, through: 255, by: 51).flatMap { r in
    stride(from: 0, through: 255, by: 51).flatMap { g in
      stride(from: 0, through: 255, by: 51).map { b in (UInt16(r), UInt16(g), UInt16(b)) }
    }
  }

  @Test(
    arguments: Self.matrices, PlanarFormat.Chroma.allCases)
  func `of one color are its value on average, nowhere a whole code away`(
    _ matrix: VideoMatrix, _ chroma: PlanarFormat.Chroma
  ) {
    for siting in [VideoColors.Siting.left, .center] {
      let format = PlanarFormat(VideoColors(matrix: matrix, siting: siting), chroma: chroma)
      for color in Self.colors {
        let planes = Samples(Self.flat(color), format)
        for (plane, value) in zip(
          [planes.luma, planes.blue, planes.red], Self.exact(color, matrix))
        {
          let mean = Double(plane.reduce(0, +)) / Double(plane.count)
          #expect(abs(mean - value) < 0.02, "\(color)")
          #expect(plane.allSatisfy { abs(Double($0) - value) < 1 }, "\(color)")
        }
      }
    }
  }

  @Test(
    arguments: [
      ((0, 0, 0), 16), ((85, 85, 85), 89), ((170, 170, 170), 162), ((255, 255, 255), 235),
    ] as [(Color, Int)])
  func `leave whole codes as they are`(_ gray: Color, _ code: Int) {
    for matrix in Self.matrices {
      for chroma in PlanarFormat.Chroma.allCases {
        let planes = Samples(
          Self.flat(gray), PlanarFormat(VideoColors(matrix: matrix), chroma: chroma))
        #expect(Set(planes.luma) == [code])
        #expect(Set(planes.blue + planes.red) == [128])
      }
    }
    #expect(Set(Samples(Self.flat((255, 0, 0)), PlanarFormat(chroma: .full)).red) == [240])
    #expect(Set(Samples(Self.flat((0, 0, 255)), PlanarFormat(chroma: .full)).blue) == [240])
    #expect(Set(Samples(Self.flat((255, 255, 0)), PlanarFormat(chroma: .full)).blue) == [16])
  }

  @Test(arguments: Self.matrices)
  func `of ten bits are rounded`(_ matrix: VideoMatrix) {
    for color in Self.colors {
      let format = PlanarFormat(VideoColors(matrix: matrix, bits: 10), chroma: .full)
      let planes = Samples(Self.flat(color, 3, 2), format)
      for (plane, value) in zip([planes.luma, planes.blue, planes.red], Self.exact(color, matrix)) {
        #expect(plane.allSatisfy { abs(Double($0) - 4 * value) < 0.53 }, "\(color)")
      }
    }
  }

  /// Luma between two codes is rounded up in as many of 64 pixels as it has 64ths.
  @Test func `round up as often as the value is high`() {
    var planes = YUVPlanes(PlanarFormat(chroma: .full), width: 8, height: 8)
    let share = (100 + 22.0 / 64) / 219
    let sample = UInt16((share * 65535).rounded())
    for _ in 0..<8 { planes.append(Array(repeating: sample, count: 24)) }
    let luma = planes.bytes.prefix(64)
    #expect(luma.count { $0 == 117 } == 22 && luma.count { $0 == 116 } == 42)
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 3), (5, 1), (1, 5), (4, 3), (33, 21)])
  func `a quarter of the chroma is rounded up`(_ width: Int, _ height: Int) {
    let rows = Self.flat((255, 0, 0), width, height)
    for siting in [VideoColors.Siting.left, .center] {
      let planes = Samples(rows, PlanarFormat(VideoColors(siting: siting), chroma: .quarter))
      #expect(planes.luma == Samples(rows, PlanarFormat(chroma: .full)).luma)
      #expect(planes.blue.count == (width + 1) / 2 * ((height + 1) / 2))
      // One color stays that color, at the odd edge too.
      #expect(Set(planes.red) == [240])
    }
  }

  @Test func `colors in the middle are the average of four pixels`() {
    let (black, red): (Color, Color) = ((0, 0, 0), (255, 0, 0))
    let planes = Samples(
      [[red, black, black], [black, red, black], [black, black, red]],
      PlanarFormat(VideoColors(siting: .center), chroma: .quarter))
    #expect(planes.red == [184, 128, 128, 240])
  }

  @Test func `colors on the left weigh their column twice`() {
    let (black, red): (Color, Color) = ((0, 0, 0), (255, 0, 0))
    let row = [black, black, black, red, black, black, red, black]
    let planes = Samples([row, row], PlanarFormat(chroma: .quarter))
    // Of 112 codes a quarter from the column on the right, one from that on the left, and a half.
    #expect(planes.red == [128, 156, 156, 184])
    // The first column stands for what is left of it, too.
    let edge = Samples([[red, black], [red, black]], PlanarFormat(chroma: .quarter))
    #expect(edge.red == [212])
    let one = Samples([row, Array(repeating: black, count: 8)], PlanarFormat(chroma: .quarter))
    #expect(one.red == [128, 142, 142, 156])
  }

  @Test(arguments: FilmDepth.allCases) func `alpha has the full range`(
    _ depth: FilmDepth
  ) {
    let format = PlanarFormat(VideoColors(bits: depth.bits), chroma: .quarter, hasAlpha: true)
    let maximum = depth == .eight ? 255 : 1023
    for alpha in [0, 51, 128, 255] {
      let planes = Samples(Self.flat((9, 9, 9), 3, 2), format, alpha: UInt16(alpha))
      let expected = Int((Double(alpha * maximum) / 255).rounded())
      #expect(planes.alpha == Array(repeating: expected, count: 6))
    }
  }

  @Test func `formats have ffmpeg's names`() throws {
    for name in ["yuv420p", "yuv420p10le", "yuva420p", "yuv444p", "yuv422p10le"] {
      #expect(PlanarFormat(ffmpegName: name)?.ffmpegName == name)
    }
    #expect(
      PlanarFormat(ffmpegName: "yuva444p10le")
        == PlanarFormat(VideoColors(bits: 10), chroma: .full, hasAlpha: true))
    for name in ["yuv411p", "rgb24", "yuvj420p", "yuv420p12le", ""] {
      #expect(PlanarFormat(ffmpegName: name) == nil)
    }
  }

  @Test func `become the colors that they were made of`() {
    for matrix in [VideoMatrix.bt709, .bt601] {
      for siting in [VideoColors.Siting.left, .center] {
        for color in Self.colors {
          let format = PlanarFormat(VideoColors(matrix: matrix, siting: siting))
          var planes = YUVPlanes(format, width: 17, height: 9)
          let pixel = [color.0, color.1, color.2].map { $0 * 257 }
          for _ in 0..<9 { planes.append(Array(repeating: pixel, count: 17).flatMap(\.self)) }
          let picture = PlanarPicture(
            width: 17, height: 9, format: format, bytes: planes.bytes)
          // Dithered codes of luma and of color are a code away from their value.
          let samples = Frame(showing: picture, depth: .sixteen).bitmap().samples
          for channel in 0..<3 {
            let sum = stride(from: channel, to: samples.count, by: 3)
              .reduce(0) { $0 + Int(samples[$1]) }
            let mean = Double(sum) / Double(17 * 9 * 257)
            #expect(abs(mean - Double(pixel[channel] / 257)) <= 1, "\(color)")
          }
        }
      }
    }
  }
}
