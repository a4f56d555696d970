internal import TransitionKit

/// Resolves every name of a tree and gives every expression its type.
struct Checker {
  /// The most elements of an array.
  static let arrayLimit = 4_096
  /// The most calls that are followed at once.
  private static let pathLimit = 2 * Lowering.callLimit
  /// The most scalars of a variable.
  static let sizeLimit = 65_536
  /// The most scalars of all variables.
  private static let totalLimit = 1_000_000
  /// The most fields of a structure, functions of a shader, functions of one name, and uniforms:
  /// more than people write, few enough to search them in turn.
  private static let fieldLimit = 1_024
  static let functionLimit = 1_024
  static let overloadLimit = 64
  static let uniformLimit = 256
  /// The most scalars of all fields and elements that expressions take.
  private static let partLimit = 4_000_000

  var program = TypedProgram()
  var scope = Scope()
  /// The functions of each name.
  var overloads: [String: [Handle<TypedFunction>]] = [:]
  /// The values of constants that are scalars.
  var constants: [Handle<Variable>: [UInt32]] = [:]
  /// The type that the function that is being checked returns.
  var returnType = Type.void
  var loops = 0
  /// The scalars of all variables.
  private var total = 0
  /// The scalars of all fields and elements that expressions have taken.
  private var taken = 0
  /// The calls of each function, to find recursion, and those outside of functions.
  var calls: [Handle<TypedFunction>?: [(callee: Handle<TypedFunction>, position: SourcePosition)]] =
    [:]
  /// The function that is being checked.
  var current: Handle<TypedFunction>?
  let source: SourceText
  let comments: [Comment]
  /// Whether the functions that sample the pictures take a level.
  let hasLevels: Bool
  /// The positions of the last declarations outside of functions, to tell which names are used too
  /// early.
  private var definitions: [String: SourcePosition] = [:]
  private var structures = 0
  /// The number of pictures, the source and the target among them.
  var pictures = 2

  static func check(
    _ tree: [TopLevel], source: SourceText, comments: [Comment], hasLevels: Bool
  ) throws(SourceError) -> TypedProgram {
    let tree = HostWrapper.removed(from: tree)
    var checker = Checker(source: source, comments: comments, hasLevels: hasLevels)
    for declared in tree.flatMap(\.declared) {
      checker.definitions[declared.name] = declared.position
    }
    for item in tree { try checker.add(item) }
    try checker.finish()
    return checker.program
  }

  private init(source: SourceText, comments: [Comment], hasLevels: Bool) {
    self.source = source
    self.comments = comments
    self.hasLevels = hasLevels
    for given in [Variable.Given.progress, .ratio, .fragmentPosition] { add(given) }
    add(Variable(name: "from", type: .sampler, storage: .picture(0)))
    add(Variable(name: "to", type: .sampler, storage: .picture(1)))
    scope.open()
  }

  mutating func add(_ given: Variable.Given) {
    add(Variable(name: given.rawValue, type: given.type, storage: .given(given)))
  }

  private mutating func add(_ variable: Variable) {
    _ = scope.declare(variable.name, .variable(program.variables.add(variable)))
  }

  // MARK: Declarations

  private mutating func add(_ item: TopLevel) throws(SourceError) {
    switch item.kind {
    case .uniform(let declaration): try addUniforms(declaration)
    case .global(let declaration):
      try program.globals += declare(declaration)
    case .function(let function): try add(function)
    case .hostFunction: break
    case .hostVariables(let storage, _):
      throw SourceError(
        item.position, "a transition has no \(storage) variables",
        suggestion: "its parameter is the point in the frame")
    }
  }

  /// Declares a new variable in the innermost scope.
  mutating func declare(_ variable: Variable) throws(SourceError) -> Handle<Variable> {
    total += variable.type.count
    guard total <= Self.totalLimit else {
      throw SourceError(variable.position, "the variables are too large together")
    }
    let number = program.variables.add(variable)
    guard scope.declare(variable.name, .variable(number)) else {
      throw SourceError(variable.position, "\(variable.name) is declared twice")
    }
    return number
  }

  /// The numbers of the scalars of a field or an element.
  mutating func part(_ range: Range<Int>, at position: SourcePosition) throws(SourceError) -> [Int]
  {
    try take(range.count, at: position)
    return Array(range)
  }

  /// Counts the scalars of a value that is not used as a whole.
  mutating func take(_ count: Int, at position: SourcePosition) throws(SourceError) {
    taken += count
    guard taken <= Self.partLimit else {
      throw SourceError(position, "the fields and elements that are used are too large together")
    }
  }

  /// Declares the variables of a declaration.
  mutating func declare(_ declaration: Declaration) throws(SourceError) -> [TypedDeclaration] {
    let base = try type(declaration.type)
    var result: [TypedDeclaration] = []
    for declarator in declaration.declarators {
      let value: TypedExpression?
      if let initializer = declarator.initializer {
        value = try check(initializer)
      } else {
        value = nil
      }
      var type = try type(base, declarator.arraySize, at: declarator.position, of: value?.type)
      if case .array(let element, 0) = type, case .array(element, let count)? = value?.type {
        type = .array(element, count)
      }
      guard type != .void, !type.holdsSampler else {
        throw SourceError(declarator.position, "a variable cannot be \(type.described)")
      }
      if declaration.isConstant, value == nil {
        throw SourceError(declarator.position, "\(declarator.name) is const but has no value")
      }
      var converted: TypedExpression?
      if let value {
        converted = try convert(value, to: type) {
          "\(declarator.name) is \(type.described), but its value is \($0.described)"
        }
      }
      let number = try declare(
        Variable(
          name: declarator.name, type: type,
          storage: declaration.isConstant ? .constant : .ordinary, position: declarator.position))
      if declaration.isConstant, let converted, let bits = constantBits(converted) {
        constants[number] = bits
      }
      result.append(TypedDeclaration(variable: number, value: converted))
    }
    return result
  }

  /// The type that a specifier names; a structure is defined.
  mutating func type(_ specifier: TypeSpecifier) throws(SourceError) -> Type {
    var result: Type
    if let definition = specifier.structure {
      result = .structure(try structure(definition))
    } else if let type = Type.named[specifier.name] {
      result = type
    } else if case .structure(let type)? = scope.find(specifier.name) {
      result = .structure(type)
    } else {
      let names = Array(Type.named.keys) + scope.names
      throw SourceError(
        specifier.position, "unknown type: \(specifier.name)",
        suggestion: suggestion(for: specifier.name, at: specifier.position, among: names))
    }
    if let size = specifier.arraySize {
      result = try type(result, size, at: specifier.position, of: nil, mayBeEmpty: true)
    }
    return result
  }

  /// An array type, if there is a size.
  mutating func type(
    _ element: Type, _ size: Expression?, at position: SourcePosition, of value: Type?,
    mayBeEmpty: Bool = false
  ) throws(SourceError) -> Type {
    guard let size else {
      if case .array(_, 0) = element, value == nil {
        throw SourceError(position, "this array needs a size")
      }
      return element
    }
    if case .array = element {
      throw SourceError(size.position, "arrays of arrays are not supported")
    }
    if element == .void || element == .sampler {
      throw SourceError(size.position, "there are no arrays of \(element.name)")
    }
    // `[]` stands for the size of the initial value.
    if case .int(0) = size.kind {
      if case .array(_, let count)? = value { return .array(element, count) }
      if mayBeEmpty { return .array(element, 0) }
      throw SourceError(size.position, "an array has at least one element")
    }
    let typed = try check(size)
    guard typed.type == .int, let bits = constantBits(typed)?.first else {
      throw SourceError(size.position, "the size of an array must be a constant int")
    }
    let count = Int(Int32(bitPattern: bits))
    guard count >= 1 else {
      throw SourceError(size.position, "an array has at least one element")
    }
    guard count <= Self.arrayLimit else {
      throw SourceError(
        size.position, "an array of \(count) elements: at most \(Self.arrayLimit) are supported")
    }
    guard count * element.count <= Self.sizeLimit else {
      throw SourceError(
        size.position,
        "an array of \(count * element.count) numbers: at most \(Self.sizeLimit) are supported")
    }
    return .array(element, count)
  }

  private mutating func structure(
    _ definition: StructureDefinition
  ) throws(SourceError) -> StructureType {
    var fields: [StructureType.Field] = []
    var count = 0
    for field in definition.fields {
      let base = try type(field.type)
      for declarator in field.declarators {
        let type = try type(base, declarator.arraySize, at: declarator.position, of: nil)
        guard type != .void, !type.holdsSampler else {
          throw SourceError(declarator.position, "a field cannot be \(type.described)")
        }
        guard !fields.contains(where: { $0.name == declarator.name }) else {
          throw SourceError(declarator.position, "\(declarator.name) is declared twice")
        }
        guard fields.count < Self.fieldLimit else {
          throw SourceError(
            declarator.position, "a structure of more than 1,024 fields")
        }
        fields.append(StructureType.Field(name: declarator.name, type: type, offset: count))
        count += type.count
      }
    }
    guard !fields.isEmpty else {
      throw SourceError(definition.position, "a structure has at least one field")
    }
    guard count <= Self.sizeLimit else {
      throw SourceError(definition.position, "this structure is too large")
    }
    structures += 1
    let type = StructureType(id: structures, name: definition.name, fields: fields, count: count)
    if !definition.name.isEmpty, !scope.declare(definition.name, .structure(type)) {
      throw SourceError(definition.position, "\(definition.name) is declared twice")
    }
    return type
  }

  // MARK: The whole

  private mutating func finish() throws(SourceError) {
    try findRecursion()
    for list in calls.values {
      for call in list where program.functions[call.callee].body == nil {
        throw SourceError(
          call.position, "\(program.functions[call.callee].name) is declared but never defined")
      }
    }
    let candidates = overloads["transition"] ?? []
    guard
      let number = candidates.first(where: {
        program.functions[$0].parameters.map(\.type) == [.vec(2)]
          && program.functions[$0].body != nil
      })
    else {
      let position = candidates.first.map { program.functions[$0].position }
      throw SourceError(
        position ?? SourcePosition(), "there is no function vec4 transition(vec2)")
    }
    guard program.functions[number].returnType == .vec(4),
      program.functions[number].parameters[0].direction == .in
    else {
      throw SourceError(
        program.functions[number].position, "transition must be vec4 transition(vec2)")
    }
    program.transition = number
  }

  /// Functions are copied to where they are called: none may call itself. Notes the order of calls.
  private mutating func findRecursion() throws(SourceError) {
    var calleesFirst: [Handle<TypedFunction>] = []
    var heights: [Handle<TypedFunction>: Int] = [:]
    var path: Set<Handle<TypedFunction>> = []
    func height(_ function: Handle<TypedFunction>) throws(SourceError) -> Int {
      if let known = heights[function] { return known }
      path.insert(function)
      var result = 0
      for call in calls[function] ?? [] {
        if path.contains(call.callee) {
          throw SourceError(
            call.position,
            "\(program.functions[call.callee].name) calls itself: "
              + "recursion is not allowed")
        }
        let below = path.count < Self.pathLimit ? try height(call.callee) + 1 : Lowering.callLimit
        guard below < Lowering.callLimit else {
          throw SourceError(
            call.position, "functions call each other more than \(Lowering.callLimit) deep")
        }
        result = max(result, below)
      }
      path.remove(function)
      heights[function] = result
      calleesFirst.append(function)
      return result
    }
    for function in program.functions.handles { _ = try height(function) }
    program.calleesFirst = calleesFirst
  }

  /// How to mend an unknown name.
  func suggestion(
    for name: String, at position: SourcePosition, among names: [String]
  ) -> String? {
    if let definition = definitions[name], definition.offset > position.offset {
      return "it is defined in line \(source.line(of: definition)): move it up"
    }
    if let other = ForeignNames.suggestions[name] { return other }
    return suggestion(for: name, among: names)
  }

  /// The name among some that is most likely meant; nil if none is near.
  func suggestion(for name: String, among names: some Sequence<String>) -> String? {
    let limit = max(1, name.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in Set(names).sorted() where candidate != name {
      // An abbreviation is near, too: `refl` for `reflection`.
      let isBeginning = name.count >= 3 && candidate.lowercased().hasPrefix(name.lowercased())
      let isShort = abs(name.count - candidate.count) <= limit && name.count <= 64
      let distance =
        isBeginning ? limit : isShort ? name.editDistance(to: candidate) : limit + 1
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best.map { "did you mean \($0.name)?" }
  }
}

extension Type {
  /// Whether a sampler is in it.
  var holdsSampler: Bool {
    switch self {
    case .sampler: true
    case .array(let element, _): element.holdsSampler
    default: false
    }
  }
}
