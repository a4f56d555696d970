import TransitionSystem

@testable import TransitionCommand

/// Texts that choose frames, name their files and record them. The first byte is the length of the
/// sequence.
enum FrameTexts {
  @Sendable static func take(_ bytes: [UInt8]) {
    let length = Int(bytes.first ?? 0) + 1
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let sequence = 7...6 + length
    if let set = try? FrameSet(text, of: sequence) {
      precondition(set.numbers.allSatisfy(sequence.contains))
      let same = try? FrameSet(set.specification, of: sequence)
      precondition(same == set)
    }
    if let shard = try? ValueReader<Shard>.shard.read(text, "--shard") {
      let part = shard.positions(of: length)
      precondition(part.lowerBound >= 0 && part.upperBound <= length)
    }
    if let pattern = try? PathPattern(Path(text)) {
      let same = try? PathPattern(pattern.text)
      precondition(same == pattern)
      precondition(pattern.path(length).bytes.starts(with: pattern.prefix.bytes))
      let number = pattern.number(of: pattern.path(length).name)
      precondition(number == (pattern.digits == nil ? nil : length))
    }
    if let record = FrameRecord(Array(bytes.dropFirst())) {
      precondition(FrameRecord(record.bytes) == record)
    }
  }
}
