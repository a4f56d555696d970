import Foundation
import TestSupport
import Testing

@testable import TransitionKit

/// What help, listings and option parsing rely on.
@Suite("The declarations") struct DeclarationTests {
  @Test("give every filter a name, an alias and a display name of its own")
  func namesAreUnique() {
    let filters = Filter.all.map { $0.declared }
    #expect(Set(filters.map { $0.name }).count == filters.count)
    #expect(Set(filters.map { $0.alias }).count == filters.count)
    #expect(Set(filters.map { $0.displayName }).count == filters.count)
  }

  @Test("name a filter as Core Image does", arguments: Filter.all)
  func namesAreCoreImages(filter: Filter) {
    let name = filter.declared.name
    #expect(name.hasPrefix("CI") && name.hasSuffix("Transition"))
    #expect("CI" + String(describing: filter.type) == name)
    let words = filter.declared.displayName.filter { $0 != " " }.lowercased()
    #expect(words == filter.declared.alias)
  }

  @Test("are found by name, alias and any mixture of both, in any case", arguments: Filter.all)
  func areFound(filter: Filter) {
    let (name, alias) = (filter.declared.name, filter.declared.alias)
    let middle = String(name.dropFirst(2))
    for text in [name, name.uppercased(), alias, alias.uppercased(), "ci" + alias, middle] {
      #expect(Transitions.named(text) == filter.type, "\(text)")
    }
    #expect(Transitions.named(name + "X") == nil)
    #expect(Transitions.named("") == nil)
  }

  @Test("are sentences", arguments: Filter.all)
  func areSentences(filter: Filter) {
    for text in [filter.declared.summary] + filter.declared.parameters.map({ $0.key.sentence }) {
      #expect(text.hasSuffix(".") && text.first?.isUppercase == true, "\(text)")
      #expect(!text.contains("\n") && !text.contains("  "), "\(text)")
    }
  }

  @Test("give a filter each parameter once", arguments: Filter.all)
  func keysAreUnique(filter: Filter) {
    let keys = filter.declared.parameters.map { $0.key }
    #expect(Set(keys).count == keys.count)
  }

  @Test("have defaults and sliders inside the domain", arguments: Filter.all)
  func defaultsAreInTheDomain(filter: Filter) {
    for parameter in filter.declared.parameters {
      if let slider = parameter.suggested {
        #expect(parameter.domain.contains(slider.lowerBound), "\(parameter.key.name)")
        #expect(parameter.domain.contains(slider.upperBound), "\(parameter.key.name)")
      }
      if let initial = parameter.initial {
        #expect(parameter.clamped(initial).text == initial.text, "\(parameter.key.name)")
      } else {
        #expect(parameter.unset != nil, "\(parameter.key.name)")
      }
      #expect((parameter.key.kind == .number) == (parameter.suggested != nil))
    }
  }

  @Test("say the initial value of the property that they set", arguments: Filter.all)
  func defaultsAreTheProperties(filter: Filter) {
    let fresh = filter.type.init()
    for parameter in filter.declared.parameters {
      #expect(fresh.value(of: parameter.key)?.text == parameter.initial?.text)
    }
  }

  @Test("set each parameter and no other", arguments: Filter.all)
  func parametersAreIndependent(filter: Filter) throws {
    var generator = SplitMix64(seed: 7)
    let values = filter.declared.randomValues(.ordinary, using: &generator)
    let fresh = filter.type.init()
    for (key, value) in values {
      var transition = fresh
      try transition.set(key, to: value)
      for other in filter.declared.parameters.map({ $0.key }) {
        let expected = other == key ? value : fresh.value(of: other)
        #expect(transition.value(of: other)?.text == expected?.text, "\(key.name) \(other.name)")
      }
    }
  }

  @Test("bring a number into its domain", arguments: Filter.all)
  func clamp(filter: Filter) throws {
    for parameter in filter.declared.parameters where parameter.key.kind == .number {
      for number in [-Float.greatestFiniteMagnitude, 0, .greatestFiniteMagnitude] {
        var transition = filter.type.init()
        try transition.set(parameter.key, to: .number(number))
        guard case .number(let held)? = transition.value(of: parameter.key) else {
          Issue.record("\(parameter.key.name) holds no number")
          continue
        }
        #expect(parameter.domain.contains(held), "\(parameter.key.name) \(number)")
        #expect(held == number || !parameter.domain.contains(number))
      }
    }
  }

  @Test("read back every value that they write", arguments: Filter.all)
  func textIsTheIdentity(filter: Filter) throws {
    for seed in 0..<30 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let wildness = Wildness.allCases[Int(seed % 3)]
      for (key, value) in filter.declared.randomValues(wildness, using: &generator) {
        guard let text = value.text else { continue }
        #expect(try ParameterValue(text, as: key.kind).text == text, "\(key.name)")
      }
    }
  }

  @Test("refuse a parameter that a filter has not")
  func unknownParameter() {
    var dissolve = DissolveTransition()
    #expect(throws: UnknownParameter.self) { try dissolve.set(.angle, to: .number(1)) }
    #expect(dissolve.value(of: .angle) == nil)
  }

  @Test("list every file of the folder of transitions")
  func folderIsTheList() throws {
    let folder = Self.sources + "/Transitions"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") }.map { String($0.dropLast(6)) }
    #expect(files.sorted() == Filter.all.map { String(describing: $0.type) }.sorted())
  }

  @Test("use every parameter key", .enabled(if: Filter.all.count >= 11, "some filters are to come"))
  func keysAreUsed() throws {
    let text = try String(
      contentsOfFile: Self.sources + "/Declaration/ParameterKey.swift", encoding: .utf8)
    let stated = text.matches(of: /static let (\w+) = Self\(/).map { String($0.1) }
    #expect(stated.count > 20)
    #expect(stated.sorted() == Transitions.parameterKeys.map { $0.name }.sorted())
  }

  private static let sources = Repository.root + "/Sources/TransitionKit"
}
