internal import TransitionVips

/// The modules of libvips: decoders and encoders of a few types, such as HEIC and PDF, and of all
/// that ImageMagick reads.
///
/// libvips loads them when it begins, with fifty libraries of theirs: a third of the time of a
/// short run. Here they are loaded once a type is met that libvips does not know without them.
enum VipsModules {
  /// The folder of modules beside libvips; `nil` if there is none, or the user says where it is.
  private static let folder: String? = {
    guard unsafe g_getenv("VIPSHOME") == nil else { return nil }
    let library = unsafe String(cString: shim_path_of_libvips())
    guard let end = library.lastIndex(of: "/") else { return nil }
    let folder = "\(library[...end])vips-modules-\(vips_version(0)).\(vips_version(1))"
    return unsafe shim_is_folder(folder) != 0 ? folder : nil
  }()

  /// Begins libvips without them: it looks for them in a folder that cannot be.
  ///
  /// - Returns: whether it has begun.
  static func beginWithout() -> Bool {
    if folder != nil { unsafe g_setenv("VIPSHOME", "/dev/null", 1) }
    defer { if folder != nil { unsafe g_unsetenv("VIPSHOME") } }
    return unsafe vips_init("dotransition") == 0
  }

  /// Loads them, unless they are loaded.
  ///
  /// - Throws: `outOfMemory`.
  static func load() throws(ImageFileError) {
    if let failure { throw failure }
  }

  private static let failure: ImageFileError? = {
    guard let folder else { return nil }
    do throws(ImageFileError) { try MemoryBudget.checkModules() } catch { return error }
    guard let names = unsafe g_dir_open(folder, 0, nil) else { return nil }
    defer { unsafe g_dir_close(names) }
    while let name = unsafe g_dir_read_name(names) {
      // One that cannot be loaded is as one that is not installed, as for libvips.
      unsafe shim_load_module("\(folder)/\(String(cString: name))")
    }
    PictureType.blockModules()
    return nil
  }()
}
