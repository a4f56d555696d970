/// A chain of elements in a color profile (`multiProcessElementsType`), as far as it tells how much
/// there is to read: ISO 15076-1, 10.16.
///
/// Elements may share their bytes, and so may the curves of one, wherever in the profile they are.
/// The library that reads them makes each of its own, and compares each element with all others.
struct ICCChain {
  /// What is more than a chain of a profile has, if something is.
  private(set) var defect: String?

  /// Those of a profile are a few.
  private static let mostElements = 100
  /// Far more than tables of colors take, and read in half a second.
  private static let mostBytes = 10_000_000
  /// Of all curves, of which each has a few: whoever looks up a value tries one after the other.
  private static let mostSegments = 1000
  /// Of all tables, for one color: two in the direction of each input.
  private static let mostNeighbors = 10_000

  private let bytes: [UInt8]
  /// The bytes of the elements, each time they are read; more than ``mostBytes`` are not counted.
  private(set) var size = 0
  private var segmentCount = 0
  private var neighborCount = 0

  /// Reads the chain that begins at a place in a profile; `nil` if there is none.
  init?(in bytes: [UInt8], at start: Int) {
    self.bytes = bytes
    guard number(start, 4) == Self.chain, let count = number(start + 12, 4) else { return nil }
    if count > Self.mostElements {
      defect = "\(Self.mostElements) elements"
      return
    }
    addParts(count, listedAt: start + 16, from: start) { $0.addElement(at: $1) }
    defect = excess
  }

  /// What there is more of than counts.
  private var excess: String? {
    if segmentCount > Self.mostSegments { return "\(Self.mostSegments) segments of curves" }
    if neighborCount > Self.mostNeighbors {
      return "\(Self.mostNeighbors) values to look up for a color"
    }
    return size > Self.mostBytes ? "\(Self.mostBytes) bytes" : nil
  }

  /// The names of types, as numbers.
  private static let chain = Array("mpet".utf8).number
  private static let curves = Array("cvst".utf8).number
  private static let table = Array("clut".utf8).number
  private static let samples = Array("samf".utf8).number

  private mutating func addElement(at start: Int) {
    size += 12
    switch number(start, 4) {
    case Self.curves:
      addParts(number(start + 8, 2) ?? 0, listedAt: start + 12, from: start) {
        $0.addCurve(at: $1)
      }
    case Self.table:
      guard let inputs = number(start + 8, 2), var values = number(start + 10, 2) else { return }
      neighborCount += values << min(inputs, 16)
      for axis in 0..<min(inputs, 16) where values <= Self.mostBytes {
        values *= number(start + 12 + axis, 1) ?? 0
      }
      size += 4 * values
    default: break
    }
  }

  private mutating func addCurve(at start: Int) {
    size += 12
    guard let segments = number(start + 8, 2), segments > 0 else { return }
    segmentCount += segments
    // Where each one ends, but for the last.
    size += 4 * (segments - 1)
    var place = start + 12 + 4 * (segments - 1)
    for _ in 0..<segments where excess == nil {
      guard let kind = number(place, 4), let count = number(place + 8, 4) else { return }
      // Formulas have four or five numbers, samples as many as they say.
      let numbers = kind == Self.samples ? count : count >> 16 == 0 ? 4 : 5
      size += 4 * (3 + numbers)
      place += 4 * (3 + numbers)
    }
  }

  /// Adds parts, which a list has by their places and sizes. The places count from another one, and
  /// are of 32 bits.
  private mutating func addParts(
    _ count: Int, listedAt list: Int, from start: Int, _ add: (inout ICCChain, Int) -> Void
  ) {
    for part in 0..<count where excess == nil {
      guard let place = number(list + 8 * part, 4) else { return }
      add(&self, (start + place) & 0xFFFF_FFFF)
    }
  }

  /// The number in so many bytes; `nil` beyond the end.
  private func number(_ place: Int, _ count: Int) -> Int? {
    place <= bytes.count - count ? bytes[place..<place + count].number : nil
  }
}
