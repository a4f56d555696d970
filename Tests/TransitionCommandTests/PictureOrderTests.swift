import Foundation
import TestSupport
import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionCommand

/// The order of pictures.
@Suite struct PictureOrderTests {
  @Test func `names are in natural order`() {
    let names: [Path] = [
      "a", "a.jpg", "a0", "a00", "a01", "a1", "a1b", "a01c", "a2", "A3", "a9.jpg", "a10.jpg",
      "a10b9", "a10b10", "a99999999999999999999998", "a99999999999999999999999", "ab", "B1", "b2",
      "img-2", "img-10", "pic", "Pic1", "pic2", "PIC10", "é1",
    ]
    #expect(PictureOrder.name.sorted(names.reversed()) == names)
  }

  @Test func `names that differ in case only are in the order of their bytes`() {
    #expect(PictureOrder.name.sorted(["pic", "Pic", "PIC"]) == ["PIC", "Pic", "pic"])
  }

  @Test func `the order of names is one order`() {
    var generator = SplitMix64(seed: 5)
    let letters = Array("0019aAzZ.-_ b".utf8)
    let names = (0..<60).map { _ in
      Path(
        bytes: (0..<Int(generator.next() % 6)).map { _ in
          letters[Int(generator.next() % UInt64(letters.count))]
        })
    }
    let keys = names.map(NaturalKey.init)
    for a in keys {
      for b in keys {
        #expect([a < b, b < a, a == b].filter(\.self).count == 1)
        for c in keys where a < b && b < c { #expect(a < c) }
      }
    }
  }

  @Test func `colors stay where they are`() {
    #expect(
      PictureOrder.name.sorted(["c", "black", "b10", "#fff", "b9", "red"] as [Path]) {
        GivenPicture.color(of: $0) == nil ? $0 : nil
      } == ["b9", "black", "b10", "#fff", "c", "red"])
  }

  @Test func `file names come before their folders`() {
    #expect(
      PictureOrder.name.sorted(["x/2", "a/10", "b/2", "1"]) == ["1", "b/2", "x/2", "a/10"])
  }

  @Test func `dates are EXIF's, or else the files' in local time`() throws {
    let folder = try TemporaryFolder()
    let calendar = Calendar(identifier: .gregorian)
    func make(_ name: String, exif: String?, _ fraction: String? = nil, written second: Int)
      throws -> Path
    {
      let path = folder.file(name)
      try Bitmap(width: 8, height: 8, uniform: [9, 9, 9]).write(to: path)
      if let exif { try EXIF.setTime("2024:05:31 18:03:\(exif)", fraction: fraction, of: path) }
      let date = try #require(
        calendar.date(
          from: DateComponents(
            year: 2024, month: 5, day: 31, hour: 18, minute: 3, second: second)))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
      return Path(path)
    }
    let expected = [
      try make("z.jpg", exif: "10", written: 50), try make("a.jpg", exif: "10", "1", written: 5),
      try make("y.jpg", exif: "10", "25", written: 1), try make("x.png", exif: nil, written: 11),
      try make("pic2.jpg", exif: "12", written: 2), try make("pic10.jpg", exif: "12", written: 1),
      try make("w.jpg", exif: "13", written: 0),
    ]
    #expect(PictureOrder.date.sorted(expected.reversed()) == expected)
    let more = expected + [expected[0]]
    #expect(PictureOrder.date.sorted(more).filter { $0 == expected[0] }.count == 2)
  }

  @Test func `what cannot be read is no obstacle`() {
    #expect(PictureOrder.date.sorted(["/none/b", "/none/a", "/"]).count == 3)
  }
}
