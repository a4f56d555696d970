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
        ColorSource($0) == nil ? $0 : nil
      } == ["b9", "black", "b10", "#fff", "c", "red"])
  }

  @Test func `file names come before their folders`() {
    #expect(
      PictureOrder.name.sorted(["x/2", "a/10", "b/2", "1"]) == ["1", "b/2", "x/2", "a/10"])
  }

  @Test func `dates are EXIF's, or else the files' in UTC`() throws {
    let folder = try TemporaryFolder()
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
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

  @Test func `dates are instants, by the offset that a picture tells or most others have`() throws {
    let folder = try TemporaryFolder()
    func make(_ name: String, _ hour: String, _ offset: String?) throws -> Path {
      let path = folder.file(name)
      try Bitmap(width: 8, height: 8, uniform: [9, 9, 9]).write(to: path)
      try EXIF.setTime("2024:05:31 \(hour):03:00", offset: offset, of: path)
      return Path(path)
    }
    let tokyo = try make("d.jpg", "18", "+09:00")
    let (paris, unsaid, utc) = try (
      make("c.jpg", "12", "+02:00"), make("b.jpg", "13", nil), make("a.jpg", "12", "+00:00")
    )
    // Of the offsets each is there once: that of the first name counts.
    #expect(PictureOrder.date.sorted([utc, unsaid, paris, tokyo]) == [tokyo, paris, utc, unsaid])
    let another = try make("z.jpg", "14", "+02:00")
    let all = [utc, unsaid, paris, tokyo, another]
    #expect(PictureOrder.date.sorted(all) == [tokyo, paris, unsaid, utc, another])
    // A film has its own, and a drawing stays where it is.
    let film = try #require(DateTaken("2024-05-31T11:30:00.000000Z"))
    let names: [Path] = ["k.mp4", "x.svg"] + all
    let sorted = PictureOrder.date.sorted(names, films: ["k.mp4": film]) {
      $0 == "x.svg" ? nil : $0
    }
    #expect(sorted == [tokyo, "x.svg", paris, unsaid, "k.mp4", utc, another])
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2000-02-29 12:00:00Z", 951_825_600),
    ("2024:05:31 18:03:59.25+02:00", 1_717_171_439), ("2024-05-31T18:03:59-0730", 1_717_205_639),
    ("1969-12-31T23:59:59Z", -1), ("2100-03-01T00:00:00Z", 4_107_542_400),
  ])
  func `dates are counted from 1970`(_ text: String, _ seconds: Int) {
    #expect(DateTaken(text)?.instant(orAheadBy: 99).components.seconds == Int64(seconds))
  }

  @Test(arguments: [("", 0), (".5", 500), (".07", 70), (".1234567890123", 123), (".x", 0)])
  func `fractions of seconds count, to nine digits`(_ fraction: String, _ milliseconds: Int64) {
    let date = DateTaken("2024:05:31 18:03:59\(fraction)")
    let parts = date?.instant(orAheadBy: 0).components
    #expect(parts?.seconds == 1_717_178_639)
    #expect(parts.map { $0.attoseconds / 1_000_000_000_000_000 } == milliseconds)
    let most = DateTaken("2024:05:31 18:03:59.1234567890123")?.instant(orAheadBy: 0).components
    #expect(most?.attoseconds == 123_456_789_000_000_000)
  }

  @Test func `dates without an offset are those of another clock`() {
    let date = DateTaken("2024:05:31 18:03:59.000000000")
    #expect(date?.zone == nil && date?.instant(orAheadBy: 3600).components.seconds == 1_717_175_039)
  }

  @Test(arguments: [
    "", "x", "2024", "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:13:01 00:00:00",
    "2024:05:31 25:00:00", "2026:02:31 10:00:00", "2023:02:29 10:00:00", "2024:04:31 10:00:00",
  ])
  func `what a camera without a clock writes is no date`(_ text: String) {
    #expect(DateTaken(text) == nil)
  }

  @Test func `what cannot be read is no obstacle`() {
    #expect(PictureOrder.date.sorted(["/none/b", "/none/a", "/"]).count == 3)
  }
}
