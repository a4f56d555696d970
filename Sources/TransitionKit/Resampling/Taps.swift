/// The samples along an axis, and their weights, that make up each sample of a resampled one.
struct Taps<Number: ResampledNumber>: Sendable {
  /// For each new sample, the first that weighs.
  let starts: [Int32]
  /// For each new sample, `length` weights.
  let weights: [Number]
  /// The samples in a row that weigh.
  let samples: Int
  /// ``samples`` and what pads them to whole groups of weights.
  let length: Int

  /// Makes the taps for the samples of a part of an axis.
  ///
  /// Beyond the ends of the axis its first and its last sample repeat. Any numbers are valid.
  /// - Parameters:
  ///   - kernel: the weights.
  ///   - width: how wide the kernel is.
  ///   - origin: where the part begins, in samples.
  ///   - extent: the samples of the part.
  ///   - count: the new samples.
  ///   - limit: the samples of the axis.
  init(
    _ kernel: ResamplingKernel, _ width: KernelWidth, origin: Double, extent: Double, count: Int,
    limit: Int
  ) {
    // Far beyond the ends nothing changes any more.
    let end = Double(limit)
    let origin = origin.isFinite ? min(max(origin, -end), 2 * end) : 0
    let ratio = (extent.isFinite ? min(max(extent, 0), 3 * end) : end) / Double(count)
    let scale = width(ratio)
    let reach = kernel.reach * scale
    let needed = Int((2 * reach).rounded(.up))
    let samples = min(needed, limit)
    let group = Number.weightGroup
    let length = (samples + group - 1) / group * group
    var starts: [Int32] = []
    var weights: [Number] = []
    starts.reserveCapacity(count)
    weights.reserveCapacity(count * length)
    var line = [Double](repeating: 0, count: length)
    for index in 0..<count {
      let center = origin + (Double(index) + 0.5) * ratio - 0.5
      let first = Int((center - reach).rounded(.down)) + 1
      let start = min(max(first, 0), limit - samples)
      for tap in 0..<length { line[tap] = 0 }
      var sum = 0.0
      for sample in first..<first + needed {
        let weight = kernel((Double(sample) - center) / scale)
        line[min(max(sample, 0), limit - 1) - start] += weight
        sum += weight
      }
      for tap in 0..<samples { line[tap] /= sum }
      starts.append(Int32(start))
      Number.append(line, to: &weights)
    }
    (self.starts, self.weights, self.samples, self.length) = (starts, weights, samples, length)
  }

  /// The samples that weigh anywhere.
  var range: Range<Int> {
    guard let first = starts.first, let last = starts.last else { return 0..<0 }
    return Int(first)..<Int(last) + samples
  }
}
