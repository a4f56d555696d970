import Testing

@testable import TransitionCommand

@Suite struct YUVPlanesTests {
  /// The planes of rows of colors.
  static func planes(
    _ rows: [[(UInt8, UInt8, UInt8)]], _ chroma: StreamFormat.Chroma,
    _ matrix: StreamFormat.Matrix = .bt709
  ) -> YUVPlanes {
    var planes = YUVPlanes(
      width: rows[0].count, height: rows.count, chroma: chroma, matrix: matrix)
    for row in rows { planes.append(row.flatMap { [$0.0, $0.1, $0.2] }) }
    return planes
  }

  @Test(
    arguments: [
      // The corners of the cube, as ITU-R BT.709 has them in 8 bits.
      ((0, 0, 0), (16, 128, 128)), ((255, 255, 255), (235, 128, 128)),
      ((255, 0, 0), (63, 102, 240)),
      ((0, 255, 0), (173, 42, 26)), ((0, 0, 255), (32, 240, 118)),
      ((128, 128, 128), (126, 128, 128)),
    ] as [((UInt8, UInt8, UInt8), (UInt8, UInt8, UInt8))])
  func colorsAreThoseOfBT709(_ rgb: (UInt8, UInt8, UInt8), _ yuv: (UInt8, UInt8, UInt8)) {
    let planes = Self.planes([[rgb]], .full)
    #expect(planes.luma == [yuv.0])
    #expect(planes.blue == [yuv.1])
    #expect(planes.red == [yuv.2])
  }

  @Test(arguments: [
    (StreamFormat.Matrix.bt601, 0.299, 0.114), (.bt709, 0.2126, 0.0722),
  ])
  func differencesAreWithinHalfACodeOfTheFormula(
    _ matrix: StreamFormat.Matrix, _ kr: Double, _ kb: Double
  ) {
    for r in stride(from: 0.0, through: 255, by: 17) {
      for g in stride(from: 0.0, through: 255, by: 17) {
        for b in stride(from: 0.0, through: 255, by: 17) {
          let planes = Self.planes([[(UInt8(r), UInt8(g), UInt8(b))]], .full, matrix)
          let y = kr * r + (1 - kr - kb) * g + kb * b
          #expect(abs(Double(planes.luma[0]) - (16 + 219 * y / 255)) < 0.51)
          #expect(abs(Double(planes.blue[0]) - (128 + 224 * (b - y) / (2 - 2 * kb) / 255)) < 0.51)
          #expect(abs(Double(planes.red[0]) - (128 + 224 * (r - y) / (2 - 2 * kr) / 255)) < 0.51)
        }
      }
    }
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 3), (5, 1), (1, 5), (4, 3)])
  func aQuarterOfTheChromaIsRoundedUp(_ width: Int, _ height: Int) {
    let rows = Array(
      repeating: Array(repeating: (UInt8(200), UInt8(30), UInt8(90)), count: width), count: height)
    let planes = Self.planes(rows, .quarter)
    let whole = Self.planes(rows, .full)
    #expect(planes.luma == whole.luma)
    #expect(planes.blue.count == (width + 1) / 2 * ((height + 1) / 2))
    // One color stays that color, at the odd edge too.
    #expect(Set(planes.blue) == Set(whole.blue))
    #expect(Set(planes.red) == Set(whole.red))
  }

  @Test func fourPixelsShareTheirAverage() {
    let (black, red) = ((UInt8(0), UInt8(0), UInt8(0)), (UInt8(255), UInt8(0), UInt8(0)))
    let planes = Self.planes(
      [[red, black, black], [black, red, black], [black, black, red]], .quarter)
    #expect(planes.red == [184, 128, 128, 240])
  }
}
