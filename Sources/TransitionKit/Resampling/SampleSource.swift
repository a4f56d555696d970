/// The pixels that a resampler reads: those of a picture, decoded when they are needed, those of a
/// frame, which are drawn then, too, or numbers.
enum SampleSource<Number: ResampledNumber>: Sendable {
  case bitmap(Bitmap)
  case frame(Frame)
  case plane(SamplePlane<Number>)

  var width: Int {
    switch self {
    case .bitmap(let bitmap): bitmap.width
    case .frame(let frame): frame.width
    case .plane(let plane): plane.width
    }
  }

  var height: Int {
    switch self {
    case .bitmap(let bitmap): bitmap.height
    case .frame(let frame): frame.height
    case .plane(let plane): plane.height
    }
  }
}
