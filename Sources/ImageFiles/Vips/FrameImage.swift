internal import CVips
internal import TransitionKit

/// A frame as an image of libvips, drawn where and when an encoder asks for it.
final class FrameImage {
  private let frame: Frame
  private let profile: [UInt8]?

  init(_ frame: Frame, profile: [UInt8]?) {
    self.frame = frame
    self.profile = profile
  }

  /// Works with the image, which ends with this call.
  ///
  /// - Throws: `library`, or what `work` throws.
  func withPicture<Result>(
    _ work: (Picture) throws(ImageFileError) -> Result
  ) throws(ImageFileError) -> Result {
    guard let picture = makePicture() else { throw .library(VipsLibrary.errorText()) }
    return try withExtendedLifetime(self) { () throws(ImageFileError) in try work(picture) }
  }

  private func makePicture() -> Picture? {
    guard let image = unsafe vips_image_new() else { return nil }
    let picture = unsafe Picture(owning: image)
    let deep = frame.format.depth == .sixteen
    unsafe vips_image_init_fields(
      image, Int32(frame.width), Int32(frame.height), Int32(frame.format.channels),
      deep ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR, VIPS_CODING_NONE,
      deep ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB, 1, 1)
    if let profile { picture.setProfile(profile) }
    var inputs: [UnsafeMutablePointer<VipsImage>?] = unsafe [nil]
    guard unsafe vips_image_pipeline_array(image, VIPS_DEMAND_STYLE_THINSTRIP, &inputs) == 0
    else { return nil }
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let status = unsafe vips_image_generate(
      image, nil,
      { region, _, context, _, _ in
        guard let region = unsafe region, let context = unsafe context else { return -1 }
        unsafe Unmanaged<FrameImage>.fromOpaque(context).takeUnretainedValue().draw(region)
        return 0
      }, nil, context, nil)
    return status == 0 ? picture : nil
  }

  private func draw(_ region: UnsafeMutablePointer<VipsRegion>) {
    let area = unsafe region.pointee.valid
    let columns = Int(area.left)..<Int(area.left + area.width)
    let rowBytes = columns.count * frame.format.bytesPerPixel
    for row in Int(area.top)..<Int(area.top + area.height) {
      guard let address = unsafe shim_region_address(region, area.left, Int32(row)) else { return }
      let buffer = unsafe UnsafeMutableRawBufferPointer(start: address, count: rowBytes)
      var bytes = unsafe buffer.mutableBytes
      frame.render(columns: columns, row: row, into: &bytes)
    }
  }
}
