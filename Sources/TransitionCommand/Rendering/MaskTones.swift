internal import TransitionImages
internal import TransitionKit

extension DecodedPicture {
  /// How many tones the picture has as a mask, 3 for all that are more than 2, but for a hundredth
  /// of it: edges are blurred, and JPEG's are never quite even.
  func tones() throws(ImageFileError) -> Int {
    guard case .image(let image) = self else { return 1 }
    let bitmap = try image.bitmap(workingSpace: .srgb)
    // Enough pixels to tell.
    let columns = stride(from: 0, to: bitmap.width, by: (bitmap.width + 499) / 500)
    let rows = stride(from: 0, to: bitmap.height, by: (bitmap.height + 499) / 500)
    var counts = [Int](repeating: 0, count: 256)
    var total = 0
    for row in rows {
      for column in columns {
        let pixel = bitmap.pixel(column: column, row: row)
        let tone = (pixel.red + pixel.green + pixel.blue) / 3
        counts[min(max(Int(tone * 255), 0), 255)] += 1
        total += 1
      }
    }
    for tones in 1...2 {
      Self.removeMostFrequent(&counts)
      if counts.reduce(0, +) * 100 <= total { return tones }
    }
    return 3
  }

  /// Takes the most frequent tone out of a histogram, with those that nobody tells from it.
  private static func removeMostFrequent(_ counts: inout [Int]) {
    guard let most = counts.indices.max(by: { counts[$0] < counts[$1] }) else { return }
    for tone in counts.indices where abs(tone - most) <= 8 { counts[tone] = 0 }
  }
}
