import TestSupport
import Testing
import TransitionKit

@testable import TransitionImages

/// What HEIC and AVIF files say of HDR.
@Suite struct HEIFPropertiesTests {
  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8, 4) + Array(kind.utf8) + content
  }

  private static func nclx(_ primaries: Int, _ curve: Int) -> [UInt8] {
    box("colr", Array("nclx".utf8) + number(primaries, 2) + number(curve, 2) + [0, 9, 0x80])
  }

  private static func clli(_ brightest: Int) -> [UInt8] {
    box("clli", number(brightest, 2) + [0, 9])
  }

  private static func mdcv(_ brightest: Int) -> [UInt8] {
    box("mdcv", Array(repeating: 1, count: 16) + number(brightest * 10_000, 4) + [0, 0, 0, 9])
  }

  /// A file whose item 1 is shown, made of item 2; `own` and `others` are the properties of items 1
  /// and 3.
  private static func file(
    _ own: [[UInt8]], others: [[UInt8]] = [], isGrid: Bool = false, isWide: Bool = false
  ) -> [UInt8] {
    func entry(_ item: Int, _ properties: Range<Int>) -> [UInt8] {
      number(item, 2) + [UInt8(properties.count)]
        + properties.flatMap { isWide ? number($0 + 1 | 0x8000, 2) : [UInt8($0 + 1) | 0x80] }
    }
    let all = own + others
    let association =
      [0, 0, 0, isWide ? 1 : 0] + number(2, 4) + entry(3, own.count..<all.count)
      + entry(isGrid ? 2 : 1, 0..<own.count)
    let properties = box(
      "iprp", box("ipco", all.flatMap(\.self)) + box("ipma", association))
    let reference = box("iref", [0, 0, 0, 0] + box("dimg", [0, 1, 0, 1, 0, 2]))
    return box("ftyp", Array("heic".utf8) + [0, 0, 0, 0])
      + box("meta", [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, 1]) + reference + properties)
  }

  private static func colors(_ file: [UInt8]) -> VideoColors? {
    HEIFBoxes { Array(file.dropFirst($0).prefix($1)) }?.colorsOfHDR
  }

  @Test(arguments: [false, true], [false, true])
  func `are those of the shown picture or its tiles`(_ isGrid: Bool, _ isWide: Bool) {
    func colors(_ own: [[UInt8]], others: [[UInt8]] = []) -> VideoColors? {
      Self.colors(Self.file(own, others: others, isGrid: isGrid, isWide: isWide))
    }
    let profile = Self.box("colr", Array("prof".utf8) + Array(repeating: 7, count: 40))
    #expect(colors([profile, Self.nclx(9, 18)])?.curve == .hlg)
    #expect(colors([Self.nclx(12, 16)])?.primaries == .smpte432)
    #expect(colors([Self.nclx(2, 16)])?.primaries == .bt2020)
    #expect(colors([Self.nclx(9, 16)])?.curve == .pq(peak: 1000))
    #expect(colors([Self.clli(600), Self.nclx(9, 16)])?.curve == .pq(peak: 600))
    #expect(colors([Self.nclx(9, 16), Self.mdcv(4000)])?.curve == .pq(peak: 4000))
    let lying = [Self.clli(0), Self.nclx(9, 16), Self.mdcv(100_000)]
    #expect(colors(lying)?.curve == .pq(peak: 1000))
    // That of a gain map, and a picture that is not HDR.
    #expect(colors([Self.nclx(12, 13)], others: [Self.nclx(9, 16)]) == nil)
    #expect(colors([profile]) == nil && colors([]) == nil)
  }

  @Test func `damaged, are none or others`() {
    let whole = Self.file([Self.clli(600), Self.nclx(9, 16), Self.mdcv(4000)], isGrid: true)
    #expect(Self.colors(whole) != nil)
    for count in whole.indices { _ = Self.colors(Array(whole.prefix(count))) }
    var random = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      var file = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: file.indices, using: &random)
        file[index] = UInt8.random(in: 0...255, using: &random)
      }
      if let colors = Self.colors(file), case .pq(let peak) = colors.curve {
        #expect((203...10_000).contains(peak))
      }
    }
  }
}
