/// A place for what others make of a picture, once for all its copies. They guard it.
package final class PictureAnnex: @unchecked Sendable {
  /// An object for each scale on which the picture is read.
  package var objects: [WorkingSpace: any AnyObject & Sendable] = [:]
}
