internal import TransitionKit
internal import TransitionSystem
internal import TransitionVips

/// An image of libvips, owned: every operation gives a new one.
///
/// libvips lets any thread use an image. Its metadata is changed only while one thread knows of it.
@safe final class Picture: Sendable {
  nonisolated(unsafe) let image: UnsafeMutablePointer<VipsImage>

  /// Takes over a reference.
  init(owning image: UnsafeMutablePointer<VipsImage>) { unsafe self.image = image }

  /// Opens a file by its name; `nil` if libvips cannot.
  ///
  /// - Parameters:
  ///   - path: its name. Unless it is OpenEXR, brackets at the end are options of a loader.
  ///   - isOpenEXR: whether the file is OpenEXR.
  convenience init?(loading path: Path, isOpenEXR: Bool) {
    let image = unsafe isOpenEXR ? shim_load_openexr(path.cString) : shim_load_file(path.cString)
    guard let image = unsafe image else { return nil }
    unsafe self.init(owning: image)
  }

  deinit { unsafe g_object_unref(image) }

  var width: Int { Int(unsafe vips_image_get_width(image)) }
  var height: Int { Int(unsafe vips_image_get_height(image)) }
  var bands: Int { Int(unsafe vips_image_get_bands(image)) }
  var bandFormat: VipsBandFormat { unsafe vips_image_get_format(image) }
  var interpretation: VipsInterpretation { unsafe vips_image_guess_interpretation(image) }
  var hasAlpha: Bool { unsafe vips_image_hasalpha(image) != 0 }

  /// Whether its samples are red, green and blue, whatever red, green and blue that are.
  var isRGB: Bool {
    [
      VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_RGB16,
      VIPS_INTERPRETATION_scRGB,
    ].contains(interpretation)
  }

  /// Runs one operation of libvips on the image.
  func map(
    _ operation: (UnsafeMutablePointer<VipsImage>, inout UnsafeMutablePointer<VipsImage>?) -> Int32
  ) throws(VipsError) -> Picture {
    var output: UnsafeMutablePointer<VipsImage>?
    guard unsafe operation(image, &output) == 0, let output = unsafe output else {
      throw .last
    }
    return unsafe Picture(owning: output)
  }

  /// The loader that the image comes from, such as `pngload_source`.
  var loader: String? {
    var name: UnsafePointer<CChar>?
    guard unsafe vips_image_get_typeof(image, VIPS_META_LOADER) != 0,
      unsafe vips_image_get_string(image, VIPS_META_LOADER, &name) == 0, let name = unsafe name
    else { return nil }
    return unsafe String(cString: name)
  }

  static let bitsPerSample = "dotransition-bits-per-sample"

  /// Notes how many bits of samples their file holds, where the loader moves them up to 8 or 16.
  func note(bitsPerSample bits: Int) {
    unsafe vips_image_set_int(image, Self.bitsPerSample, numericCast(bits))
  }

  /// Notes the ICC profile of a picture whose loader leaves it out.
  func note(profile: [UInt8]) {
    unsafe vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, profile.count)
  }

  /// Notes what EXIF says of the exposure, where the loader leaves it out.
  func note(exif tag: String, _ text: String) {
    unsafe vips_image_set_string(image, "exif-ifd2-" + tag, text)
  }

  /// The embedded ICC profile.
  var profile: [UInt8]? {
    var data: UnsafeRawPointer?
    var size = 0
    guard unsafe vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0,
      unsafe vips_image_get_blob(image, VIPS_META_ICC_NAME, &data, &size) == 0,
      let data = unsafe data
    else { return nil }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: size))
  }

  /// Whether a profile tells the meaning of such colors.
  func canBeConverted(by profile: [UInt8]) -> Bool {
    unsafe vips_icc_is_compatible_profile(image, profile, profile.count) != 0
  }

  func setProfile(_ profile: [UInt8]) {
    unsafe profile.withUnsafeBytes {
      unsafe vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, $0.baseAddress, $0.count)
    }
  }

  /// Makes the image an animation whose frames are one below the other.
  func animate(pageHeight: Int, _ delays: [Int], plays: Int) {
    unsafe vips_image_set_int(image, VIPS_META_PAGE_HEIGHT, Int32(pageHeight))
    let delays = delays.map { Int32($0) }
    unsafe vips_image_set_array_int(image, "delay", delays, Int32(delays.count))
    unsafe vips_image_set_int(image, "loop", Int32(plays))
  }

  /// The image decoded into memory, or, if it is very large, into a temporary file that is mapped
  /// into memory and vanishes with the image.
  func decoded() throws(VipsError) -> Picture {
    if unsafe UInt64(shim_size(image)) > VipsLibrary.memoryLimit {
      guard let file = unsafe vips_image_new_temp_file("%s.v") else {
        throw .last
      }
      let picture = unsafe Picture(owning: file)
      guard unsafe vips_image_write(image, file) == 0, unsafe vips_image_wio_input(file) == 0
      else { throw .last }
      return picture
    }
    guard let memory = unsafe vips_image_copy_memory(image) else {
      throw .last
    }
    return unsafe Picture(owning: memory)
  }

  /// The bytes of a file of a type, named by its suffix and `[options]`.
  func encoded(as suffix: String) throws(VipsError) -> [UInt8] {
    let target = unsafe vips_target_new_to_memory()
    defer { unsafe g_object_unref(target) }
    var count = 0
    guard let target = unsafe target, unsafe shim_save(image, suffix, target) == 0,
      let bytes = unsafe vips_blob_get(target.pointee.blob, &count)
    else { throw .last }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// Whether libvips reads an encoded picture to its end.
  static func canBeRead(_ bytes: [UInt8]) -> Bool {
    defer { vips_error_clear() }
    return unsafe shim_is_readable(bytes, bytes.count) != 0
  }

  /// Whether libvips opens a file, of which it reads no pixel.
  static func canBeOpened(_ bytes: [UInt8]) -> Bool {
    defer { vips_error_clear() }
    guard let image = unsafe shim_open(bytes, bytes.count) else { return false }
    unsafe g_object_unref(image)
    return true
  }

  /// A decoded image of three or four 8-bit or 16-bit bands, for filters to read.
  func bitmap(
    workingSpace: WorkingSpace, encoding: RGBEncoding = .sRGB
  ) throws(VipsError) -> Bitmap {
    guard let data = unsafe vips_image_get_data(image) else {
      throw .last
    }
    let format = PixelFormat(
      depth: bandFormat == VIPS_FORMAT_USHORT ? .sixteen : .eight, hasAlpha: bands == 4,
      encoding: encoding)
    return unsafe Bitmap(
      borrowing: data, owner: self, width: width, height: height, format: format,
      workingSpace: workingSpace)
  }

  /// The pixels of a bitmap, which is kept as long as an image of libvips reads them.
  static func borrowing(_ bitmap: Bitmap) throws(VipsError) -> Picture {
    let (format, isDeep) = (bitmap.format, bitmap.format.depth == .sixteen)
    let image = unsafe vips_image_new_from_memory(
      bitmap.address(column: 0, row: 0), bitmap.width * bitmap.height * format.bytesPerPixel,
      Int32(bitmap.width), Int32(bitmap.height), Int32(format.channels),
      isDeep ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR)
    guard let image = unsafe image else { throw .last }
    unsafe shim_keep(image, Unmanaged.passRetained(Owner(bitmap)).toOpaque()) { owner in
      guard let owner = unsafe owner else { return }
      unsafe Unmanaged<Owner>.fromOpaque(owner).release()
    }
    unsafe image.pointee.Type = isDeep ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB
    return unsafe Picture(owning: image)
  }

  /// Keeps a bitmap.
  private final class Owner {
    let bitmap: Bitmap
    init(_ bitmap: Bitmap) { self.bitmap = bitmap }
  }
}
