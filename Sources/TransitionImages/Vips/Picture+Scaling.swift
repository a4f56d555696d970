internal import TransitionKit
internal import TransitionVips

extension Picture {
  /// Reduced to a size, on colors multiplied by alpha, so that no color of transparent pixels
  /// bleeds.
  ///
  /// - Parameters:
  ///   - width: pixels across.
  ///   - height: pixels down.
  ///   - encoding: the meaning of the samples if they are mixed as light, `nil` if they are mixed
  ///     as they are. A pattern of single black and white pixels keeps its brightness only as light
  ///     when it is reduced.
  /// - Returns: a picture of the same depth and bands.
  /// - Throws: what libvips says if it fails.
  func scaled(
    width: Int, height: Int, inLightOf encoding: RGBEncoding?
  ) throws(VipsError) -> Picture {
    guard let encoding else {
      return try scaled(width: width, height: height, maximum: isDeep ? 65535 : 255)
        .cast(to: bandFormat)
    }
    let curve = LightCurve.shared(encoding, isDeep: isDeep)
    let light = try mapped(by: curve.light(bands: bands))
      // Of a wider kernel the ripples would show in the dark, which light spreads.
      .scaled(width: width, height: height, maximum: curve.maximum, kernel: VIPS_KERNEL_CUBIC)
    let index = curve.isOfRoots ? try light.indexOfLight(maximum: curve.maximum) : light
    return try index.cast(to: VIPS_FORMAT_USHORT).mapped(by: curve.values(bands: bands))
      .interpreted(as: interpretation)
  }

  /// A part of the picture, or all of it, brought to a size that is larger on one side at least.
  ///
  /// - Throws: what libvips says if there is no memory for it.
  func resampled(
    _ region: PictureRegion?, width: Int, height: Int, workingSpace: WorkingSpace,
    encoding: RGBEncoding
  ) throws(VipsError) -> Picture {
    let whole = PictureRegion(
      x: 0, y: 0, width: Double(self.width), height: Double(self.height))
    let bitmap = try bitmap(workingSpace: workingSpace, encoding: encoding)
    return try .borrowing(bitmap.resampled(region ?? whole, width: width, height: height))
  }

  /// Values of 16 bits for light from 0 to 1, in three bands of floating point.
  func valuesOfLight() throws(VipsError) -> Picture {
    let curve = LightCurve.sixteenBits
    return try indexOfLight(maximum: 1)
      .cast(to: VIPS_FORMAT_USHORT).mapped(by: curve.values(bands: bands))
      .interpreted(as: VIPS_INTERPRETATION_RGB16)
  }

  /// The index of light of floating point in the table of values for 16 bits.
  private func indexOfLight(maximum: Double) throws(VipsError) -> Picture {
    // Integers of 32 bits hold neither less nor more than light can be.
    try multiplied(by: 65535 * 65535 / maximum).cast(to: VIPS_FORMAT_UINT).squareRoot().rounded()
  }

  /// Scaled; of floating point if the picture has alpha.
  private func scaled(
    width: Int, height: Int, maximum: Double, kernel: VipsKernel = VIPS_KERNEL_LANCZOS3
  ) throws(VipsError) -> Picture {
    guard bands == 4 else { return try resized(width: width, height: height, kernel: kernel) }
    return try premultiplied(maximum: maximum).resized(width: width, height: height, kernel: kernel)
      .unpremultiplied(maximum: maximum).rounded()
  }

  private var isDeep: Bool { bandFormat == VIPS_FORMAT_USHORT }
}

/// Tables from the samples of a depth to light and back.
private struct LightCurve: Sendable {
  /// Light that is white.
  let maximum: Double
  /// Whether samples are given for square roots of light.
  let isOfRoots: Bool
  /// Light for each sample.
  private let light: Table
  /// The sample for each of 65,536 lights, or of their square roots.
  private let values: Table

  private struct Table: Sendable {
    let color: [Double]
    let alpha: @Sendable (Int) -> Double
    let format: VipsBandFormat
  }

  /// The tables of an encoding and a depth.
  static func shared(_ encoding: RGBEncoding, isDeep: Bool) -> LightCurve {
    guard encoding.hasCurveOfSRGB else { return ofRoots(encoding, maximum: isDeep ? 65535 : 255) }
    return isDeep ? sixteenBits : eightBits
  }

  /// Light of 16 bits holds samples of 8 in sRGB.
  private static let eightBits = LightCurve(
    maximum: 65535, isOfRoots: false,
    light: Table(
      color: (0..<256).map { (decode(Double($0) / 255) * 65535).rounded() },
      alpha: { Double($0) * 257 }, format: VIPS_FORMAT_USHORT),
    values: Table(
      color: (0..<65536).map { (encode(Double($0) / 65535) * 255).rounded() },
      alpha: { (Double($0) / 257).rounded() }, format: VIPS_FORMAT_UCHAR))

  static let sixteenBits = ofRoots(.sRGB, maximum: 65535)

  /// Light of floating point holds samples of 16 bits, or of 8 on any curve. Its square root has
  /// about the steps of the samples, so that 65,536 of them are enough. `maximum` is the largest
  /// sample.
  private static func ofRoots(_ encoding: RGBEncoding, maximum: Int) -> LightCurve {
    let largest = Double(maximum)
    return LightCurve(
      maximum: 65535, isOfRoots: true,
      light: Table(
        color: (0...maximum).map { encoding.light(of: Double($0) / largest) * 65535 },
        alpha: { Double($0) / largest * 65535 }, format: VIPS_FORMAT_FLOAT),
      values: Table(
        color: (0..<65536).map {
          (encoding.value(of: pow(Double($0) / 65535, 2)) * largest).rounded()
        },
        alpha: { (pow(Double($0) / 65535, 2) * largest).rounded() },
        format: maximum > 255 ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR))
  }

  func light(bands: Int) throws(VipsError) -> Picture { try Self.picture(light, bands: bands) }

  func values(bands: Int) throws(VipsError) -> Picture { try Self.picture(values, bands: bands) }

  /// A table as libvips takes it: with a band for each of a picture's, or one for all.
  private static func picture(_ table: Table, bands: Int) throws(VipsError) -> Picture {
    var samples = table.color
    if bands == 4 {
      samples.removeAll(keepingCapacity: true)
      for (index, color) in table.color.enumerated() {
        for sample in [color, color, color, table.alpha(index)] { samples.append(sample) }
      }
    }
    let image = unsafe samples.withUnsafeBytes { bytes in
      unsafe vips_image_new_from_memory_copy(
        bytes.baseAddress, bytes.count, Int32(table.color.count), 1, bands == 4 ? 4 : 1,
        VIPS_FORMAT_DOUBLE)
    }
    guard let image = unsafe image else { throw .last }
    return try unsafe Picture(owning: image).cast(to: table.format).decoded()
  }

  private static func decode(_ value: Double) -> Double { WorkingSpace.linear.decode(value) }

  private static func encode(_ light: Double) -> Double { WorkingSpace.linear.encode(light) }
}
