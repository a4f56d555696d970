public import TransitionKit

/// The shaders that are compiled into this library.
public enum ShippedTransitions {
  /// The shaders, by their names, in the order in which they are listed.
  private static let sources: KeyValuePairs = [
    "push": PackageResources.push_glsl,
    "slide": PackageResources.slide_glsl,
    "cover": PackageResources.cover_glsl,
    "split": PackageResources.split_glsl,
    "swap": PackageResources.swap_glsl,
    "crosswarp": PackageResources.crosswarp_glsl,
    "zoom": PackageResources.zoom_glsl,
    "crosszoom": PackageResources.crosszoom_glsl,
    "whip": PackageResources.whip_glsl,
    "blur": PackageResources.blur_glsl,
    "drift": PackageResources.drift_glsl,
    "lumafade": PackageResources.lumafade_glsl,
    "radialblur": PackageResources.radialblur_glsl,
    "fadecolor": PackageResources.fadecolor_glsl,
    "fadegray": PackageResources.fadegray_glsl,
    "lightleak": PackageResources.lightleak_glsl,
    "bloom": PackageResources.bloom_glsl,
    "cube": PackageResources.cube_glsl,
    "flip": PackageResources.flip_glsl,
    "doors": PackageResources.doors_glsl,
    "book": PackageResources.book_glsl,
    "spin": PackageResources.spin_glsl,
    "squeeze": PackageResources.squeeze_glsl,
    "pixelate": PackageResources.pixelate_glsl,
    "mosaic": PackageResources.mosaic_glsl,
    "hexagons": PackageResources.hexagons_glsl,
    "fracture": PackageResources.fracture_glsl,
    "raindrops": PackageResources.raindrops_glsl,
    "kaleidoscope": PackageResources.kaleidoscope_glsl,
    "displace": PackageResources.displace_glsl,
    "glitch": PackageResources.glitch_glsl,
    "burn": PackageResources.burn_glsl,
  ]

  /// Their names, in that order.
  public static let names = sources.map(\.key)

  /// All of them, in that order.
  public static let all = names.map(filter)

  /// The shader of a name, in lower case; `nil` if there is none.
  public static func named(_ name: String) -> Filter? {
    sources.contains { $0.key == name } ? filter(name) : nil
  }

  /// The shader of a name.
  ///
  /// - Precondition: the name is one of ``names``.
  public static func filter(_ name: String) -> Filter {
    // Tests compile each of them.
    guard let source = sources.first(where: { $0.key == name })?.value,
      let program = try? GLProgram(source: source)
    else { preconditionFailure("there is no shader \(name)") }
    return Filter(program, name: name, file: name, identity: "")
  }
}
