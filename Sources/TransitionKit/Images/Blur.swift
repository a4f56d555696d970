/// A Gaussian blur of a field of numbers, one axis after the other; beyond the border is 0.
struct Blur {
  private let weights: [Float]

  /// - Parameter deviation: the standard deviation, in cells, greater than 0.
  init(deviation: Float) {
    let radius = max(1, Int((3 * deviation).rounded(.up)))
    let bell = (-radius...radius).map { Float.exp(-Float($0 * $0) / (2 * deviation * deviation)) }
    let sum = bell.reduce(0, +)
    weights = bell.map { $0 / sum }
  }

  /// The blurred field, row by row.
  func callAsFunction(_ field: [Float], width: Int, height: Int) -> [Float] {
    let across = pass(field, lines: height, length: width)
    return pass(across, lines: width, length: height)
  }

  /// Blurs each line and gives the field transposed, so that two passes do both axes.
  private func pass(_ field: [Float], lines: Int, length: Int) -> [Float] {
    let radius = weights.count / 2
    var output = [Float](repeating: 0, count: field.count)
    for line in 0..<lines {
      for position in 0..<length {
        let range = max(position - radius, 0)...min(position + radius, length - 1)
        var sum: Float = 0
        for other in range {
          sum += field[line * length + other] * weights[other - position + radius]
        }
        output[position * lines + line] = sum
      }
    }
    return output
  }
}
