internal import CVips
internal import TransitionKit

/// The operations of libvips that reading and writing need, each giving a new image.
extension Picture {
  /// With a number for each sample, which Radiance's HDR files pack.
  func unpacked() throws(VipsError) -> Picture {
    guard unsafe vips_image_get_coding(image) == VIPS_CODING_RAD else { return self }
    return try unsafe map { unsafe shim_unpack($0, &$1) }
  }

  /// Turned and mirrored as its EXIF orientation says.
  func upright() throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_autorot($0, &$1) }
  }

  /// In sRGB, from the embedded profile or else from a built-in one of libvips.
  func transformedToSRGB(fallback: String, depth: Int32) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_icc_transform($0, &$1, "srgb", fallback, depth) }
  }

  func converted(to space: VipsInterpretation) throws(VipsError) -> Picture {
    interpretation == space ? self : try unsafe map { unsafe shim_colourspace($0, &$1, space) }
  }

  func interpreted(as space: VipsInterpretation) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_interpret($0, &$1, space) }
  }

  func cast(to format: VipsBandFormat) throws(VipsError) -> Picture {
    bandFormat == format ? self : try unsafe map { unsafe shim_cast($0, &$1, format) }
  }

  func rounded() throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_rint($0, &$1) }
  }

  func multiplied(by factor: Double) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_linear1($0, &$1, factor) }
  }

  func extracting(_ bands: Range<Int32>) throws(VipsError) -> Picture {
    try unsafe map {
      unsafe shim_extract_bands($0, &$1, bands.lowerBound, Int32(bands.count))
    }
  }

  func addingAlpha() throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_add_alpha($0, &$1) }
  }

  func premultiplied() throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_premultiply($0, &$1) }
  }

  func unpremultiplied() throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_unpremultiply($0, &$1) }
  }

  func resized(across: Double, down: Double) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_resize($0, &$1, across, down) }
  }

  func blurred(deviation: Double) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_blur($0, &$1, deviation) }
  }

  /// With another image of the same format over it, at a place.
  func composited(under image: Picture, x: Int, y: Int) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_overlay($0, image.image, &$1, Int32(x), Int32(y)) }
      .cast(to: bandFormat)
  }

  func cropped(x: Int, y: Int, width: Int, height: Int) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_crop($0, &$1, Int32(x), Int32(y), Int32(width), Int32(height)) }
  }

  /// Placed in a larger image, whose margins are `ink`.
  func embedded(x: Int, y: Int, width: Int, height: Int, ink: [Double])
    throws(VipsError) -> Picture
  {
    try unsafe map {
      unsafe shim_embed(
        $0, &$1, Int32(x), Int32(y), Int32(width), Int32(height), ink, Int32(ink.count))
    }
  }

  /// Composited over `ink`, without alpha.
  func flattened(over ink: [Double], maximum: Int) throws(VipsError) -> Picture {
    try unsafe map {
      unsafe shim_flatten($0, &$1, ink, Int32(ink.count), Double(maximum))
    }
  }

  /// The least sample of any band.
  func minimum() throws(VipsError) -> Double {
    var minimum = 0.0
    guard unsafe shim_minimum(image, &minimum) == 0 else {
      throw .last
    }
    return minimum
  }
}
