import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

/// The names that stand for a filter with some of its parameters.
@Suite struct PresetTests {
  /// The command lines of the tables of names in `Documentation/xfade.md`, by xfade's names.
  static let rows: [Preset.Group: [String: String]] = {
    let text = try? String(
      contentsOfFile: Repository.root + "/Documentation/xfade.md", encoding: .utf8)
    let tables = (text ?? "").split(separator: "\n| xfade |")
    return [.xfade: 1, .near: 2].mapValues { index in
      let matches =
        tables.indices.contains(index)
        ? tables[index].matches(of: /\n\| `(\w+)` \| `([^`]+)` \|/) : []
      return Dictionary(uniqueKeysWithValues: matches.map { (String($0.1), String($0.2)) })
    }
  }()

  /// A frame of the transition that some words name.
  private func frame(_ words: [String]) throws -> [UInt8] {
    let inputs = Inputs(
      source: Bitmap(codedWidth: 41, height: 23, blue: 0),
      target: Bitmap(codedWidth: 41, height: 23, blue: 1))
    let settings = try Settings(["--transition"] + words + ["-s", "A", "-d", "B"])
    let transition = try Show(settings).transitions[0]
    let frame = try transition.transition(in: inputs.frame).prepared(for: inputs.layout)
      .frame(at: 0.4, of: inputs)
    return frame.bytes()
  }

  @Test func `the list is the document's`() {
    for group in [Preset.Group.xfade, .near] {
      let names = Preset.all.filter { $0.group == group }.map(\.name)
      #expect(Set(names) == Self.rows[group].map { Set($0.keys) } && names.count > 7)
    }
    let masks = Preset.all.filter { $0.group == .masks }.map(\.name)
    #expect(masks == BuiltInMask.allCases.map(\.rawValue))
  }

  @Test func `a name is one thing`() {
    let names = Preset.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(Filters.folded(name) == name)
      #expect(Transitions.named(name) == nil)
    }
  }

  @Test(arguments: Preset.all.map(\.name))
  func `is the same as its command line`(_ name: String) throws {
    let preset = try #require(Preset.named(name))
    let softness = name == "clouds" ? " --softness 0.6" : ""
    let line = Self.rows[preset.group]?[name] ?? "maskwipe --maskimage \(name)\(softness)"
    let words = line.split(separator: " ").map(String.init)
    #expect(try frame([name]) == frame(words))
    #expect(preset.command == line)
  }

  @Test(arguments: [
    ("Heart", "heart"), ("wipe-left", "wipeleft"), ("Circle Open", "circleopen"),
    ("SMOOTH_UP", "smoothup"), ("Page-Curl", "pagecurl"), ("bars swipe", "barsswipe"),
    ("CI page curl transition", "CIPageCurlTransition"), ("Mask_Wipe", "MaskWipeTransition"),
  ])
  func `case, hyphens, underscores and blanks do not matter`(_ name: String, _ same: String) throws
  {
    #expect(try Filters.named(name).identity == Filters.named(same).identity)
  }

  @Test func `options and colons are stronger, colons most`() throws {
    let all = ["wipeleft:softness=0.5", "--softness", "0.25", "--angle", "90deg"]
    #expect(try frame(all) == frame(["wipeup:softness=0.5"]))
    #expect(try frame(["wipeleft", "--softness", "0.5"]) == frame(["wipeleft:softness=0.5"]))
    #expect(try frame(["wipetl:Invert=no"]) == frame(["box:center=0,100%:softness=0"]))
  }
}
