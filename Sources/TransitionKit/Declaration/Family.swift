/// What a transition does with the pictures, as people tell looks apart.
public enum Family: String, Sendable, CaseIterable {
  /// One picture shows through the other, or through a color.
  case mixes
  /// An edge uncovers the target in its place.
  case wipes
  /// The pictures move across the frame.
  case moves
  /// The viewer comes nearer, or the pictures turn about a point.
  case zooms
  /// The pictures are sheets in space.
  case sheets
  /// The pictures fall into pieces.
  case pieces
  /// The pictures are of water, light or fire.
  case matter
}
