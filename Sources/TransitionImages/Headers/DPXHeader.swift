/// What a DPX file says of its samples and ImageMagick's loader does not heed: SMPTE ST 268.
struct DPXHeader: FormatHeader {
  private let transfer: UInt8?

  static let signatures = ["SDPX", "XPDS"].map { Array($0.utf8) }

  init?(read: @escaping FileReader) { transfer = read(801, 1).first }

  var defect: String? {
    // Density of film, linear light and logarithms; others are values of video, or not told.
    transfer.map { (1...3).contains($0) } == true
      ? "DPX is read with values of video, and not with densities, light or logarithms" : nil
  }
}
