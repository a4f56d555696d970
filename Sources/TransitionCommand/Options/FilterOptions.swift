internal import ArgumentParser
internal import TransitionKit

/// The options of all filters, made from their declarations.
///
/// ArgumentParser finds a command's options by reflection over a type's properties and decodes their
/// values by name. This type has no property for any option: it reflects and decodes one for each
/// declared parameter instead, so that a parameter is stated in its declaration and nowhere else.
struct FilterOptions: ParsableArguments, CustomReflectable {
  /// The values that were given, as text.
  var texts: [ParameterKey: String] = [:]

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OptionName.self)
    for key in Transitions.parameterKeys {
      let option = try container.decode(
        Option<String?>.self, forKey: OptionName(stringValue: key.option))
      texts[key] = option.wrappedValue
    }
  }

  var customMirror: Mirror {
    Mirror(
      self,
      children: Transitions.parameterKeys.map { key in
        let option = Option<String?>(
          name: .customLong(key.option), parsing: .unconditional,
          help: ArgumentHelp("\(key.sentence)", valueName: key.kind.placeholder),
          completion: key.kind == .image ? .file() : nil)
        return (label: "_" + key.option, value: option)
      })
  }

  private struct OptionName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
