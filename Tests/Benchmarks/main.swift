import Foundation
import GLTransitions
import TransitionImages
import TransitionKit
import TransitionSystem

// Prints what each transition costs: nanoseconds of processor time a pixel on one thread, over the
// interior times of a sequence, and whole sequences through an encoder against the encoder alone.
// Then the same of pictures that move, and of frames of films.
//
//   swift run -c release Benchmarks [--size 2272x1704] [--frames 20] [--only NAME] [--type TYPE]…
//                                   [--json FILE]

var size = (width: 2272, height: 1704)
var frames = 20
var only: String?
var types: [String] = []
var json: String?
var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.popFirst() {
  guard let value = arguments.popFirst() else { stop("\(option) needs a value") }
  switch option {
  case "--size":
    let parts = value.split(separator: "x").compactMap { Int($0) }
    guard parts.count == 2 else { stop("--size: expected WxH, found \(value)") }
    size = (parts[0], parts[1])
  case "--frames":
    guard let count = Int(value), count > 2 else { stop("--frames: expected a number above 2") }
    frames = count
  case "--only": only = value
  case "--type": types.append(value)
  case "--json": json = value
  default: stop("unknown option \(option)")
  }
}

let inputs = Inputs(
  source: TestPicture.make(size.width, size.height, seed: 1),
  target: TestPicture.make(size.width, size.height, seed: 2))
let times = (1..<frames - 1).map { Double($0) / Double(frames - 1) }
let pixels = Double(size.width * size.height)
var results: [[String: Any]] = []

@MainActor func report(_ result: [String: Any]) { results.append(result) }

// The shaders of the examples, where the program runs in the repository.
let folder = "Examples/shaders"
let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
let shaders = try files.filter { $0.hasSuffix(".glsl") }.sorted().map { file in
  let source = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
  return Filter(try GLProgram(source: Array(source)), name: file, file: file, identity: "")
}

for filter in Transitions.all + ShippedTransitions.all + shaders {
  let name = filter.alias
  if let only, !name.contains(only) { continue }
  let inputs = Inputs(
    source: inputs.source.reading(in: filter.workingSpace),
    target: inputs.target.reading(in: filter.workingSpace))
  let transition = filter.makeTransition().prepared(for: inputs.layout)
  let seconds = processorTime {
    for time in times { draw(transition.frame(at: time, of: inputs)) }
  }
  let cost = seconds * 1e9 / pixels / Double(times.count)
  print(name.padded(24), cost.fixed(2).leftPadded(8), "ns a pixel")
  report(["filter": name, "ns_per_pixel": cost])
  for type in types {
    let ratio = try encodingRatio(transition, type)
    print("".padded(24), ratio.fixed(2).leftPadded(8), "x the encoder alone,", type)
    report(["filter": name, "type": type, "ratio": ratio])
  }
}
for cost in MovingPictureCost.all(only: only, frames: frames) {
  print(cost.name.padded(32), cost.frame.fixed(2).leftPadded(8), "ns a pixel,", terminator: " ")
  print(cost.preparation.fixed(0), "ms before the first frame")
  report([
    "moving": cost.name, "ns_per_pixel": cost.frame, "preparation_ms": cost.preparation,
  ])
}
for cost in FilmFrameCost.all(only: only, frames: frames) {
  print(cost.name.padded(48), cost.milliseconds.fixed(2).leftPadded(8), "ms")
  report(["film_frame": cost.name, "milliseconds": cost.milliseconds])
}
if let json {
  let data = try JSONSerialization.data(
    withJSONObject: results, options: [.prettyPrinted, .sortedKeys])
  try data.write(to: URL(fileURLWithPath: json))
}

/// Ends the program with a line that says why.
func stop(_ message: String) -> Never {
  FileHandle.standardError.write(Data("Benchmarks: \(message)\n".utf8))
  exit(64)
}

/// Draws all rows of a frame, one over the other as a strip of an encoder would be.
func draw(_ frame: Frame) {
  var row = [UInt8](repeating: 0, count: frame.width * frame.format.bytesPerPixel)
  for y in 0..<frame.height {
    var span = row.mutableSpan
    var bytes = span.mutableBytes
    frame.render(columns: 0..<frame.width, row: y, into: &bytes)
  }
}

/// The processor time of writing a sequence, in that of writing its source as often.
func encodingRatio(_ transition: any Transition, _ type: String) throws -> Double {
  let writer = try ImageWriter(type: FileType(type))
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  func write(_ frame: Frame) {
    let path = folder.appendingPathComponent("frame").path
    do { try writer.write(frame, "frame", to: Path(path)) } catch { stop("\(error)") }
    try? FileManager.default.removeItem(atPath: path)
  }
  let still = transition.frame(at: 0, of: inputs)
  let floor = processorTime { for _ in times { write(still) } }
  let whole = processorTime { for time in times { write(transition.frame(at: time, of: inputs)) } }
  return whole / floor
}

/// The processor time of this process that some work takes, in seconds.
func processorTime(_ work: () -> Void) -> Double {
  let start = clock()
  work()
  return Double(clock() - start) / Double(CLOCKS_PER_SEC)
}

/// A picture like a photograph to an encoder: soft shapes and a little grain.
enum TestPicture {
  static func make(_ width: Int, _ height: Int, seed: UInt64) -> Bitmap {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func grain() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24) - 0.5
    }
    let phase = Double(seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    for row in 0..<height {
      for column in 0..<width {
        let (x, y) = (Double(column) / 90, Double(row) / 70)
        let shape = sin(x + phase) * cos(y - phase) + sin((x + y) / 3 + 2 * phase)
        for channel in 0..<3 {
          let value = 128 + 50 * shape + 20 * sin(x / 2 + Double(channel)) + 8 * grain()
          bytes.append(UInt8(min(max(value, 0), 255)))
        }
      }
    }
    return Bitmap(
      width: width, height: height, format: PixelFormat(depth: .eight, hasAlpha: false),
      bytes: bytes)
  }
}

extension String {
  func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
  func leftPadded(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

extension Double {
  func fixed(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
