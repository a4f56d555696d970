/// The transitions of this library.
public enum Transitions {
  /// A transition with Core Image's defaults and with ours.
  private static func looks<Declared: KernelTransition>(
    _ type: Declared.Type
  ) -> (coreImage: Filter, ours: Filter) {
    (Filter(type, .coreImage), Filter(type, .ours))
  }

  private static let looks = [
    looks(BarsSwipeTransition.self),
    looks(RippleTransition.self),
    looks(SwipeTransition.self),
    looks(CopyMachineTransition.self),
    looks(DisintegrateWithMaskTransition.self),
    looks(FlashTransition.self),
    looks(DissolveTransition.self),
    looks(ModTransition.self),
    looks(PageCurlTransition.self),
    looks(PageCurlWithShadowTransition.self),
    looks(AccordionFoldTransition.self),
    looks(MaskWipeTransition.self),
  ]

  /// Every transition, in the order in which they are listed, with Core Image's defaults.
  public static let all = looks.map(\.coreImage)

  /// The same with the defaults of this library, in the same order.
  public static let ours = looks.map(\.ours)

  /// The transition of a name: with Core Image's defaults if it begins with `CI`, in any case, else
  /// with ours; `Transition` at its end may be left out.
  public static func named(_ name: String) -> Filter? {
    let alias = Filter.alias(of: name)
    return (name.lowercased().hasPrefix("ci") ? all : ours).first { $0.alias == alias }
  }
}
