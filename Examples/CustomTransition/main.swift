import Foundation
import TransitionKit

// A transition that is not in the library: an iris that opens on the target. It is declared as the
// library's own are, and rendered to PPM pictures.
//
//   swift run CustomTransition DIRECTORY

/// Opens a round hole with a soft rim, from the middle of the frame to its corners.
struct IrisTransition: KernelTransition {
  var center: Point?
  var rimWidth: Float = 24

  static let declaration = Declaration<Self>(
    "IrisTransition", displayName: "Iris",
    summary: "Opens a round hole with a soft rim.",
    parameters: [
      Parameter(.center, \.center, "Middle of the hole."),
      Parameter(.rimWidth, \.rimWidth, "Width of the rim.", suggested: 1...200, atLeast: 1),
    ])

  func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    let center = inputs.resolve(center)
    let reach = inputs.frame.farthestDistance(from: center) + rimWidth
    return Kernel(
      source: inputs.source, target: inputs.target, center: center, rim: time * reach,
      rimWidth: rimWidth)
  }

  struct Kernel: PixelKernel {
    let source: Bitmap
    let target: Bitmap
    let center: Point
    let rim: Float
    let rimWidth: Float

    func colors(at point: Point) -> Pixel4 {
      Pixel4(each: { lane in
        let point = point.right(lane)
        let inside = (rim - (point - center).length) / rimWidth
        return mix(source[point], target[point], min(max(inside, 0), 1))
      })
    }

    func run(at point: Point) -> Run {
      Run(
        at: point - center, computing: (rim - rimWidth, rim), inside: .target, outside: .source)
    }
  }
}

extension ParameterKey<Float> {
  static let rimWidth = Self("rimWidth", in: .pixels)
}

/// A vertical gradient between two colors.
func gradient(_ width: Int, _ height: Int, from top: [Int], to bottom: [Int]) -> Bitmap {
  let bytes = (0..<height).flatMap { row in
    let color = zip(top, bottom).map { UInt8($0 + ($1 - $0) * row / (height - 1)) }
    return (0..<width).flatMap { _ in color }
  }
  return Bitmap(
    width: width, height: height, format: PixelFormat(depth: .eight, hasAlpha: false),
    bytes: bytes)
}

guard CommandLine.arguments.count == 2 else {
  print("usage: CustomTransition DIRECTORY")
  exit(64)
}
let directory = URL(fileURLWithPath: CommandLine.arguments[1])
let inputs = Inputs(
  source: gradient(320, 180, from: [250, 200, 90], to: [220, 80, 60]),
  target: gradient(320, 180, from: [20, 30, 80], to: [60, 120, 160]))
var iris = IrisTransition()
iris.rimWidth = 40
let count = 6
for index in 0..<count {
  let frame = iris.frame(at: Double(index) / Double(count - 1), of: inputs)
  let header = "P6\n\(frame.width) \(frame.height)\n255\n"
  try (Data(header.utf8) + frame.bytes()).write(
    to: directory.appendingPathComponent("iris\(index).ppm"))
}
print(Filter(IrisTransition.self).name, "made", count, "frames")
