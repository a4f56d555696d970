internal import TransitionSystem
internal import TransitionVips

/// The modules of libvips: decoders and encoders of a few types, such as HEIC and PDF, and of all
/// that ImageMagick reads.
///
/// libvips loads them when it begins, with fifty libraries of theirs: a third of the time of a
/// short run. Here they are loaded once a type is met that libvips does not know without them.
enum VipsModules {
  /// The folder of modules beside libvips; `nil` if there is none, or the user says where it is.
  private static let folder: Path? = {
    guard unsafe g_getenv("VIPSHOME") == nil else { return nil }
    let library = unsafe Path(String(cString: shim_path_of_libvips()))
    let folder = library.directory + Path("vips-modules-\(vips_version(0)).\(vips_version(1))/")
    return FileStatus(folder)?.kind == .folder ? folder : nil
  }()

  /// Begins libvips without them: it looks for them in a folder that cannot be.
  ///
  /// - Returns: whether it has begun.
  static func beginWithout() -> Bool {
    if folder != nil { unsafe g_setenv("VIPSHOME", "/dev/null", 1) }
    defer { if folder != nil { unsafe g_unsetenv("VIPSHOME") } }
    return unsafe vips_init("dotransition") == 0
  }

  /// The class of libvips that loads or saves a type, one of a module if there is no other.
  ///
  /// - Parameter find: asks libvips for it.
  /// - Returns: `nil` if the installed libvips has none.
  /// - Throws: `outOfMemory`.
  static func found(_ find: () -> String?) throws(ImageFileError) -> String? {
    if let found = find() { return found }
    try load()
    return find()
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
    // One that cannot be loaded is as one that is not installed, as for libvips.
    for name in Folder.names(in: folder) { unsafe shim_load_module((folder + name).cString) }
    PictureType.blockModules()
    return nil
  }()
}
