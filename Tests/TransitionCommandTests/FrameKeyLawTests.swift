import Foundation
import Synchronization
import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

/// What changes the bytes of a frame changes its key: over all declared options and all of their
/// values, frames with the same key are the same, and each option is gone on with. FrameKeysTests
/// says it of all parameters.
@Suite(.needs("ffmpeg", "ffprobe")) struct FrameKeyLawTests {
  /// An option, as the argument of a test.
  struct Listed: Sendable, CustomStringConvertible {
    let definition: OptionDefinition
    var description: String { definition.name }
  }

  static let options = OptionDefinition.listed.flatMap(\.options).filter {
    ![.help].contains($0.group) && untried[$0.name] == nil
  }.map { Listed(definition: $0) }

  /// Options that are not tried, and why.
  private static let untried = [
    "outputdir": "the test gives it", "output": "the same", "basename": "the same",
    "skip-existing": "the same", "missing": "the same", "quiet": "the same",
    "progress": "it says what stderr has", "watch": "it goes on until a signal comes",
    "no-overwrite": "it excludes --skip-existing", "listtransitionfilters": "it makes no frame",
    "filterproperties": "the same", "filterhelp": "the same", "dry-run": "the same",
    "plan-frames": "the same", "json": "the same", "print-list": "the same",
    "sourceimage": "the plain shows name no -s", "targetimage": "the same",
  ]

  /// Values of options whose declarations have no words for them, two at least of each.
  private static let values = [
    "parts": ["one", "two"],
    "set": ["angle=0.3", "width=9"], "transitionfilter": ["mod", "random:swipe,mod", "iris"],
    "count": ["4", "0.2s"], "exportfiletype": ["png", "jpg"], "padding": ["2", "5"],
    "start-number": ["3", "10"], "quality": ["50", "95"],
    "save-options": ["compression=1", "filter=all"], "music": ["a.png", "b.png"],
    "plays": ["1", "2"], "contact-sheet": ["sheet.png", "sheet.jpg"], "columns": ["1", "3"],
    "fps": ["10", "30000/1001", "60"], "hold": ["3", "0.2s"], "length": ["60", "2.5s"],
    "range": ["2-6", "3-8"], "speed": ["2x", "50%"], "volume": ["50%", "-6dB"],
    "sound-fade-in": ["0.1s", "1s"], "sound-fade-out": ["0.1s", "1s"],
    "music-volume": ["50%", "2dB"], "duck": ["20%", "off"], "loudness": ["-20", "on"],
    "pan-zoom-easing": ["ease", "steps(3)"], "from": ["0.1s", "0.12s"], "to": ["0.3s", "0.4s"],
    "seed": ["2", "3"], "easing": ["ease", "steps(3)"], "frames": ["0-3", "5-"],
    "shard": ["1/2", "2/3"], "time": ["0.3s", "0.5s"], "focus": ["10%,90%", "attention"],
    "pan-zoom": ["in", "auto", "0,0,100%,100%>50%,50%,30%,30%"], "zoom": ["1%", "40%"],
    "size": ["24x12", "50%"], "background": ["red", "transparent"], "jobs": ["1", "3"],
    "max-pixels": ["100000", "0"], "caption": ["One", "{name}"], "title": ["Lisbon", "{number}"],
    "text-color": ["red", "#203040"], "text-size": ["20%", "40%"],
    "font": ["DejaVu Sans", "DejaVu Serif"], "font-file": ["one.ttf", "two.ttf"],
    "watermark": ["gray.png", "a.png:at=left:width=50%"], "write-subtitles": ["a.srt", "b.vtt"],
  ]

  /// Options that only runs with other outputs take, so that no value can change a frame.
  private static let ofOtherOutputs: Set = [
    "pixel-format", "chroma", "matrix", "codec", "depth", "plays", "length", "order", "music",
    "labels", "columns", "mute", "untrusted", "draft", "music-volume", "duck", "loudness",
    "parts", "clean-parts", "sheet", "chapters", "font-file",
  ]

  private let folder: ShowFolder

  init() throws { folder = try ShowFolder() }

  private static let items = [
    "a.png --hold 2", "alpha.png --pan-zoom auto --hold 3", "s/plate.##.png", "f60.mkv",
    "deep.png", "upright.png --hold 2",
  ]
  /// The same without the film, for which each run starts two more programs.
  private static let itemsWithoutFilm = items.filter { !$0.hasPrefix("f60") }

  /// The items of a show to try an option of: with a film where it may decide which of its frames
  /// are shown, or how they look. What says how a frame is written says it of all alike.
  private static func items(for definition: OptionDefinition) -> [String] {
    [.show, .time, .look].contains(definition.group) ? items : itemsWithoutFilm
  }
  private static let base = [
    "--size", "24x16", "-c", "3", "-t", "png", "--transition", "swipe", "--transition",
    "random:iris,mod",
  ]

  /// Frames of all tests by their type and key, with the command line that made them.
  private static let made = Mutex<[String: (frame: Data, arguments: [String])]>([:])

  private func list(_ name: String, _ lines: [String]) throws -> String {
    try folder.sandbox.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: name)
    return "@\(name)"
  }

  /// Makes the frames of a show, and expects them to be those that others have with their keys.
  ///
  /// - Returns: the frames in their order; `nil` if there is no such show.
  private func frames(_ arguments: [String], in name: String = "out") throws -> [Data]? {
    try? folder.sandbox.remove(name)
    let run = try folder.sandbox.run(
      arguments + ["-q", "-b", "f", "-o", name, "--skip-existing"])
    guard run.status == 0 else {
      #expect([64, 65, 66].contains(run.status), "\(run.errors)")
      return nil
    }
    return try compare(name, of: arguments)
  }

  /// Expects the frames of a folder to be those that others have with their keys.
  @discardableResult private func compare(
    _ name: String, of arguments: [String]
  ) throws -> [Data] {
    let frames = try folder.frames(in: name)
      .sorted { $0.key.localizedStandardCompare($1.key) == .orderedAscending }
    let type = try #require(frames.first?.key.split(separator: ".").last)
    let record = try folder.sandbox.shell("cat \(name)/.*.dotransition | tail -n +2 | sort -n")
      .output
    let keys = record.split(separator: "\n").compactMap { $0.split(separator: " ").last }
    try #require(keys.count == frames.count, "\(arguments): \(record)")
    for (key, frame) in zip(keys, frames) {
      let other = Self.made.withLock { made in
        let frame = (frame: frame.value, arguments: arguments)
        let other = made["\(key).\(type)", default: frame]
        made["\(key).\(type)"] = other
        return other
      }
      #expect(other.frame == frame.value, "\(frame.key) of \(arguments) and of \(other.arguments)")
    }
    return frames.map(\.value)
  }

  /// Makes a show, goes on to the first of others that is one, and makes the rest.
  ///
  /// - Returns: whether one of them is a show.
  private func tryAll(_ others: [[String]], from show: [String]) throws -> Bool {
    try #require(try frames(show, in: "first") != nil)
    var isTried = false
    for other in others {
      if isTried {
        _ = try frames(other)
      } else {
        if case .invalid = try folder.goOn(in: "first", with: other) { continue }
        try compare("fresh", of: other)
        isTried = true
      }
    }
    return isTried
  }

  @Test(arguments: options) func `no option's frames are taken for another's`(
    _ option: Listed
  ) throws {
    let definition = option.definition
    var texts = Self.values[definition.name] ?? []
    if texts.isEmpty, case .words(let words) = definition.completion { texts = words }
    #expect(texts.count > 1 || definition.form.isFlag, "\(option) needs two values to try")
    // Two beside the default.
    let given = definition.form.isFlag ? [[]] : texts.suffix(2).map { [$0] }
    let words = given.map { [definition.label] + $0 }
    var isTried = false
    let items = Self.items(for: definition)
    if definition.scope != .line {
      // Some options belong to no list, and some to stills alone.
      let plain = items.map { item in String(item.prefix { $0 != " " }) }
      let others = [plain, ShowFolder.stills].map {
        $0 + Self.base + ["--hold", "2", "--pan-zoom", "auto"]
      }
      for show in try [[list("base.list", items)] + Self.base] + others where !isTried {
        isTried = try tryAll(words.map { show + $0 }, from: show)
      }
    }
    if [.line, .picture, .step].contains(definition.scope) {
      // Only beside the film, on both sides, does a line matter to it.
      for (lines, indices) in [(Self.itemsWithoutFilm, [0, 1, 4]), (Self.items, [2, 3, 4])] {
        let show = try [list("base.list", lines)] + Self.base
        let others = try changed(lines, indices, definition, words.last ?? [])
        if try tryAll(others, from: show) { isTried = true }
      }
    }
    #expect(isTried || Self.ofOtherOutputs.contains(definition.name), "no value is taken")
  }

  /// Shows of which one line has an option more.
  private func changed(
    _ items: [String], _ indices: [Int], _ definition: OptionDefinition, _ words: [String]
  ) throws -> [[String]] {
    try indices.filter { !items[$0].contains(definition.label) }.map { index in
      var lines = items
      // Quoted, since a number sign begins a comment and a rectangle has a greater-than sign.
      let quoted = words.map { $0.hasPrefix("-") ? $0 : "'\($0)'" }
      lines[index] += " " + quoted.joined(separator: " ")
      return try [list("\(index).list", lines)] + Self.base
    }
  }

  @Test(arguments: ["disintegratewithmask", "maskwipe", "pagecurl", "displace"])
  func `a picture that is a parameter is known by its content`(_ name: String) throws {
    let filter = try #require(Filters.all.first { $0.alias == name })
    for parameter in filter.parameters where parameter.kind == .image {
      let show =
        ["a.png", "b.png", "alpha.png", "--size", "24x16", "-c", "4", "-t", "png"]
        + ["--transition", name, "--set", "\(parameter.name)=tones.png"]
      let contents = try [0, 1].map { axis in
        let tones = Bitmap(width: 24, height: 16, format: .rgb8) { u, v in
          Array(repeating: [u, v][axis], count: 3)
        }
        try tones.write(to: folder.sandbox.folder.file("tones.png"))
        return try #require(try frames(show))
      }
      #expect(contents[0] != contents[1])
    }
  }
}
