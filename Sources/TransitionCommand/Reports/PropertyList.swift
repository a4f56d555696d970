internal import TransitionKit

/// The JSON of `--filterproperties`: the original's keys in its order, then ours.
extension NamedFilter {
  /// The filter's parameters, with the values of a preset as defaults.
  var properties: JSON {
    let parameters = filter.parameters.map { Self.json($0, preset?.value(of: $0)) }
    return .object(
      [("cifiltername", .string(filter.name))]
        + (preset.map { [("preset", JSON.string($0.name))] } ?? [])
        + [("cifilterproperties", .array(parameters))])
  }

  private static func json(_ parameter: ParameterDescription, _ preset: ParameterText?) -> JSON {
    var members: [(String, JSON)] = [
      ("cifilterkey", .string(parameter.hasOption ? parameter.coreImageKey : parameter.name))
    ]
    let text = preset ?? parameter.defaultText
    let initial = text.map { $0.value(in: .zero) } ?? parameter.initial
    let slider = parameter.meaningful.map { range in
      [("max", parameter.json(range.upperBound)), ("min", parameter.json(range.lowerBound))]
    }
    let number = slider == nil ? nil : initial?.number
    if let number, let slider {
      let value =
        text.flatMap { $0.isAbsolute ? nil : .string($0.text) } ?? parameter.json(number)
      members += [("cifiltervalue", value)] + slider + [("default", value)]
    } else {
      members += [
        ("cifiltervalue", value(parameter, text)),
        ("cifiltervalueclass", .string(parameter.kind.className)),
      ]
    }
    members += [("option", .string(parameter.words)), ("type", .string(parameter.type))]
    if let count = parameter.count { members.append(("count", .number(count))) }
    members += [
      ("unit", .string(parameter.unit.rawValue)), ("required", .bool(parameter.isRequired)),
    ]
    if parameter.domain.lowerBound.isFinite {
      members.append(("least", parameter.json(parameter.domain.lowerBound)))
    }
    if parameter.domain.upperBound.isFinite {
      members.append(("greatest", parameter.json(parameter.domain.upperBound)))
    }
    // Of one number they are among the original's keys.
    if number == nil { members += slider ?? [] }
    members.append(("description", .string(parameter.sentence)))
    if number == nil, let text = text?.text ?? parameter.defaultValueText {
      members.append(("default", .string(text)))
    }
    if !parameter.choices.isEmpty {
      let names = parameter.choices.compactMap(\.text)
      members.append(("names", .array(names.map { .string($0) })))
    }
    if preset == nil, let unset = parameter.unset { members.append(("unset", .string(unset.text))) }
    return .object(members)
  }

  private static func value(_ parameter: ParameterDescription, _ text: ParameterText?) -> JSON {
    if let text, !text.isAbsolute { return .string(text.text) }
    if text == nil, let value = parameter.coreImageValue { return .string(value) }
    switch text?.value(in: .zero) ?? parameter.initial {
    case .color(let c):
      return .string([c.red, c.green, c.blue, c.alpha].map(\.shortest).joined(separator: " "))
    case .point(let p): return .string("[\(p.x.shortest) \(p.y.shortest)]")
    case .components: return .string(parameter.initial?.text ?? "")
    case .flag(let flag): return .bool(flag)
    case .mask(let mask) where text != nil: return .string(mask.rawValue)
    case .rectangle, .number, .image, .mask, nil: return .object([])
    }
  }
}

extension ParameterDescription {
  /// A number of it: an angle with all digits.
  fileprivate func json(_ value: Float) -> JSON {
    unit == .radians ? .number(value.exactAngle) : .number(value)
  }

  /// The words before a value: an option that is given without one cannot say no.
  fileprivate var words: String { kind == .flag ? "--set \(option)=" : label }

  /// The default as its option takes it; `nil` if there is none.
  fileprivate var defaultValueText: String? {
    type == "boolean"
      ? initial?.number.map { $0 == 0 ? "false" : "true" } ?? initial?.text : initial?.text
  }

  /// The numbers that have a meaning; where there is no end to them, that of a slider.
  fileprivate var meaningful: ClosedRange<Float>? {
    guard let slider = suggested else { return nil }
    let low = domain.lowerBound.isFinite ? domain.lowerBound : slider.lowerBound
    let high = domain.upperBound.isFinite ? domain.upperBound : slider.upperBound
    return low...high
  }
}

extension Float {
  /// The angle with the digits of a `Double`: those of π if it stands for a multiple of π.
  fileprivate var exactAngle: Double {
    let multiple = (Double(self) / .pi).rounded() * .pi
    if (Float(multiple) - self).magnitude <= ulp { return multiple }
    return Double(description) ?? Double(self)
  }
}

extension ParameterKind {
  /// The class of Core Image's value.
  fileprivate var className: String {
    switch self {
    case .number, .flag: "NSNumber"
    case .point, .rectangle: "CIVector"
    case .color: "CIColor"
    case .image: "CIImage"
    case .components(_, 1): "NSNumber"
    case .components: "CIVector"
    }
  }
}
