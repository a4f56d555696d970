/// Finds out what every name and every expression of a tree is.
struct Checker {
  /// The most elements of an array.
  static let arrayLimit = 4_096
  /// The most calls that are followed at once.
  private static let pathLimit = 2 * Lowering.callLimit
  /// The most scalars of a variable.
  static let sizeLimit = 65_536
  /// The most scalars of all variables.
  private static let totalLimit = 4_000_000

  var program = TypedProgram()
  var scope = Scope()
  /// The functions of each name.
  var overloads: [String: [Int]] = [:]
  /// The values of constants that are scalars.
  var constants: [Int: [UInt32]] = [:]
  /// What the function that is being checked returns.
  var returnType = Type.void
  var loops = 0
  /// The scalars of all variables.
  private var total = 0
  /// Each function's calls, to find recursion.
  var calls: [Int: [(callee: Int, position: SourcePosition)]] = [:]
  var current: Int?
  private let source: SourceText
  private let comments: [Comment]
  private var structures = 0
  private var pictures = 2

  static func check(
    _ tree: [TopLevel], source: SourceText, comments: [Comment]
  ) throws(SourceError) -> TypedProgram {
    var checker = Checker(source: source, comments: comments)
    for item in tree { try checker.add(item) }
    try checker.finish()
    return checker.program
  }

  private init(source: SourceText, comments: [Comment]) {
    self.source = source
    self.comments = comments
    program.progress = add(Variable(name: "progress", type: .float, storage: .given))
    program.ratio = add(Variable(name: "ratio", type: .float, storage: .given))
    _ = add(Variable(name: "from", type: .sampler, storage: .picture(0)))
    _ = add(Variable(name: "to", type: .sampler, storage: .picture(1)))
    scope.open()
  }

  private mutating func add(_ variable: Variable) -> Int {
    program.variables.append(variable)
    let number = program.variables.count - 1
    _ = scope.declare(variable.name, .variable(number))
    return number
  }

  // MARK: Declarations

  private mutating func add(_ item: TopLevel) throws(SourceError) {
    switch item {
    case .uniform(let declaration): try addUniforms(declaration)
    case .global(let declaration):
      try program.globals += declare(declaration)
    case .function(let function): try add(function)
    }
  }

  /// Declares a new variable in the innermost scope.
  mutating func declare(_ variable: Variable) throws(SourceError) -> Int {
    total += variable.type.count
    guard total <= Self.totalLimit else {
      throw SourceError(variable.position, "the variables are too large together")
    }
    program.variables.append(variable)
    let number = program.variables.count - 1
    guard scope.declare(variable.name, .variable(number)) else {
      throw SourceError(variable.position, "\(variable.name) is declared twice")
    }
    return number
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
        suggestion: didYouMean(specifier.name, among: names))
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
    guard count <= Self.arrayLimit, count * element.count <= Self.sizeLimit else {
      throw SourceError(
        size.position, "an array of \(count) elements: at most \(Self.arrayLimit) are supported")
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

  // MARK: Uniforms

  private mutating func addUniforms(_ declaration: Declaration) throws(SourceError) {
    let base = try type(declaration.type)
    let after = defaultAfter(declaration)
    for (index, declarator) in declaration.declarators.enumerated() {
      let type = try type(base, declarator.arraySize, at: declarator.position, of: nil)
      var variable = Variable(name: declarator.name, type: type, position: declarator.position)
      if case .variable(let number)? = scope.find(declarator.name),
        program.variables[number].storage == .given || program.variables[number].isPicture
      {
        // What is given may be declared once more.
        guard program.variables[number].type == type else {
          throw SourceError(
            declarator.position, "\(declarator.name) is \(program.variables[number].type.described)"
          )
        }
        continue
      }
      let element = if case .array(let element, _) = type { element } else { type }
      guard type == .sampler || element.scalar != nil else {
        throw SourceError(declarator.position, "a uniform cannot be \(type.described)")
      }
      let kind: Uniform.Kind =
        switch element.scalar {
        case .float: .float
        case .int: .int
        case .bool: .bool
        case nil: .picture
        }
      if kind == .picture {
        variable.storage = .picture(pictures)
        pictures += 1
      } else {
        variable.storage = .uniform(program.uniforms.count)
      }
      _ = try declare(variable)
      let start = Int(declarator.position.offset)
      let inside = comments.first { $0.start > start && $0.end <= declarator.end }
      let isLast = index == declaration.declarators.count - 1
      let text = inside.flatMap(Self.defaultText) ?? (isLast || inside == nil ? after : nil)
      var value = text.flatMap { UniformText.numbers($0, exactly: false) } ?? []
      if let initializer = declarator.initializer {
        let typed = try convert(check(initializer), to: type) {
          "\(declarator.name) is \(type.described), but its value is \($0.described)"
        }
        guard let bits = constantBits(typed) else {
          throw SourceError(initializer.position, "the default of a uniform must be constant")
        }
        value = bits.map {
          kind == .float
            ? Double(Float(bitPattern: $0))
            : kind == .int ? Double(Int32(bitPattern: $0)) : $0 == 0 ? 0 : 1
        }
      }
      let count = kind == .picture ? 0 : type.count
      if value.count == 1 { value = Array(repeating: value[0], count: count) }
      if value.count != count { value = Array(repeating: 0, count: count) }
      if kind == .int {
        value = value.map { min(max($0.rounded(.towardZero), -0x1p31), 0x1p31 - 1) }
      }
      if kind == .bool { value = value.map { $0 == 0 ? 0 : 1 } }
      program.uniforms.append(
        Uniform(
          name: declarator.name, type: type.name, kind: kind, defaultValue: value,
          line: source.line(of: declarator.position)))
    }
  }

  /// The default in the comment behind a declaration: the first one in its line.
  private func defaultAfter(_ declaration: Declaration) -> String? {
    guard let last = declaration.declarators.last else { return nil }
    let end = last.end
    guard let comment = comments.first(where: { $0.start >= end }) else { return nil }
    // Only spaces and semicolons stand between.
    let between = source.bytes[min(end, source.bytes.count)..<comment.start]
    guard between.allSatisfy({ " \t;".utf8.contains($0) }) else { return nil }
    return Self.defaultText(comment)
  }

  /// What stands behind `=` in a comment.
  private static func defaultText(_ comment: Comment) -> String? {
    let text = SourceText.trimmed(comment.text)
    guard text.hasPrefix("=") else { return nil }
    let value = text.dropFirst().prefix { $0 != ";" && !$0.isNewline }
    return SourceText.trimmed(String(value).split(separator: "//").first ?? "")
  }

  // MARK: Functions

  private mutating func add(_ syntax: FunctionSyntax) throws(SourceError) {
    let returnType = try type(syntax.returnType)
    if returnType.holdsSampler {
      throw SourceError(syntax.position, "a function cannot return a sampler2D")
    }
    if ["getFromColor", "getToColor"].contains(syntax.name) {
      throw SourceError(syntax.position, "\(syntax.name) is given and cannot be defined again")
    }
    var types: [Type] = []
    for parameter in syntax.parameters {
      let type = try type(
        type(parameter.type), parameter.arraySize, at: parameter.position, of: nil)
      guard type != .void, type != .sampler || parameter.direction == .in else {
        throw SourceError(parameter.position, "a parameter cannot be \(type.described)")
      }
      types.append(type)
    }
    guard scope.declare(syntax.name, .functions) else {
      throw SourceError(syntax.position, "\(syntax.name) is declared twice")
    }
    let number: Int
    if let known = overloads[syntax.name]?.first(where: {
      program.functions[$0].parameters.map(\.type) == types
    }) {
      number = known
      let known = program.functions[known]
      guard known.returnType == returnType,
        known.parameters.map(\.direction) == syntax.parameters.map(\.direction)
      else {
        throw SourceError(
          syntax.position, "\(syntax.name) differs from its declaration above")
      }
      if known.body != nil, syntax.body != nil {
        throw SourceError(syntax.position, "\(syntax.name) is defined twice")
      }
    } else {
      number = program.functions.count
      overloads[syntax.name, default: []].append(number)
      program.functions.append(
        TypedFunction(
          name: syntax.name, returnType: returnType, parameters: [], position: syntax.position))
    }
    scope.open()
    defer { scope.close() }
    var parameters: [TypedFunction.Parameter] = []
    for (parameter, type) in zip(syntax.parameters, types) {
      var variable = Variable(name: "", type: type, position: parameter.position)
      if type == .sampler { variable.storage = .constant }
      let place: Int
      if let name = parameter.name {
        variable.name = name
        place = try declare(variable)
      } else {
        program.variables.append(variable)
        place = program.variables.count - 1
      }
      parameters.append(
        TypedFunction.Parameter(variable: place, type: type, direction: parameter.direction))
    }
    guard let body = syntax.body else {
      if program.functions[number].body == nil {
        program.functions[number].parameters = parameters
      }
      return
    }
    program.functions[number].parameters = parameters
    program.functions[number].position = syntax.position
    self.returnType = returnType
    current = number
    // Of its own, so that a variable may have the name of a parameter.
    scope.open()
    program.functions[number].body = try check(body)
    scope.close()
    current = nil
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
      let place = candidates.first.map { program.functions[$0].position } ?? SourcePosition()
      throw SourceError(place, "there is no function vec4 transition(vec2)")
    }
    guard program.functions[number].returnType == .vec(4),
      program.functions[number].parameters[0].direction == .in
    else {
      throw SourceError(
        program.functions[number].position, "transition must be vec4 transition(vec2)")
    }
    program.transition = number
  }

  /// Functions are copied to where they are called: none may call itself.
  private func findRecursion() throws(SourceError) {
    var heights: [Int: Int] = [:]
    var path: Set<Int> = []
    func height(_ function: Int) throws(SourceError) -> Int {
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
      return result
    }
    for function in program.functions.indices { _ = try height(function) }
  }

  func didYouMean(_ name: String, among names: [String]) -> String? {
    Scope.nearest(to: name, among: names).map { "did you mean \($0)?" }
  }
}

extension Variable {
  fileprivate var isPicture: Bool {
    if case .picture = storage { return true }
    return false
  }
}

extension Type {
  /// Whether a sampler is in it.
  fileprivate var holdsSampler: Bool {
    switch self {
    case .sampler: true
    case .array(let element, _): element.holdsSampler
    default: false
    }
  }
}
