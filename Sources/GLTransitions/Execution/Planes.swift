/// The channels of a block of pixels, each in its own array.
@unsafe struct Planes {
  var red: UnsafeMutablePointer<Float>
  var green: UnsafeMutablePointer<Float>
  var blue: UnsafeMutablePointer<Float>
  var alpha: UnsafeMutablePointer<Float>

  init(
    red: UnsafeMutablePointer<Float>, green: UnsafeMutablePointer<Float>,
    blue: UnsafeMutablePointer<Float>, alpha: UnsafeMutablePointer<Float>
  ) {
    unsafe self.red = red
    unsafe self.green = green
    unsafe self.blue = blue
    unsafe self.alpha = alpha
  }

  /// The same from a pixel on.
  func advanced(by count: Int) -> Planes {
    unsafe Planes(red: red + count, green: green + count, blue: blue + count, alpha: alpha + count)
  }

  /// Red, green, blue and alpha by their numbers.
  @inline(__always)
  subscript(_ channel: Int) -> UnsafeMutablePointer<Float> {
    switch channel {
    case 0: unsafe red
    case 1: unsafe green
    case 2: unsafe blue
    default: unsafe alpha
    }
  }

  /// Stores some channels of a pixel.
  @inline(__always)
  func store(_ color: SIMD4<Float>, _ channels: ChannelSet, _ pixel: Int) {
    if channels.contains(.red) { unsafe red[pixel] = color[0] }
    if channels.contains(.green) { unsafe green[pixel] = color[1] }
    if channels.contains(.blue) { unsafe blue[pixel] = color[2] }
    if channels.contains(.alpha) { unsafe alpha[pixel] = color[3] }
  }

  /// A pixel of planes whose channels of color are there; without alpha it is opaque.
  @inline(__always)
  func color(_ channels: ChannelSet, _ pixel: Int) -> SIMD4<Float> {
    unsafe SIMD4(
      red[pixel], green[pixel], blue[pixel], channels.contains(.alpha) ? alpha[pixel] : 1)
  }
}

/// Some of the channels of a pixel.
struct ChannelSet: OptionSet, Hashable, Sendable {
  var rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A channel alone, by its number.
  @inline(__always)
  init(_ channel: Int) { rawValue = 1 &<< UInt8(channel) }

  static let red = ChannelSet(rawValue: 1)
  static let green = ChannelSet(rawValue: 2)
  static let blue = ChannelSet(rawValue: 4)
  static let alpha = ChannelSet(rawValue: 8)
  static let color: ChannelSet = [.red, .green, .blue]
  static let all: ChannelSet = [.color, .alpha]
}
