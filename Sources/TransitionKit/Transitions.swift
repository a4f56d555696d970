/// The transitions of this library.
public enum Transitions {
  /// Every transition, in the order in which they are listed.
  public static let all: [any Transition.Type] = [
    BarsSwipeTransition.self,
    RippleTransition.self,
    SwipeTransition.self,
    CopyMachineTransition.self,
    DisintegrateWithMaskTransition.self,
    FlashTransition.self,
    DissolveTransition.self,
    ModTransition.self,
    PageCurlTransition.self,
    PageCurlWithShadowTransition.self,
    AccordionFoldTransition.self,
  ]

  /// The transition of a name: Core Image's, in any case, with or without `CI` and `Transition`.
  public static func named(_ name: String) -> (any Transition.Type)? {
    let alias = FilterDescription.alias(of: name)
    return all.first { $0.description.alias == alias }
  }

  /// Every parameter key that some transition has, each once, by name.
  public static var parameterKeys: [ParameterKey] {
    Set(all.flatMap { $0.description.parameters.map(\.key) }).sorted { $0.name < $1.name }
  }
}
