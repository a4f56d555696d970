/// What is fuzzed: each takes any bytes, and stops the process where something is wrong.
enum FuzzTarget: String, CaseIterable {
  case arguments, easing, frames, images, lists, parameters, shaders

  var take: @Sendable ([UInt8]) -> Void {
    switch self {
    case .arguments: CommandLines.take
    case .easing: EasingNames.take
    case .frames: FrameTexts.take
    case .images: ImageBytes.take
    case .lists: ListTexts.take
    case .parameters: ParameterTexts.take
    case .shaders: ShaderTexts.take
    }
  }
}
