import Foundation
import TestSupport
import Testing

@testable import TransitionKit

/// The looks of every filter, with its defaults and with each parameter changed: three moments side
/// by side, at a quarter, a half and three quarters of the time.
@Suite struct GoldenTests {
  private static let folder = Repository.root + "/Tests/TransitionKitTests/Goldens"

  @Test(arguments: Transitions.all)
  func `is what the filter draws with its defaults and with each parameter changed`(
    filter: Filter
  ) throws {
    let usual = try frames(of: filter, changing: nil)
    let hasMask = filter.parameters.contains { $0.name == "maskImage" }
    try check(usual, filter.description)
    for parameter in filter.parameters {
      let mask = hasMask ? parameter.shownMask : nil
      let frames = try frames(of: filter, changing: parameter, mask: mask)
      let before = try mask.map {
        try self.frames(of: filter, changing: nil, mask: $0)
      }
      #expect(frames.difference(from: before ?? usual) != nil, "\(parameter.name) changes nothing")
      try check(frames, "\(filter.description).\(parameter.option)")
    }
  }

  @Test func `is there for no other filter or parameter`() throws {
    let names = Transitions.all.flatMap { filter in
      [filter.description]
        + filter.parameters.map { "\(filter.description).\($0.option)" }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
      .filter { $0.hasSuffix(".png") }.map { String($0.dropLast(4)) }
    #expect(Set(files).subtracting(names).isEmpty)
  }

  private func check(_ frames: Bitmap, _ name: String) throws {
    let mismatch = try GoldenImage(name, in: Self.folder).mismatch(with: frames)
    if let mismatch { Issue.record("\(mismatch)") }
  }

  /// Frames with the usual values but for one that is changed, and with a mask that shows it.
  private func frames(
    of filter: Filter, changing changed: ParameterDescription?, mask: BuiltInMask? = nil
  ) throws -> Bitmap {
    let values = filter.parameters.compactMap { parameter in
      (parameter.name == changed?.name ? parameter.changedValue : parameter.usualValue)
        .map { (parameter: parameter, value: parameter.clamped($0)) }
    }
    .map { parameter, value -> (parameter: ParameterDescription, value: ParameterValue) in
      guard parameter.name == "maskImage", let mask else { return (parameter, value) }
      return (parameter, .mask(mask))
    }
    let inputs =
      filter.unitesSizes
      ? Inputs(
        source: Self.low, target: Self.target,
        sourceBounds: Rect(x: 0, y: 0, width: Float(Self.width), height: Float(Self.lowHeight)))
      : Inputs(source: Self.source, target: Self.target)
    let transition = try filter.transition(with: values).prepared(for: inputs.layout)
    return Bitmap(
      sideBySide: [0.25, 0.5, 0.75].map { transition.frame(at: $0, of: inputs).bitmap() })
  }

  private static let (width, height, lowHeight) = (96, 72, 48)

  /// A yellow disk on blue that grows lighter upward, above a dark green stripe.
  private static let source = Bitmap(width: width, height: height) { u, v in
    if v < 0.2 { return [0.1, 0.35, 0.15, 1] }
    let (x, y) = ((u - 0.3) * 4, (v - 0.65) * 3)
    return x * x + y * y < 0.4 ? [0.95, 0.85, 0.3, 1] : [0.3, 0.5, 0.6 + 0.3 * v, 1]
  }

  /// The same, less high, below a margin.
  private static let low = Bitmap(width: width, height: height) { u, v in
    let v = v * Double(height) / Double(lowHeight)
    return v > 1 ? [0, 0, 0, 1] : [0.3, 0.5, 0.6 + 0.3 * v, 1]
  }

  /// A gray square on dark red that grows lighter to the right.
  private static let target = Bitmap(width: width, height: height) { u, v in
    (0.55..<0.85).contains(u) && (0.3..<0.7).contains(v)
      ? [0.8, 0.8, 0.8, 1] : [0.25 + 0.25 * u, 0.1, 0.12, 1]
  }
}

extension ParameterDescription {
  /// A built-in mask that shows what this parameter changes; `nil` if any mask does.
  fileprivate var shownMask: BuiltInMask? {
    switch name {
    case "angle": .barndoor
    case "center": .heart
    case "repeat": .blinds
    default: nil
    }
  }

  /// The default, but lengths small enough for a small picture, and colors strong enough to see.
  fileprivate var usualValue: ParameterValue? {
    guard case .number(let number)? = initial else { return initial }
    if unit == .pixels { return .number(min(number, 24)) }
    return .number(name == "opacity" && number == 0 ? 0.5 : number)
  }

  /// Another value than that.
  fileprivate var changedValue: ParameterValue {
    switch kind {
    case .number:
      let slider = suggested ?? 0...1
      if unit == .pixels { return .number(usualValue?.text == "10" ? 5 : 10) }
      let (low, span) = (slider.lowerBound, min(slider.upperBound - slider.lowerBound, 8))
      let value = low + span * 0.625
      guard case .number(let number)? = usualValue, (number - value).magnitude < span / 8
      else { return .number(value) }
      return .number(low + span / 4)
    case .point: return .point(Point(x: 14, y: 9))
    case .rectangle: return .rectangle(Rect(x: 12, y: 10, width: 32, height: 24))
    case .flag: return .flag(true)
    case .color: return .color(Color(0.2, 0.9, 0.4, 0.8))
    case .components(let type, let count):
      return .components(Array(repeating: 0.5, count: count), type: type)
    case .image:
      return .image(
        Bitmap(width: 32, height: 32, format: .rgba8) { u, v in
          [u, 1 - v, v * u, 0.5 + 0.5 * v]
        })
    }
  }
}
