/// The facts about a filter's parameter, for people and programs.
public struct ParameterDescription: Sendable {
  /// The name in camel case, such as `barOffset`.
  public let name: String
  /// The kind of its values.
  public let kind: ParameterKind
  /// The unit of its numbers.
  public let unit: ParameterUnit
  /// One sentence that says what it does in this filter.
  public let sentence: String
  /// The value where none is given; `nil` if that depends on the pictures.
  public private(set) var initial: ParameterValue?
  /// The default as it is written, where it is not that of the transition's property.
  public private(set) var defaultText: ParameterText?
  /// The values that have names, beside pictures.
  public let choices: [ParameterValue]
  /// The range that a slider would have.
  public let suggested: ClosedRange<Float>?
  /// The range in which a number, or a color's component, has a meaning.
  public let domain: ClosedRange<Float>
  /// The default that Core Image prints where this library's depends on the picture.
  public private(set) var coreImageValue: String?
  /// The value in its place where it is unset.
  public private(set) var unset: UnsetValue?
  /// The same parameter's default, and its value where it is unset, in this library's look.
  private let own: (text: String?, unset: UnsetValue?)
  /// The usual way to fit a picture of another size than the frame's.
  public let fitting: PictureFitting
  /// Whether there is no default.
  public let isRequired: Bool
  /// Whether the numbers of a kind that another language names are a color's components.
  private let isColor: Bool
  /// The reader of its text, if it has one of its own.
  let reader: Reader?

  /// A reader of texts of a kind that few filters have.
  public struct Reader: Sendable {
    let expected: String
    let read: @Sendable (String) -> ParameterValue?

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - expected: the right form of a text, as the object of "expected".
    ///   - read: the value of a text; `nil` if it is none.
    public init(expected: String, read: @escaping @Sendable (String) -> ParameterValue?) {
      self.expected = expected
      self.read = read
    }
  }

  init(
    name: String, kind: ParameterKind, unit: ParameterUnit, sentence: String,
    initial: ParameterValue?, choices: [ParameterValue], suggested: ClosedRange<Float>?,
    domain: ClosedRange<Float>, coreImageValue: String?, unset: UnsetValue?,
    fitting: PictureFitting, own: (text: String?, unset: UnsetValue?)
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.sentence = sentence
    self.initial = initial
    self.choices = choices
    self.suggested = suggested
    self.domain = domain
    self.coreImageValue = coreImageValue
    self.unset = unset
    self.fitting = fitting
    isRequired = false
    isColor = false
    reader = nil
    self.own = own
  }

  /// The parameter with the default of this library's look.
  ///
  /// - Precondition: that default, which the transition declares, can be read.
  var ours: ParameterDescription {
    var copy = self
    copy.coreImageValue = nil
    if let unset = own.unset { copy.unset = unset }
    if let text = own.text {
      guard let text = try? ParameterText(text, for: self) else {
        preconditionFailure("the default of \(name) is \(text)")
      }
      copy.defaultText = text
      copy.initial = text.isAbsolute ? text.value(in: .zero) : nil
    }
    return copy
  }

  /// Describes a parameter of a filter that is not declared in Swift.
  ///
  /// - Parameters:
  ///   - name: the name, which is exact.
  ///   - initial: the default; `nil` if it must be given.
  ///   - unit: the unit of its numbers.
  ///   - suggested: the range that a slider would have.
  ///   - domain: the range in which a number has a meaning.
  ///   - isColor: whether the numbers are a color's components.
  ///   - sentence: one sentence that says what it does, if anything does.
  ///   - reader: how its text is read; `nil` for the path of a picture.
  public init(
    name: String, initial: ParameterValue?, unit: ParameterUnit = .none,
    suggested: ClosedRange<Float>? = nil,
    domain: ClosedRange<Float> = -.infinity ... .infinity, isColor: Bool = false,
    sentence: String, reader: Reader?
  ) {
    self.name = name
    self.isColor = isColor
    self.initial = initial
    self.sentence = sentence
    self.reader = reader
    kind = initial?.kind ?? .image
    self.unit = unit
    choices = []
    self.suggested = suggested
    self.domain = domain
    coreImageValue = nil
    unset = nil
    fitting = .own
    isRequired = initial == nil
    own = (nil, nil)
  }

  /// The type of its values for programs, one word whatever language declares it: `number`,
  /// `integer`, `boolean`, `color`, `point`, `rectangle`, `image`; `numbers`, `integers` or
  /// `booleans` where there are ``count``.
  public var type: String {
    guard case .components(let type, let count) = kind else { return kind.name }
    if isColor { return "color" }
    let word = type.hasPrefix("b") ? "boolean" : type.hasPrefix("i") ? "integer" : "number"
    return count == 1 ? word : word + "s"
  }

  /// How many numbers a value has, where its ``type`` does not tell: those of a color are three if
  /// it has no alpha. Else `nil`.
  public var count: Int? {
    if case .components(_, let count) = kind, count > 1 { count } else { nil }
  }

  /// Whether it has an option of its own on the command line; others are set by `--set`.
  public var hasOption: Bool { reader == nil && !isRequired }

  /// The name of the command line's option, without hyphens: `baroffset`.
  public var option: String { name.lowercased() }
  /// Core Image's name: `inputBarOffset`.
  public var coreImageKey: String { "input" + name.prefix(1).uppercased() + name.dropFirst() }

  /// Whether a value is finite and in the domain.
  func admits(_ value: ParameterValue) -> Bool {
    value.numbers.allSatisfy { $0.isFinite && domain.contains($0) }
  }

  /// A value brought into the domain, in which no number is infinite.
  public func clamped(_ value: ParameterValue) -> ParameterValue {
    func clamp(_ number: Float) -> Float {
      let greatest = Float.greatestFiniteMagnitude
      return min(max(number, domain.lowerBound, -greatest), domain.upperBound, greatest)
    }
    return switch value {
    case .number(let n): .number(clamp(n))
    case .point(let p): .point(Point(x: clamp(p.x), y: clamp(p.y)))
    case .rectangle(let r):
      .rectangle(
        Rect(x: clamp(r.x), y: clamp(r.y), width: clamp(r.width), height: clamp(r.height)))
    case .color(let c): .color(Color(clamp(c.red), clamp(c.green), clamp(c.blue), clamp(c.alpha)))
    case .components(let numbers, let type):
      .components(
        numbers.map { domain.contains(Float($0)) ? $0 : Double(clamp(Float($0))) }, type: type)
    case .image, .mask, .flag: value
    }
  }
}
