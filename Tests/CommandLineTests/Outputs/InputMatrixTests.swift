import Foundation
import TestSupport
import Testing
import TransitionKit

/// Every picture that is read, each broken in every way.
@Suite struct InputMatrixTests {
  /// What a picture is read as.
  struct Role: CustomStringConvertible, Sendable {
    let description: String
    /// The arguments, in which `?` stands for the picture.
    let arguments: [String]
  }

  static let roles =
    [
      Role(description: "source", arguments: ["swipe", "-s", "?", "-d", "b.png"]),
      Role(description: "target", arguments: ["swipe", "-s", "a.png", "-d", "?"]),
    ]
    + ImageOptionTests.uses.map { use in
      Role(
        description: use.description,
        arguments: [
          use.filter.description, "-s", "a.png", "-d", "b.png", "--\(use.parameter.option)", "?",
        ])
    }

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func arguments(_ role: Role, _ file: String) -> [String] {
    ["--transitionfilter"] + role.arguments.map { $0 == "?" ? file : $0 }
      + ["-o", "out", "-b", "f", "-q"]
  }

  @Test(arguments: roles)
  func `refuses a file that is no picture`(
    _ role: Role
  ) throws {
    try FileManager.default.createDirectory(
      atPath: sandbox.folder.file("folder.png"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.folder.file("nowhere.png"), withDestinationPath: "gone.png")
    for name in ["missing.png", "folder.png", "nowhere.png", "a.png/b.png"] {
      try sandbox.expectFailure(66, name, of: arguments(role, name))
    }
    let whole = try sandbox.bytes("a.png")
    try sandbox.write(Data(), to: "empty.png")
    try sandbox.write(Data("no picture\n".utf8), to: "text.jpg")
    try sandbox.write(whole.prefix(whole.count * 2 / 3), to: "cut.png")
    for name in ["empty.png", "text.jpg", "cut.png"] {
      try sandbox.expectFailure(65, name, of: arguments(role, name))
    }
  }

  @Test(arguments: roles)
  func `refuses false claims of size in little memory`(_ role: Role) throws {
    for (name, claim) in Self.claims {
      try sandbox.write(claim.bytes, to: name)
      let result = try limited(arguments(role, name))
      #expect(result.status == 65 && result.output == "", "\(name): \(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(name): \(result.errors)")
      #expect(result.errors.contains("--max-pixels") == claim.isHuge, "\(name): \(result.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: sandbox.folder.file("out")))
  }

  @Test func `claims beyond memory are an error, without a limit of pixels`() throws {
    try sandbox.write(Self.png(width: 40000, height: 30000), to: "bomb.png")
    let result = try limited(arguments(Self.roles[0], "bomb.png") + ["--max-pixels", "0"])
    #expect(result.status == 75 && result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.contains("not enough memory"), "\(result.errors)")
  }

  @Test func `the limit of pixels is exact`() throws {
    let run = arguments(Self.roles[0], "a.png") + ["-c", "1", "--max-pixels"]
    try sandbox.expectFailure(65, "33x21", "--max-pixels", of: run + ["\(33 * 21 - 1)"])
    #expect(try sandbox.run(run + ["\(33 * 21)"]).status == 0)
  }

  @Test(.enabled(if: Unprivileged.isPossible, "needs setpriv to be another user than root"))
  func `refuses a file that may not be read`() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: sandbox.folder.path)
    try FileManager.default.copyItem(
      atPath: sandbox.folder.file("a.png"), toPath: sandbox.folder.file("locked.png"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: sandbox.folder.file("locked.png"))
    for role in Self.roles {
      let result = try Unprivileged.run(
        BuiltTool.path, arguments(role, "locked.png"), in: sandbox.folder)
      #expect(result.status == 66 && result.output == "", "\(result.errors)")
      #expect(result.errors.contains("locked.png: Permission denied"), "\(result.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: sandbox.folder.file("out")))
  }

  @Test func `the content of a file says its type, not the extension`() throws {
    try FileManager.default.copyItem(
      atPath: sandbox.folder.file("a.png"), toPath: sandbox.folder.file("really-png.jpg"))
    for role in Self.roles {
      #expect(try sandbox.run(arguments(role, "really-png.jpg") + ["-c", "2"]).status == 0)
    }
  }

  /// Runs the tool with less memory than a picture that claims too much would take.
  private func limited(_ arguments: [String]) throws -> Subprocess.Outcome {
    try sandbox.shell("ulimit -v 2000000; exec $TOOL \"$@\"", arguments)
  }

  /// Files of a few bytes, and whether they claim more pixels than may be.
  private static let claims: [(String, (bytes: Data, isHuge: Bool))] = [
    ("bomb.png", (png(width: 100_000, height: 100_000), true)),
    ("bomb.ppm", (Data("P6\n100000 100000\n255\nabc".utf8), true)),
    ("bomb.gif", (gif(width: 65535, height: 65535), true)),
    ("none.png", (png(width: 0, height: 0), false)),
    ("none.ppm", (Data("P6\n0 0\n255\n".utf8), false)),
    ("negative.ppm", (Data("P6\n-5 5\n255\n".utf8), false)),
    ("endless.ppm", (Data("P6\n2147483647 2147483647\n255\n".utf8), false)),
    ("thin.png", (png(width: 1, height: 0x7FFF_FFFF), false)),
  ]

  private static func png(width: UInt32, height: UInt32) -> Data {
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      let body = Array(name.utf8) + data
      var crc = ~UInt32(0)
      for byte in body {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
      }
      return bytes(UInt32(data.count)) + body + bytes(~crc)
    }
    func bytes(_ number: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return Data(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        + chunk("IHDR", bytes(width) + bytes(height) + [8, 2, 0, 0, 0])
        + chunk("IDAT", [0x78, 0x9C, 3, 0, 0, 0, 0, 1]) + chunk("IEND", []))
  }

  private static func gif(width: Int, height: Int) -> Data {
    let size = [width & 255, width >> 8, height & 255, height >> 8].map { UInt8($0) }
    return Data(
      Array("GIF89a".utf8) + size + [0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C, 0, 0, 0, 0]
        + size + [0, 2, 2, 0x44, 1, 0, 0x3B])
  }
}
