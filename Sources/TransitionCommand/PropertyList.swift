internal import TransitionKit

/// What `--filterproperties` prints: the original's keys in its order, then ours.
enum PropertyList {
  /// One filter.
  static func json(_ filter: FilterDescription) -> JSON {
    .object([
      ("cifiltername", .string(filter.name)),
      ("cifilterproperties", .array(filter.parameters.map(json))),
    ])
  }

  private static func json(_ parameter: ParameterDescription) -> JSON {
    let key = parameter.key
    var members: [(String, JSON)] = [("cifilterkey", .string(key.coreImageKey))]
    if case .number(let initial)? = parameter.initial, let range = parameter.meaningful {
      func number(_ value: Float) -> JSON {
        key.unit == .radians ? .number(value.exactAngle) : .number(value)
      }
      members += [
        ("cifiltervalue", number(initial)), ("max", number(range.upperBound)),
        ("min", number(range.lowerBound)), ("default", number(initial)),
      ]
    } else {
      members += [
        ("cifiltervalue", value(parameter)), ("cifiltervalueclass", .string(key.kind.className)),
      ]
    }
    members += [
      ("option", .string("--" + key.option)), ("type", .string(key.kind.rawValue)),
      ("unit", .string(key.unit.rawValue)), ("description", .string(key.sentence)),
    ]
    if let unset = parameter.unset { members.append(("unset", .string(unset))) }
    return .object(members)
  }

  private static func value(_ parameter: ParameterDescription) -> JSON {
    if let value = parameter.coreImageValue { return .string(value) }
    switch parameter.initial {
    case .color(let c):
      return .string([c.red, c.green, c.blue, c.alpha].map(\.shortest).joined(separator: " "))
    case .point(let p): return .string("[\(p.x.shortest) \(p.y.shortest)]")
    case .rectangle, .number, .image, nil: return .object([])
    }
  }
}

extension ParameterDescription {
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

extension ParameterKey.Kind {
  /// The class of Core Image's value.
  fileprivate var className: String {
    switch self {
    case .number: "NSNumber"
    case .point, .rectangle: "CIVector"
    case .color: "CIColor"
    case .image: "CIImage"
    }
  }
}
