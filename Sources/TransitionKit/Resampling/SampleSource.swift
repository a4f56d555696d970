/// The pixels that a resampler reads: those of a picture, decoded when they are needed, or numbers.
enum SampleSource<Number: ResampledNumber>: Sendable {
  case bitmap(Bitmap)
  case plane(SamplePlane<Number>)

  var width: Int {
    switch self {
    case .bitmap(let bitmap): bitmap.width
    case .plane(let plane): plane.width
    }
  }

  var height: Int {
    switch self {
    case .bitmap(let bitmap): bitmap.height
    case .plane(let plane): plane.height
    }
  }
}
