import Foundation
import GLTransitions
import TestSupport
import Testing
import TransitionKit

/// What `--filterproperties` prints.
@Suite struct PropertyListTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func json(_ arguments: String...) throws -> String {
    let result = try sandbox.run(["--filterproperties"] + arguments)
    #expect(result.status == 0 && result.errors == "")
    return result.output
  }

  @Test(arguments: Transitions.all)
  func `properties and keys are in the original's order`(filter: Filter) throws {
    let properties = Property.all(in: try json(filter.description))
    for property in properties {
      let own = property.keys.prefix { $0 != "option" }
      let expected = property.isNumber ? ["max", "min", "default"] : ["cifiltervalueclass"]
      #expect(Array(own) == ["cifiltervalue"] + expected, "\(property.name)")
    }
  }

  @Test(arguments: original) func `properties are the original's`(
    _ alias: String, _ expected: [String]
  )
    throws
  {
    let names = expected.map { $0.prefix { $0.isLetter } }.map { "input" + $0 }
    let found = Property.all(in: try json(alias)).filter { names.contains($0.name) }.map {
      String($0.name.dropFirst(5)) + ($0.isNumber ? "#" : " " + $0.className)
    }
    #expect(found == expected)
  }

  @Test(.needs(material: .original))
  func `properties are those the original printed`() throws {
    for filter in Transitions.all {
      let path = "\(Material.original.folder)/\(filter).json"
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let theirs = Property.all(in: try String(contentsOfFile: path, encoding: .utf8))
      let ours = Property.all(in: try json(filter.description))
        .filter { property in theirs.contains { $0.name == property.name } }
      #expect(ours.map { $0.name } == theirs.map { $0.name })
      for (ours, theirs) in zip(ours, theirs) {
        #expect(Array(ours.keys.prefix(theirs.keys.count)) == theirs.keys, "\(ours.name)")
        #expect(ours.className == theirs.className, "\(ours.name)")
      }
    }
  }

  @Test(arguments: Transitions.all.filter { $0.name.hasPrefix("CI") })
  func `numbers are Core Image's, with all digits of pi`(filter: Filter) throws {
    let name = String(filter.description.dropFirst(2).dropLast(10))
    let expected = attributes.components(separatedBy: "\n").filter { $0.hasPrefix(name + " ") }
    let found = Property.all(in: try json(filter.description))
      .filter { $0.className != "CIImage" }
      .map { property -> String in
        #expect(property["cifiltervalue"] == property["default"] || !property.isNumber)
        let values =
          property.isNumber
          ? ["default", "min", "max"].map { property[$0] } : [property["cifiltervalue"]]
        return ([name, String(property.name.dropFirst(5))] + values).joined(separator: " ")
      }
    let digits = expected.map { line in
      line.replacing("2π", with: "6.283185307179586").replacing("π", with: "3.141592653589793")
    }
    #expect(found.sorted() == digits.sorted())
  }

  @Test func `the layout is the original's to the letter`() throws {
    #expect(
      try json("cidissolve") == """
        {
          "cifiltername": "CIDissolveTransition",
          "cifilterproperties": [

          ]
        }

        """)
    let swipe = try json("ciswipe")
    #expect(
      swipe.contains(
        """
              "cifilterkey": "inputWidth",
              "cifiltervalue": 300,
              "max": 800,
              "min": 0.1,
              "default": 300,
              "option": "--width",
              "type": "number",
              "unit": "pixels",
        """))
    #expect(
      swipe.contains(
        """
              "cifiltervalue": "1 1 1 1",
              "cifiltervalueclass": "CIColor",
        """))
    #expect(swipe.contains("\"cifiltervalue\": \"[0 0 300 300]\""))
  }

  @Test func `all filters are an array`() throws {
    let array = try JSONSerialization.jsonObject(with: Data(try json().utf8)) as? [[String: Any]]
    let names = Transitions.all.map { $0.description } + ShippedTransitions.names
    #expect(array?.map { $0["cifiltername"] as? String } == names)
    for (filter, object) in zip(Transitions.all, array ?? []) {
      let properties = object["cifilterproperties"] as? [[String: Any]]
      #expect(properties?.count == filter.parameters.count)
      for (parameter, property) in zip(filter.parameters, properties ?? []) {
        let isFlag = parameter.kind == .flag
        let words = isFlag ? "--set \(parameter.option)=" : "--" + parameter.option
        #expect(property["option"] as? String == words)
        #expect(property["type"] as? String == parameter.type)
        #expect(property["required"] as? Bool == false)
        #expect(property["description"] as? String == parameter.sentence)
        #expect(
          property["names"] as? [String] ?? [] == parameter.choices.compactMap { $0.text })
        #expect(property["unset"] as? String == parameter.unset?.text)
        guard let initial = parameter.initial else {
          #expect(property["default"] == nil)
          continue
        }
        // The default can be given to the option as it is.
        let text = try #require(property["default"].map { "\($0)" })
        let read = try ParameterText(text, for: parameter).value(in: .zero)
        if case .number(let number) = read, case .number(let expected) = initial {
          #expect(abs(number - expected) <= expected.ulp)
        } else {
          #expect(read.text == initial.text)
        }
      }
    }
  }

  @Test func `a preset has its filter's properties with its own values`() throws {
    let text = try json("wipe-TL")
    #expect(
      text.hasPrefix("{\n  \"cifiltername\": \"MaskWipeTransition\",\n  \"preset\": \"wipetl\",\n"))
    let properties = Property.all(in: text)
    #expect(properties.map(\.name) == Property.all(in: try json("maskwipe")).map(\.name))
    let values = Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0) })
    #expect(values["inputMaskImage"]?["default"] == "box")
    #expect(values["inputSoftness"]?["default"] == "0")
    #expect(values["inputSoftness"]?["cifiltervalue"] == "0")
    #expect(values["inputCenter"]?["default"] == "0,100%")
    #expect(values["inputCenter"]?["unset"] == "nothing")
    #expect(values["inputInvert"]?["cifiltervalue"] == "true")
    #expect(values["inputAngle"]?["default"] == "0")
    let angle = Property.all(in: try json("wipeleft")).first { $0.name == "inputAngle" }
    #expect(angle?["default"] == "3.141592653589793")
  }

  @Test(arguments: Transitions.ours)
  func `a short name has our defaults, as text where they depend on the frame`(_ filter: Filter)
    throws
  {
    let text = try json(filter.name)
    #expect(text.hasPrefix("{\n  \"cifiltername\": \"\(filter.name)\","))
    let properties = Property.all(in: text)
    #expect(properties.count == filter.parameters.count)
    for (parameter, property) in zip(filter.parameters, properties) {
      guard let written = parameter.defaultText else { continue }
      let read = try ParameterText(property["default"], for: parameter)
      for width in [480, 1920] {
        let frame = Rect(width: width, height: width / 2)
        #expect(read.value(in: frame).text == written.value(in: frame).text)
      }
      #expect(written.isAbsolute || text.contains("\"cifiltervalue\": \"\(written.text)\""))
    }
  }

  @Test(arguments: ShippedTransitions.all)
  func `a shipped shader is told as the others are`(_ filter: Filter) throws {
    let text = try json(filter.name)
    let properties = Property.all(in: text)
    #expect(properties.map(\.name) == filter.parameters.map(\.name))
    for (parameter, property) in zip(filter.parameters, properties) {
      let read = try ParameterText(property["default"], for: parameter)
      #expect(read.value(in: .zero).text == parameter.initial?.text, "\(parameter.name)")
      guard let slider = parameter.suggested, parameter.initial?.number != nil else { continue }
      let numbers = ["min", "max"].map { Float(property[$0]) }
      for (number, end) in zip(numbers, [slider.lowerBound, slider.upperBound]) {
        #expect(number.map { abs($0 - end) <= end.ulp } == true, "\(parameter.name)")
      }
    }
  }

  @Test func `an unknown filter is an error that suggests one`() throws {
    let result = try sandbox.run(["--filterproperties", "disolve"])
    #expect(result.status == 64 && result.output == "")
    #expect(result.errors.contains("did you mean 'dissolve'?"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}

/// A property as it was printed: its name and the keys after `cifilterkey`, in order.
private struct Property {
  let name: String
  let keys: [String]
  let values: [String]
  let className: String

  /// What was printed after a key.
  subscript(_ key: String) -> String {
    keys.firstIndex(of: key).map { values[$0] } ?? "nothing"
  }

  var isNumber: Bool { className.isEmpty }

  static func all(in text: String) -> [Property] {
    text.components(separatedBy: "\"cifilterkey\": \"").dropFirst().map { block in
      let classes = block.matches(of: /"cifiltervalueclass": "(\w+)"/).map { String($0.1) }
      let lines = block.matches(of: /"(\w+)": (.*?),?\n/)
      return Property(
        name: String(block.prefix { $0 != "\"" }), keys: lines.map { String($0.1) },
        values: lines.map { $0.2.filter { $0 != "\"" } }, className: classes.first ?? "")
    }
  }
}

/// What the original printed of each filter, in its order: keys with `#` are numbers, the others
/// are of the class that follows them.
private let original: [String: [String]] = [
  "BarsSwipe": ["Angle#", "Width#", "BarOffset#"],
  "CopyMachine": ["Angle#", "Width#", "Color CIColor", "Extent CIVector", "Opacity#"],
  "DisintegrateWithMask": [
    "ShadowOffset CIVector", "ShadowDensity#", "ShadowRadius#", "MaskImage CIImage",
  ],
  "Dissolve": [],
  "Flash": [
    "StriationStrength#", "Color CIColor", "Extent CIVector", "FadeThreshold#", "Center CIVector",
    "StriationContrast#",
  ],
  "Mod": ["Angle#", "Compression#", "Center CIVector", "Radius#"],
  "PageCurl": ["Angle#", "Extent CIVector", "Radius#", "BacksideImage CIImage"],
  "PageCurlWithShadow": [
    "Angle#", "Extent CIVector", "Radius#", "BacksideImage CIImage", "ShadowExtent CIVector",
    "ShadowAmount#", "ShadowSize#",
  ],
  "Ripple": ["Width#", "Extent CIVector", "Scale#", "Center CIVector"],
  "Swipe": ["Angle#", "Width#", "Color CIColor", "Extent CIVector", "Opacity#"],
]

/// Core Image's attributes: of numbers the default, the least and the greatest one, which are the
/// slider's where the attributes have none; of the others the default. Core Image knows no greatest
/// bottom height: that one is ours.
private let attributes = """
  Swipe Extent [0 0 300 300]
  Swipe Color 1 1 1 1
  Swipe Angle 0 -π π
  Swipe Width 300 0.1 800
  Swipe Opacity 0 0 1
  CopyMachine Extent [0 0 300 300]
  CopyMachine Color 0.6 1 0.8 1
  CopyMachine Angle 0 0 2π
  CopyMachine Width 200 0.1 500
  CopyMachine Opacity 1.3 0 3
  BarsSwipe Angle π 0 2π
  BarsSwipe Width 30 2 300
  BarsSwipe BarOffset 10 1 100
  Ripple Center [150 150]
  Ripple Extent [0 0 300 300]
  Ripple Width 100 1 300
  Ripple Scale 50 -50 50
  Mod Center [150 150]
  Mod Angle 2 -2π 2π
  Mod Radius 150 1 200
  Mod Compression 300 1 800
  DisintegrateWithMask ShadowRadius 8 0 50
  DisintegrateWithMask ShadowDensity 0.65 0 1
  DisintegrateWithMask ShadowOffset [0 -10]
  Flash Center [150 150]
  Flash Extent [0 0 300 300]
  Flash Color 1 0.8 0.6 1
  Flash MaxStriationRadius 2.58 0 10
  Flash StriationStrength 0.5 0 3
  Flash StriationContrast 1.375 0 5
  Flash FadeThreshold 0.85 0 1
  PageCurl Extent [0 0 300 300]
  PageCurl Angle 0 -π π
  PageCurl Radius 100 0.01 400
  PageCurlWithShadow Extent [0 0 0 0]
  PageCurlWithShadow Angle 0 -π π
  PageCurlWithShadow Radius 100 0.01 400
  PageCurlWithShadow ShadowSize 0.5 0 1
  PageCurlWithShadow ShadowAmount 0.7 0 1
  PageCurlWithShadow ShadowExtent [0 0 0 0]
  AccordionFold NumberOfFolds 3 1 50
  AccordionFold FoldShadowAmount 0.1 0 1
  AccordionFold BottomHeight 0 0 1000
  """
