import TestSupport
import TransitionKit

/// Texts of parameters, a line for each, and the frames that they make. The first two bytes are the
/// filter and the time.
enum ParameterTexts {
  private static let inputs = [PixelFormat.rgb8, .rgba16].map { format in
    Inputs(codedWidth: 9, height: 7, format: format)
  }
  private static let picture = Bitmap(codedWidth: 5, height: 3, blue: 1)

  @Sendable static func take(_ bytes: [UInt8]) {
    guard bytes.count > 2 else { return }
    let (filter, time) = (Int(bytes[0]), Double(bytes[1]) / 255)
    let chosen = Transitions.all[filter % Transitions.all.count]
    var transition = chosen.makeTransition()
    let texts = bytes.dropFirst(2).split(separator: 10, omittingEmptySubsequences: false)
    for (parameter, text) in zip(chosen.parameters, texts)
    where !text.isEmpty {
      guard let value = value(String(decoding: text, as: UTF8.self), of: parameter) else { return }
      do {
        try transition.set(parameter.name, to: value)
      } catch { preconditionFailure("\(error)") }
    }
    let inputs = inputs[filter / Transitions.all.count % inputs.count]
    _ = transition.prepared(for: inputs.layout).frame(at: time, of: inputs).bitmap()
  }

  /// The value that a text stands for, whose own text stands for the same.
  private static func value(_ text: String, of parameter: ParameterDescription) -> ParameterValue? {
    if parameter.kind == .image { return .image(picture) }
    let frame = Rect(x: 0, y: 0, width: 9, height: 7)
    guard let value = try? ParameterText(text, for: parameter).value(in: frame) else { return nil }
    let again = value.text.flatMap { try? ParameterText($0, for: parameter).value(in: frame) }
    precondition(again?.text == value.text)
    return value
  }
}
