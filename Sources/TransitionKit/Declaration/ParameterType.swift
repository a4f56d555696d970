/// A type that parameters can have.
public protocol ParameterType: Sendable {
  /// The kind of its values.
  static var kind: ParameterKind { get }
  /// The values that have names, beside all others.
  static var choices: [ParameterValue] { get }
  /// The value of a parameter; `nil` if it is of another kind.
  init?(_ value: ParameterValue)
  /// The value as a parameter's.
  var parameterValue: ParameterValue { get }
}

extension ParameterType {
  public static var choices: [ParameterValue] { [] }
}

extension Float: ParameterType {
  public static var kind: ParameterKind { .number }
  public init?(_ value: ParameterValue) {
    guard case .number(let value) = value else { return nil }
    self = value
  }
  public var parameterValue: ParameterValue { .number(self) }
}

extension Bool: ParameterType {
  public static var kind: ParameterKind { .flag }
  public init?(_ value: ParameterValue) {
    guard case .flag(let value) = value else { return nil }
    self = value
  }
  public var parameterValue: ParameterValue { .flag(self) }
}

extension Point: ParameterType {
  public static var kind: ParameterKind { .point }
  public init?(_ value: ParameterValue) {
    guard case .point(let value) = value else { return nil }
    self = value
  }
  public var parameterValue: ParameterValue { .point(self) }
}

extension Rect: ParameterType {
  public static var kind: ParameterKind { .rectangle }
  public init?(_ value: ParameterValue) {
    guard case .rectangle(let value) = value else { return nil }
    self = value
  }
  public var parameterValue: ParameterValue { .rectangle(self) }
}

extension Color: ParameterType {
  public static var kind: ParameterKind { .color }
  public init?(_ value: ParameterValue) {
    guard case .color(let value) = value else { return nil }
    self = value
  }
  public var parameterValue: ParameterValue { .color(self) }
}

extension Bitmap: ParameterType {
  public static var kind: ParameterKind { .image }
  public init?(_ value: ParameterValue) {
    guard case .image(let value) = value else { return nil }
    self = value
  }
  public var parameterValue: ParameterValue { .image(self) }
}
