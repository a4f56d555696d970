internal import TransitionSystem

/// The lines of a plan's frames, whose parts are the same for all of them.
struct FrameLines: Sendable {
  /// What stands before and after the numbers in the object of a frame.
  private let object: [[UInt8]]
  /// The names of the frames' files, where there are files.
  private let (prefix, suffix): ([UInt8], [UInt8])
  private let digits: Int?
  private let hasFiles: Bool
  /// The width of the column of numbers.
  private let width: Int

  private static let timeWidth = "0.123456".count

  init(_ job: Job) {
    let pattern = job.files?.pattern
    hasFiles = pattern != nil
    digits = pattern?.digits
    prefix = Array((pattern?.prefix.description ?? "").utf8)
    suffix = Array((pattern?.suffix.description ?? "").utf8)
    width = max("frame".count, String(job.plan.chosen.last ?? 0).count)
    var members: [(String, JSON)] = [("number", .gap)]
    if let pattern {
      members.append(
        ("file", .string(pattern.prefix, pattern.digits == nil ? nil : pattern.suffix)))
    }
    object = JSON.object(members + [("time", .gap), ("eased", .gap)]).text(indent: "    ")
      .split(separator: JSON.gapText, omittingEmptySubsequences: false).map { Array($0.utf8) }
  }

  var title: String {
    func cell(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: width + 2 - text.count)
    }
    let times = cell("frame", width) + cell("time", Self.timeWidth)
    return times + (hasFiles ? cell("eased", Self.timeWidth) + "file\n" : "eased\n")
  }

  /// The lines of some of a plan's frames, by number.
  func bytes(of numbers: ArraySlice<Int>, in plan: Plan, asJSON: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * (asJSON ? 160 : 64))
    // Threads that share pieces wait for each other's counts of references.
    let object = object.map { $0.map(\.self) }
    for number in numbers {
      if asJSON {
        if number != plan.chosen.first { bytes.append(contentsOf: ",\n    ".utf8) }
        appendJSON(of: plan.frame(number), object, to: &bytes)
      } else {
        appendLine(of: plan.frame(number), to: &bytes)
      }
    }
    return bytes
  }

  private func appendJSON(
    of frame: Plan.Frame, _ object: [[UInt8]], to bytes: inout [UInt8]
  ) {
    bytes += object[0]
    bytes.append(frame.number)
    bytes += object[1]
    if let digits {
      bytes.append(frame.number, digits: digits)
      bytes += object[2]
    }
    let (evenTime, time) = (frame.moment.evenTime, frame.moment.time)
    let even = Self.text(of: evenTime)
    bytes.append(contentsOf: even)
    bytes += object[object.count - 2]
    bytes.append(contentsOf: time == evenTime ? even : Self.text(of: time))
    bytes += object[object.count - 1]
  }

  /// A number as ``JSON`` writes it.
  private static func text(of number: Double) -> Substring.UTF8View {
    let text = number.description.utf8
    return text.suffix(2).elementsEqual(".0".utf8) ? text.dropLast(2) : text.dropLast(0)
  }

  private func appendLine(of frame: Plan.Frame, to bytes: inout [UInt8]) {
    var end = bytes.count
    func fill(_ width: Int) {
      end += width + 2
      while bytes.count < end { bytes.append(UInt8(ascii: " ")) }
    }
    bytes.append(frame.number)
    fill(width)
    bytes.append(millionths: frame.moment.evenTime)
    fill(Self.timeWidth)
    bytes.append(millionths: frame.moment.time)
    if hasFiles {
      fill(Self.timeWidth)
      bytes += prefix
      if let digits {
        bytes.append(frame.number, digits: digits)
        bytes += suffix
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}

extension [UInt8] {
  /// Adds a number with leading zeros.
  fileprivate mutating func append(_ number: Int, digits: Int = 1) {
    let text = String(number).utf8
    for _ in 0..<Swift.max(0, digits - text.count) { append(UInt8(ascii: "0")) }
    append(contentsOf: text)
  }

  /// Adds a time, 0...1, rounded to millionths, without zeros at its end.
  fileprivate mutating func append(millionths time: Double) {
    var rest = Int((time * 1e6).rounded())
    append(rest / 1_000_000)
    rest %= 1_000_000
    guard rest > 0 else { return }
    append(UInt8(ascii: "."))
    var digits = 6
    while rest.isMultiple(of: 10) { (rest, digits) = (rest / 10, digits - 1) }
    append(rest, digits: digits)
  }
}
