import Foundation

/// libFuzzer's main function, which comes with `-sanitize=fuzzer`.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ oneInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What is fuzzed, by the name that FUZZ_TARGET says.
enum Target {
  static let all: [String: @Sendable ([UInt8]) -> Void] = [
    "arguments": CommandLines.take, "easing": EasingNames.take, "frames": FrameTexts.take,
    "images": ImageBytes.take, "parameters": ParameterTexts.take, "shaders": ShaderTexts.take,
  ]

  static let chosen = all[ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""]
}

guard Target.chosen != nil else {
  let names = Target.all.keys.sorted().joined(separator: ", ")
  FileHandle.standardError.write(Data("FUZZ_TARGET: expected one of \(names)\n".utf8))
  exit(64)
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
  runDriver(&count, &arguments) { bytes, count in
    Target.chosen?(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  })
