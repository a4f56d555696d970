/// The transitions of this library.
public enum Transitions {
  /// Every transition, in the order in which they are listed.
  public static let all: [Filter] = [
    Filter(BarsSwipeTransition.self),
    Filter(RippleTransition.self),
    Filter(SwipeTransition.self),
    Filter(CopyMachineTransition.self),
    Filter(DisintegrateWithMaskTransition.self),
    Filter(FlashTransition.self),
    Filter(DissolveTransition.self),
    Filter(ModTransition.self),
    Filter(PageCurlTransition.self),
    Filter(PageCurlWithShadowTransition.self),
    Filter(AccordionFoldTransition.self),
    Filter(MaskWipeTransition.self),
  ]

  /// The transition of a name: Core Image's, in any case, with or without `CI` and `Transition`.
  public static func named(_ name: String) -> Filter? {
    let alias = Filter.alias(of: name)
    return all.first { $0.alias == alias }
  }
}
