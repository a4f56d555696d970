internal import TransitionImages
internal import TransitionKit

/// Opens the items of a show.
struct FootageLoader: Sendable {
  private let items: [Item]
  /// The pictures of the items, whose headers have been read.
  private let pictures: [ProfiledPicture]
  /// The frame that they are brought to.
  private let canvas: Canvas
  private let format: PixelFormat

  init(_ items: [Item], _ pictures: [ProfiledPicture], _ canvas: Canvas, _ format: PixelFormat) {
    (self.items, self.pictures, self.canvas, self.format) = (items, pictures, canvas, format)
  }

  /// Opens an item, whose picture may be decoded already.
  ///
  /// - Throws: what is wrong with its picture.
  func footage(
    of number: Int, _ decoded: DecodedPicture? = nil
  ) throws(Failure) -> any Footage {
    let item = items[number]
    return try Failure.located(at: item.position) { () throws(Failure) in
      let decoded = if let decoded { decoded } else { try pictures[number].decode() }
      return try Failure.from { () throws(ImageFileError) in
        Still(picture: try decoded.fitted(to: canvas.showing(item), format: format))
      }
    }
  }
}
