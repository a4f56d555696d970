import Foundation
import TestSupport
import Testing

@testable import TransitionKit

/// The declarations that help, listings and option parsing rely on.
@Suite struct DeclarationTests {
  @Test func `give every filter a name, an alias and a display name of its own`() {
    let filters = Transitions.all
    #expect(Set(filters.map { $0.name }).count == filters.count)
    #expect(Set(filters.map { $0.alias }).count == filters.count)
    #expect(Set(filters.map { $0.displayName }).count == filters.count)
  }

  @Test(arguments: Transitions.all)
  func `name a filter as Core Image does`(filter: Filter) {
    let name = filter.name
    #expect(name.hasSuffix("Transition"))
    let type = String(describing: type(of: filter.makeTransition()))
    // The mask wipe is not Core Image's.
    #expect(name == (type == "MaskWipeTransition" ? "" : "CI") + type)
    let words = filter.displayName.filter { $0 != " " }.lowercased()
    #expect(words == filter.alias)
  }

  @Test(arguments: Transitions.all)
  func `are found by name, alias and any mixture of both, in any case`(filter: Filter) {
    let (name, alias) = (filter.name, filter.alias)
    let middle = String(name.trimmingPrefix("CI"))
    for text in [name, name.uppercased(), alias, alias.uppercased(), "ci" + alias, middle] {
      #expect(Transitions.named(text)?.alias == alias, "\(text)")
    }
    #expect(Transitions.named(name + "X") == nil)
    #expect(Transitions.named("") == nil)
  }

  @Test(arguments: Transitions.all)
  func areSentences(filter: Filter) {
    for text in [filter.summary] + filter.parameters.map(\.sentence) {
      #expect(text.hasSuffix(".") && text.first?.isUppercase == true, "\(text)")
      #expect(!text.contains("\n") && !text.contains("  "), "\(text)")
    }
  }

  @Test(arguments: Transitions.all)
  func `give a filter each parameter once`(filter: Filter) {
    let names = filter.parameters.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: Transitions.all)
  func `have defaults and sliders within the domain`(filter: Filter) {
    for parameter in filter.parameters {
      if let slider = parameter.suggested {
        #expect(parameter.domain.contains(slider.lowerBound), "\(parameter.name)")
        #expect(parameter.domain.contains(slider.upperBound), "\(parameter.name)")
      }
      if let initial = parameter.initial {
        #expect(parameter.clamped(initial).text == initial.text, "\(parameter.name)")
      } else {
        #expect(parameter.unset != nil, "\(parameter.name)")
      }
      #expect((parameter.kind == .number) == (parameter.suggested != nil))
    }
  }

  @Test(arguments: Transitions.all)
  func `say the initial value of the property that they set`(filter: Filter) {
    let fresh = filter.makeTransition()
    for parameter in filter.parameters {
      #expect(fresh.value(of: parameter.name)?.text == parameter.initial?.text)
    }
  }

  @Test(arguments: Transitions.all)
  func `set each parameter and no other`(filter: Filter) throws {
    var generator = SplitMix64(seed: 7)
    let values = filter.randomValues(.ordinary, using: &generator)
    let fresh = filter.makeTransition()
    for (parameter, value) in values {
      var transition = fresh
      try transition.set(parameter.name, to: value)
      for other in filter.parameters.map(\.name) {
        let expected = other == parameter.name ? value : fresh.value(of: other)
        #expect(transition.value(of: other)?.text == expected?.text, "\(parameter.name) \(other)")
      }
    }
  }

  @Test(arguments: Transitions.all)
  func `bring a number into its domain`(filter: Filter) throws {
    for parameter in filter.parameters where parameter.kind == .number {
      for number in [-Float.greatestFiniteMagnitude, 0, .greatestFiniteMagnitude] {
        var transition = filter.makeTransition()
        try transition.set(parameter.name, to: .number(number))
        guard case .number(let held)? = transition.value(of: parameter.name) else {
          Issue.record("\(parameter.name) holds no number")
          continue
        }
        #expect(parameter.domain.contains(held), "\(parameter.name) \(number)")
        #expect(held == number || !parameter.domain.contains(number))
      }
    }
  }

  @Test(arguments: Transitions.all)
  func `read back every value that they write`(filter: Filter) throws {
    for seed in 0..<30 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let wildness = Wildness.allCases[Int(seed % 3)]
      for (parameter, value) in filter.randomValues(wildness, using: &generator) {
        guard let text = value.text else { continue }
        #expect(
          try ParameterText(text, for: parameter).value(in: .zero).text == text,
          "\(parameter.name)")
      }
    }
  }

  @Test func `refuse a value of another kind`() {
    var curl = PageCurlTransition()
    #expect(throws: UnknownParameter.self) {
      try curl.set("backsideImage", to: .mask(.star))
    }
    var wipe = MaskWipeTransition()
    #expect(throws: UnknownParameter.self) { try wipe.set("invert", to: .number(1)) }
  }

  @Test func `refuse a parameter of another filter`() {
    var dissolve = DissolveTransition()
    #expect(throws: UnknownParameter.self) { try dissolve.set("angle", to: .number(1)) }
    #expect(dissolve.value(of: "angle") == nil)
  }

  @Test func `list every file of the folder of transitions`() throws {
    let folder = Self.sources + "/Transitions"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") }.map { String($0.dropLast(6)) }
    #expect(
      files.sorted()
        == Transitions.all.map { String(describing: type(of: $0.makeTransition())) }.sorted())
  }

  @Test(.enabled(if: Transitions.all.count >= 11, "some filters are to come"))
  func `use every parameter key`() throws {
    let text = try String(
      contentsOfFile: Self.sources + "/Declaration/ParameterKey.swift", encoding: .utf8)
    let stated = text.matches(of: /static let `?(\w+)`? = Self\(/).map { String($0.1) }
    #expect(stated.count > 20)
    #expect(stated.sorted() == Set(Transitions.all.flatMap(\.parameters).map(\.name)).sorted())
  }

  private static let sources = Repository.root + "/Sources/TransitionKit"
}
