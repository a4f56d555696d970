/// A number as it is written: `12`, `017`, `0x1F`, `.5`, `1.`, `1e-3`, `1.0f`.
enum NumberForm {
  case int(Int32)
  case float(Float)

  /// Reads a number; nil if it is none.
  init?(_ text: String) {
    let word = text.lowercased()
    if word.hasPrefix("0x") {
      guard let bits = UInt32(word.dropFirst(2), radix: 16) else { return nil }
      self = .int(Int32(bitPattern: bits))
    } else if word.contains(where: { $0 == "." || $0 == "e" }) || word.hasSuffix("f") {
      let digits = word.hasSuffix("f") ? word.dropLast() : word[...]
      guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || ".e+-".contains($0)) }),
        let value: Float = Self.decimal(digits)
      else { return nil }
      self = .float(value)
    } else if word.hasPrefix("0"), word.count > 1 {
      guard let bits = UInt32(word.dropFirst(), radix: 8) else { return nil }
      self = .int(Int32(bitPattern: bits))
    } else {
      guard let bits = UInt32(word) else { return nil }
      self = .int(Int32(bitPattern: bits))
    }
  }

  /// Reads a decimal number, such as `.5` or `1.`: the standard library wants a digit on both sides
  /// of the point.
  static func decimal<Number: LosslessStringConvertible>(
    _ text: some StringProtocol
  ) -> Number? {
    let parts = text.lowercased()
      .split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
    guard let mantissa = parts.first, mantissa.contains(where: \.isNumber) else { return nil }
    let points = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    guard points.count <= 2 else { return nil }
    let whole = points[0] + (points[0].contains(where: \.isNumber) ? "" : "0")
    let rest = points.count == 2 && !points[1].isEmpty ? points[1] : "0"
    let exponent = parts.count == 2 ? "e" + parts[1] : ""
    return Number(whole + "." + rest + exponent)
  }
}
