internal import TransitionVips

/// The meaning of samples, which libvips' loaders do not always tell, and colors as samples that
/// libvips converts rightly.
extension Picture {
  /// The reason why the samples of a picture cannot be taken for colors.
  ///
  /// - Returns: a sentence; `nil` if they can.
  var unreadableSamples: String? {
    switch bandFormat {
    case VIPS_FORMAT_CHAR, VIPS_FORMAT_INT: return "Signed samples are not read"
    case VIPS_FORMAT_SHORT where interpretation != VIPS_INTERPRETATION_LABS:
      return "Signed samples are not read"
    case VIPS_FORMAT_COMPLEX, VIPS_FORMAT_DPCOMPLEX: return "Complex numbers are not read"
    default: break
    }
    if interpretation == VIPS_INTERPRETATION_CMYK, !isInteger(upTo: 16) {
      return "CMYK is read with 8 or 16 bits"
    }
    return nil
  }

  /// The picture, RGB if it has three colors: where ImageMagick finds only grays in them, libvips
  /// calls it gray, and the second color would be taken for alpha.
  func withColorsNamed() throws(VipsError) -> Picture {
    guard isGray, bands >= 3, loader?.hasPrefix("magickload") == true else { return self }
    return try interpreted(
      as: bandFormat == VIPS_FORMAT_USHORT ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB)
  }

  /// Whether samples are integers without a sign, of so many bits at most.
  func isInteger(upTo bits: Int) -> Bool {
    bandFormat == VIPS_FORMAT_UCHAR || bits == 16 && bandFormat == VIPS_FORMAT_USHORT
  }

  var isFloatingPoint: Bool {
    bandFormat == VIPS_FORMAT_FLOAT || bandFormat == VIPS_FORMAT_DOUBLE
  }

  /// Whether the ranges of the samples are those of the color space, as libvips' own operations use
  /// them: L from 0 to 100, and alpha from 0 to 255.
  private var hasOwnRange: Bool {
    !isRGB && !isGray && interpretation != VIPS_INTERPRETATION_CMYK
  }

  /// Whether white is another sample than the largest of 8 or 16 bits.
  var hasReducedRange: Bool { ![255, 65535].contains(maximum) }

  var isGray: Bool {
    [VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16].contains(interpretation)
  }

  /// The sample of white and of opaque, where the range of samples is not that of the color space.
  private var maximum: Double {
    switch bandFormat {
    case VIPS_FORMAT_UCHAR, VIPS_FORMAT_USHORT:
      let depth = bandFormat == VIPS_FORMAT_UCHAR ? 8 : 16
      if let largestSample { return Double(max(largestSample, 1)) }
      // Those of fewer bits have zeros below.
      guard let bits = field(Self.bitsPerSample) ?? field("heif-bitdepth"),
        (1..<depth).contains(bits)
      else { return Double((1 << depth) - 1) }
      return Double(((1 << bits) - 1) << (depth - bits))
    case VIPS_FORMAT_UINT: return 4_294_967_295
    default: return 1
    }
  }

  /// The sample of alpha that is opaque.
  private var opaque: Double {
    // To libvips, alpha of floating point goes to 255 beside any color, and so it reads OpenEXR.
    isFloatingPoint && (hasOwnRange || isOpenEXR)
      ? 255 : hasOwnRange ? (bandFormat == VIPS_FORMAT_UCHAR ? 255 : 65535) : maximum
  }

  /// Whether the picture comes from OpenEXR, which multiplies colors by alpha.
  private var isOpenEXR: Bool { loader?.hasPrefix("openexrload") == true }

  /// Whether samples are in proportion to light: numbers of floating point from 0 to 1, unless they
  /// are in the values of a profile.
  private var isLinear: Bool { isFloatingPoint && profile == nil }

  /// The picture with colors of 8 or 16 bits, or of a space that libvips converts from by itself,
  /// and with alpha of the depth that the picture is decoded to.
  ///
  /// - Parameters:
  ///   - isDeep: whether that is 16 bits.
  ///   - convert: brings colors without alpha to RGB of that depth.
  /// - Returns: the picture, whose bands are red, green, blue and perhaps alpha.
  /// - Throws: the error of libvips or of `convert`.
  func standardized(
    isDeep: Bool, _ convert: (Picture) throws(VipsError) -> Picture
  ) throws(VipsError) -> Picture {
    let full: Double = isDeep ? 65535 : 255
    guard hasAlpha else { return try convert(colors(isDeep: isDeep)) }
    let count: Int32 =
      isGray ? 1 : interpretation == VIPS_INTERPRETATION_CMYK ? 4 : min(3, Int32(bands) - 1)
    var alpha = try extracting(count..<count + 1)
    // Only L*a*b* has signed samples, but its alpha has none.
    if alpha.bandFormat == VIPS_FORMAT_SHORT {
      alpha = try alpha.samplesTaken(as: VIPS_FORMAT_USHORT)
    }
    alpha = try alpha.scaled(by: full / opaque, to: isDeep ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR)
    let colors = try (isOpenEXR ? unpremultiplied(maximum: opaque) : self)
      .extracting(0..<count).interpreted(as: interpretation)
    return try convert(colors.colors(isDeep: isDeep)).joined(with: alpha)
  }

  /// Colors without alpha in samples of 8 or 16 bits, or as they are if their space says more.
  private func colors(isDeep: Bool) throws(VipsError) -> Picture {
    if hasOwnRange { return self }
    if isLinear {
      return try (isGray ? joined(with: self).joined(with: self) : self).valuesOfLight()
    }
    if interpretation == VIPS_INTERPRETATION_CMYK { return self }
    return try scaled(
      by: (isDeep ? 65535 : 255) / maximum, to: isDeep ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR
    ).interpreted(
      as: isGray
        ? isDeep ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W
        : isDeep ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB)
  }

  private func scaled(by factor: Double, to format: VipsBandFormat) throws(VipsError) -> Picture {
    factor == 1 ? try cast(to: format) : try multiplied(by: factor).rounded().cast(to: format)
  }

  /// The sample of white in a portable map.
  var largestSample: Int? { field("ppm-max-value") }

  /// The number of frames or pages, if the loader tells it.
  var pages: Int? { field("n-pages") }

  /// A number that a loader has noted.
  private func field(_ name: String) -> Int? {
    var value: Int32 = 0
    guard unsafe vips_image_get_typeof(image, name) != 0,
      unsafe vips_image_get_int(image, name, &value) == 0
    else { return nil }
    return Int(value)
  }
}
