extension Checker {
  mutating func add(_ syntax: FunctionSyntax) throws(SourceError) {
    let returnType = try type(syntax.returnType)
    if returnType.holdsSampler {
      throw SourceError(syntax.position, "a function cannot return a sampler2D")
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
    let number = try declaredFunction(syntax, returnType, types)
    scope.open()
    defer { scope.close() }
    let parameters = try declareParameters(of: syntax, types)
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
    if returnType != .void, !body.contains(where: \.returns) {
      throw SourceError(
        syntax.position, "\(syntax.name) must return \(returnType.described), but has no return")
    }
  }

  /// The number of a function, which may have been declared before.
  private mutating func declaredFunction(
    _ syntax: FunctionSyntax, _ returnType: Type, _ types: [Type]
  ) throws(SourceError) -> Handle<TypedFunction> {
    let number = overloads[syntax.name]?.first {
      program.functions[$0].parameters.map(\.type) == types
    }
    guard let number else {
      guard program.functions.count < Self.functionLimit else {
        throw SourceError(syntax.position, "more than 1,024 functions")
      }
      guard overloads[syntax.name, default: []].count < Self.overloadLimit else {
        throw SourceError(
          syntax.position, "more than \(Self.overloadLimit) functions of the name \(syntax.name)")
      }
      let new = program.functions.add(
        TypedFunction(
          name: syntax.name, returnType: returnType, parameters: [], position: syntax.position))
      overloads[syntax.name, default: []].append(new)
      return new
    }
    let known = program.functions[number]
    guard known.returnType == returnType,
      known.parameters.map(\.direction) == syntax.parameters.map(\.direction)
    else {
      throw SourceError(syntax.position, "\(syntax.name) differs from its declaration above")
    }
    if known.body != nil, syntax.body != nil {
      throw SourceError(syntax.position, "\(syntax.name) is defined twice")
    }
    return number
  }

  private mutating func declareParameters(
    of syntax: FunctionSyntax, _ types: [Type]
  ) throws(SourceError) -> [TypedFunction.Parameter] {
    var parameters: [TypedFunction.Parameter] = []
    for (parameter, type) in zip(syntax.parameters, types) {
      var variable = Variable(name: "", type: type, position: parameter.position)
      if type == .sampler { variable.storage = .constant }
      if let name = parameter.name { variable.name = name }
      let number =
        parameter.name == nil ? program.variables.add(variable) : try declare(variable)
      parameters.append(
        TypedFunction.Parameter(variable: number, type: type, direction: parameter.direction))
    }
    return parameters
  }
}
