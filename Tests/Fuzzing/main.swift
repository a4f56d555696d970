import Foundation

/// libFuzzer's main function, which comes with `-sanitize=fuzzer`.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ oneInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What FUZZ_TARGET names.
enum Chosen {
  static let target = FuzzTarget(
    rawValue: ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? "")
}

guard Chosen.target != nil else {
  let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
  FileHandle.standardError.write(Data("FUZZ_TARGET: expected one of \(names)\n".utf8))
  exit(64)
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
  runDriver(&count, &arguments) { bytes, count in
    Chosen.target?.take(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  })
