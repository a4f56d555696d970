internal import TransitionKit
internal import TransitionVips

/// The operations of libvips that reading and writing need, each giving a new image.
extension Picture {
  /// With a number for each sample, which Radiance's HDR files and TIFF of 8-bit L*a*b* pack.
  func unpacked() throws(VipsError) -> Picture {
    switch unsafe vips_image_get_coding(image) {
    case VIPS_CODING_RAD: try unsafe map { unsafe shim_unpack_radiance($0, &$1) }
    case VIPS_CODING_LABQ: try unsafe map { unsafe shim_unpack_lab($0, &$1) }
    default: self
    }
  }

  /// Turned and mirrored as its EXIF orientation says.
  func upright() throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_autorot($0, &$1) }
  }

  /// With the last row first.
  func flipped() throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_flip($0, &$1) }
  }

  /// In sRGB, from the embedded profile or else from a built-in one of libvips.
  func transformedToSRGB(fallback: String, depth: Int32) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_icc_transform($0, &$1, "srgb", fallback, depth) }
  }

  /// Light of sRGB's primaries, from 0 to 1 and beyond for colors that sRGB does not have, in
  /// numbers of floating point: from values of 16 bits by the embedded profile, which has primaries
  /// and curves.
  ///
  /// Little CMS' own way from 16 bits to 16 bits is by a table of few colors, and wrong by up to 8
  /// % where a channel is cut off at 0. `white` is the profile's.
  func lightOfSRGB(white: [Double]) throws(VipsError) -> Picture {
    // From the white of profiles, IEC 61966-2-1 after Bradford.
    let toSRGB = [
      [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540],
      [0.0719453, -0.2289914, 1.4052427],
    ]
    // libvips gives XYZ to 1/32768, twice where it adapts, and white is not to fall short of it.
    let least = Self.adaptsByBradford ? 0.9997 : 0.9999
    let sums = toSRGB.map { row in zip(row, white).reduce(0) { $0 + $1.0 * $1.1 } * least }
    let numbers: [[Double]]
    if Self.adaptsByBradford {
      // From the white of D65, the same standard.
      numbers = [
        [0.032404542, -0.015371385, -0.004985314], [-0.009692660, 0.018760108, 0.000415560],
        [0.000556434, -0.002040259, 0.010572252],
      ]
    } else {
      let scales = zip(
        [VIPS_D50_X0, VIPS_D50_Y0, VIPS_D50_Z0], [VIPS_D65_X0, VIPS_D65_Y0, VIPS_D65_Z0]
      ).map { $0 / $1 / 100 }
      numbers = toSRGB.map { row in zip(row, scales).map(*) }
    }
    let matrix = zip(numbers, sums).flatMap { row, sum in row.map { $0 / sum } }
    return try unsafe map { unsafe shim_icc_import($0, &$1) }
      .map { unsafe shim_recomb($0, &$1, matrix) }
  }

  /// Whether this libvips brings XYZ from the white of profiles to that of D65 by Bradford's
  /// matrix, as 8.18 does, and not by a factor for each of X, Y and Z, as 8.14 does. Then Y of
  /// sRGB's red is that of the standard, 21.26, and 22.25 else.
  private static let adaptsByBradford = (21..<21.75).contains(shim_y_of_red())

  func converted(to space: VipsInterpretation) throws(VipsError) -> Picture {
    interpretation == space ? self : try unsafe map { unsafe shim_colourspace($0, &$1, space) }
  }

  func interpreted(as space: VipsInterpretation) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_interpret($0, &$1, space) }
  }

  func cast(to format: VipsBandFormat) throws(VipsError) -> Picture {
    bandFormat == format ? self : try unsafe map { unsafe shim_cast($0, &$1, format) }
  }

  /// With the bits of samples taken for another format of the same size.
  func samplesTaken(as format: VipsBandFormat) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_reinterpret_samples($0, &$1, format) }
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

  /// With each sample replaced by the entry of a table that it is the index of.
  func mapped(by table: Picture) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_map($0, &$1, table.image) }
  }

  func squareRoot() throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_square_root($0, &$1) }
  }

  /// With colors multiplied by alpha, whose largest sample is `maximum`.
  func premultiplied(maximum: Double) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_premultiply($0, &$1, maximum) }
  }

  /// With colors divided by alpha, whose largest sample is `maximum`.
  func unpremultiplied(maximum: Double) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_unpremultiply($0, &$1, maximum) }
  }

  /// With the bands of another image after its own.
  func joined(with other: Picture) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_bandjoin($0, other.image, &$1) }
  }

  /// In another size; colors are multiplied by alpha if there is alpha.
  ///
  /// - Parameters:
  ///   - width: pixels across.
  ///   - height: pixels down.
  ///   - kernel: how pixels are mixed where the picture becomes smaller.
  /// - Returns: the picture, of the same bands.
  /// - Throws: what libvips says if it fails.
  func resized(
    width: Int, height: Int, kernel: VipsKernel = VIPS_KERNEL_LANCZOS3
  ) throws(VipsError) -> Picture {
    let across = min(1, Double(width) / Double(self.width))
    let down = min(1, Double(height) / Double(self.height))
    let reduced =
      across < 1 || down < 1
      ? try unsafe map { unsafe shim_reduce($0, &$1, across, down, kernel) } : self
    guard width > reduced.width || height > reduced.height else { return reduced }
    return try unsafe reduced.map { unsafe shim_enlarge($0, &$1, Int32(width), Int32(height)) }
  }

  func blurred(deviation: Double) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_blur($0, &$1, deviation) }
  }

  /// With red, green and blue multiplied by a factor, and nearer to gray.
  func dimmed(to factor: Double, saturation: Double) throws(VipsError) -> Picture {
    let luma = [0.2126, 0.7152, 0.0722]
    let matrix = (0..<3).flatMap { row in
      (0..<3).map { column in
        let gray = (1 - saturation) * luma[column]
        return factor * (column == row ? gray + saturation : gray)
      }
    }
    return try unsafe map { unsafe shim_recomb($0, &$1, matrix) }
  }

  /// With another image of the same format over it, whose upper left corner is at a column and a
  /// row.
  func composited(under image: Picture, x: Int, y: Int) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_overlay($0, image.image, &$1, Int32(x), Int32(y)) }
      .cast(to: bandFormat)
  }

  func cropped(x: Int, y: Int, width: Int, height: Int) throws(VipsError) -> Picture {
    try unsafe map { unsafe shim_crop($0, &$1, Int32(x), Int32(y), Int32(width), Int32(height)) }
  }

  /// The column and the row at which the part of a size begins that draws the eye.
  func attention(width: Int, height: Int) throws(VipsError) -> (x: Int, y: Int) {
    let part = try unsafe map {
      unsafe shim_crop_to_attention($0, &$1, Int32(width), Int32(height))
    }
    return unsafe (
      -Int(vips_image_get_xoffset(part.image)), -Int(vips_image_get_yoffset(part.image))
    )
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

  /// The least sample of any band.
  func minimum() throws(VipsError) -> Double {
    var minimum = 0.0
    guard unsafe shim_minimum(image, &minimum) == 0 else {
      throw .last
    }
    return minimum
  }
}
