public import TransitionKit

/// An ICC profile that pictures share and frames stay in.
public struct ColorProfile: Sendable {
  /// The profile itself.
  public let bytes: [UInt8]
  /// The meaning of the pictures' values, by the profile.
  public let encoding: RGBEncoding
}
