internal import TransitionKit
internal import TransitionVips

/// Frames one below the other as an image of libvips, drawn where and when an encoder asks for
/// them.
final class FrameImage {
  private let width: Int
  private let height: Int
  private let format: PixelFormat
  private let count: Int
  private let profile: [UInt8]?
  private let leavesOutBlack: Bool
  private let frame: (Int) -> Frame?

  /// An image of one frame.
  convenience init(_ frame: Frame, profile: [UInt8]?) {
    self.init(
      width: frame.width, height: frame.height, format: frame.format, count: 1, profile: profile
    ) { _ in frame }
  }

  /// An image of frames of one size and format, one below the other.
  ///
  /// `frame` gives a frame by its number from the top, on threads of libvips; `nil` ends the
  ///   work with an error. `leavesOutBlack` makes black that is seen a little brighter: libvips'
  ///   GIF encoder takes it for transparent where it was so in the frame before.
  init(
    width: Int, height: Int, format: PixelFormat, count: Int, profile: [UInt8]?,
    leavesOutBlack: Bool = false, frame: @escaping (Int) -> Frame?
  ) {
    self.width = width
    self.height = height
    self.format = format
    self.count = count
    self.profile = profile
    self.leavesOutBlack = leavesOutBlack
    self.frame = frame
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
    let deep = format.depth == .sixteen
    unsafe vips_image_init_fields(
      image, Int32(width), Int32(height * count), Int32(format.channels),
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
        let image = unsafe Unmanaged<FrameImage>.fromOpaque(context).takeUnretainedValue()
        return unsafe image.draw(region) ? 0 : -1
      }, nil, context, nil)
    return status == 0 ? picture : nil
  }

  private func draw(_ region: UnsafeMutablePointer<VipsRegion>) -> Bool {
    let area = unsafe region.pointee.valid
    let columns = Int(area.left)..<Int(area.left + area.width)
    let rowBytes = columns.count * format.bytesPerPixel
    var (number, drawn): (Int, Frame?) = (-1, nil)
    for row in Int(area.top)..<Int(area.top + area.height) {
      if row / height != number { (number, drawn) = (row / height, frame(row / height)) }
      guard let drawn, let address = unsafe shim_region_address(region, area.left, Int32(row))
      else {
        return false
      }
      let buffer = unsafe UnsafeMutableRawBufferPointer(start: address, count: rowBytes)
      var bytes = unsafe buffer.mutableBytes
      drawn.render(columns: columns, row: row % height, into: &bytes)
      guard leavesOutBlack, format.hasAlpha else { continue }
      switch format.depth {
      case .eight: unsafe Self.brighten(buffer.assumingMemoryBound(to: UInt8.self), unit: 1)
      case .sixteen: unsafe Self.brighten(buffer.bindMemory(to: UInt16.self), unit: 257)
      }
    }
    return true
  }

  /// Makes black of pixels with alpha the darkest gray. No mean of what is left is black.
  private static func brighten<Sample: FixedWidthInteger>(
    _ samples: UnsafeMutableBufferPointer<Sample>, unit: Sample
  ) {
    let black = unit + unit / 2
    for pixel in stride(from: 0, to: samples.count, by: 4)
    where unsafe samples[pixel + 3] > Sample.max / 2 && samples[pixel] <= black
      && samples[pixel + 1] <= black && samples[pixel + 2] <= black
    {
      for channel in 0..<3 { unsafe samples[pixel + channel] = unit }
    }
  }
}
