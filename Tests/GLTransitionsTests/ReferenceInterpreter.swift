@testable import GLTransitions

/// Runs a typed program for one pixel as the language says it, statement by statement: slow and
/// obviously right. What the machine draws is compared with it.
final class ReferenceInterpreter {
  private let program: TypedProgram
  private var memory: [Handle<Variable>: [UInt32]] = [:]
  private let colors: [[Float]]
  private var result: [UInt32] = []

  private enum Flow { case next, `break`, `continue`, `return` }

  /// Runs a program; all pixels of a picture have its color.
  init(_ program: TypedProgram, colors: [[Float]]) {
    self.program = program
    self.colors = colors
  }

  func color(x: Float, y: Float, progress: Float, width: Float, height: Float) -> [Float] {
    memory = [:]
    func value(of given: Variable.Given) -> [Float] {
      switch given {
      case .progress: [progress]
      case .ratio: [width / height]
      case .resolution: [width, height]
      case .fragmentPosition: [x * width, y * height, 0.5, 1]
      }
    }
    for number in program.variables.handles {
      let variable = program.variables[number]
      if case .picture(let picture) = variable.storage { memory[number] = [UInt32(picture)] }
      if case .given(let given) = variable.storage {
        memory[number] = value(of: given).map(\.bitPattern)
      }
      if case .uniform(let uniform) = variable.storage {
        memory[number] = program.uniforms[uniform].defaultValue.map {
          switch program.uniforms[uniform].kind {
          case .int: UInt32(bitPattern: Int32($0))
          case .bool: $0 == 0 ? 0 : .max
          default: Float($0).bitPattern
          }
        }
      }
    }
    for global in program.globals { declare(global) }
    return call(program.transition, [[x.bitPattern, y.bitPattern]]).map(Float.init(bitPattern:))
  }

  // MARK: Statements

  private func declare(_ declaration: TypedDeclaration) {
    let count = program.variables[declaration.variable].type.count
    memory[declaration.variable] =
      declaration.value.map(value) ?? Array(repeating: 0, count: count)
  }

  private func run(_ statements: [TypedStatement]) -> Flow {
    for statement in statements {
      let flow = run(statement)
      if flow != .next { return flow }
    }
    return .next
  }

  private func run(_ statement: TypedStatement) -> Flow {
    switch statement.kind {
    case .block(let statements): return run(statements)
    case .declaration(let declaration): declare(declaration)
    case .expression(let expression): _ = value(expression)
    case .conditional(let branches, let otherwise):
      for branch in branches where value(branch.condition)[0] != 0 { return run(branch.body) }
      return otherwise.map { run($0) } ?? .next
    case .loop(let loop):
      _ = run(loop.start)
      var isFirst = loop.isDoWhile
      while true {
        if !isFirst, let condition = loop.condition, value(condition)[0] == 0 { return .next }
        isFirst = false
        switch run(loop.body) {
        case .return: return .return
        case .break: return .next
        case .next, .continue: break
        }
        if let step = loop.step { _ = value(step) }
      }
    case .break: return .break
    case .continue: return .continue
    case .return(let expression):
      result = expression.map(value) ?? []
      return .return
    }
    return .next
  }

  private func call(_ number: Handle<TypedFunction>, _ arguments: [[UInt32]]) -> [UInt32] {
    let function = program.functions[number]
    for (parameter, value) in zip(function.parameters, arguments) {
      memory[parameter.variable] = value
    }
    result = Array(repeating: 0, count: function.returnType.count)
    let before = result
    return run(function.body ?? []) == .return ? result : before
  }

  // MARK: Lvalues

  private func lvalue(
    _ expression: TypedExpression
  ) -> (variable: Handle<Variable>, components: [Int]) {
    switch expression.kind {
    case .variable(let number):
      return (number, Array(0..<expression.type.count))
    case .components(let base, let components):
      let outer = lvalue(base)
      return (outer.variable, components.map { outer.components[$0] })
    case .index(let base, let index):
      let outer = lvalue(base)
      let count = expression.type.count
      let chosen = Int(Int32(bitPattern: value(index)[0]))
      let start = min(max(chosen, 0), outer.components.count / count - 1) * count
      return (outer.variable, Array(outer.components[start..<start + count]))
    default: return (.none, [])
    }
  }

  private func assign(_ target: TypedExpression, _ values: [UInt32]) {
    let (variable, components) = lvalue(target)
    for (component, value) in zip(components, values) { memory[variable]?[component] = value }
  }

  // MARK: Expressions

  private func float(_ bits: UInt32) -> Float { Float(bitPattern: bits) }
  private func int(_ bits: UInt32) -> Int32 { Int32(bitPattern: bits) }
  private func truth(_ value: Bool) -> UInt32 { value ? .max : 0 }

  private func value(_ expression: TypedExpression) -> [UInt32] {
    switch expression.kind {
    case .constant(let bits): return bits
    case .variable(let number): return memory[number] ?? []
    case .components(let base, let components):
      let values = value(base)
      return components.map { values[$0] }
    case .index(let base, let index):
      let values = value(base)
      let count = expression.type.count
      let chosen = Int(int(value(index)[0]))
      let start = min(max(chosen, 0), values.count / count - 1) * count
      return Array(values[start..<start + count])
    case .negation(let operand):
      let isInt = operand.type.scalar == .int
      return value(operand).map {
        isInt ? UInt32(bitPattern: 0 &- int($0)) : (-float($0)).bitPattern
      }
    case .not(let operand): return [~value(operand)[0]]
    case .arithmetic(let kind, let left, let right):
      let (a, b) = (value(left), value(right))
      return arithmetic(kind, a, left.type, b, right.type)
    case .comparison(let kind, let left, let right):
      let (a, b) = (value(left)[0], value(right)[0])
      let isInt = left.type == .int
      switch kind {
      case .less: return [truth(isInt ? int(a) < int(b) : float(a) < float(b))]
      case .lessOrEqual: return [truth(isInt ? int(a) <= int(b) : float(a) <= float(b))]
      case .greater: return [truth(isInt ? int(a) > int(b) : float(a) > float(b))]
      case .greaterOrEqual: return [truth(isInt ? int(a) >= int(b) : float(a) >= float(b))]
      }
    case .equality(let left, let right, let isNegated):
      let (a, b) = (value(left), value(right))
      let isEqual = left.type.scalars.indices.allSatisfy { index in
        left.type.scalars[index] == .float
          ? float(a[index]) == float(b[index]) : a[index] == b[index]
      }
      return [truth(isEqual != isNegated)]
    case .and(let left, let right): return value(left)[0] == 0 ? [0] : value(right)
    case .or(let left, let right): return value(left)[0] != 0 ? [.max] : value(right)
    case .exclusiveOr(let left, let right): return [value(left)[0] ^ value(right)[0]]
    case .conditional(let condition, let yes, let no):
      return value(condition)[0] != 0 ? value(yes) : value(no)
    case .assignment(let target, let operand):
      let values = value(operand)
      assign(target, values)
      return values
    case .update(let kind, let target, let operand):
      let change = value(operand)
      let values = arithmetic(kind, value(target), target.type, change, operand.type)
      assign(target, values)
      return values
    case .increment(let target, let isDecrement, let isPrefix):
      let old = value(target)
      let one = target.type.scalar == .int ? [UInt32(1)] : [Float(1).bitPattern]
      let scalar = Type.scalar(target.type.scalar ?? .float)
      let new = arithmetic(isDecrement ? .subtract : .add, old, target.type, one, scalar)
      assign(target, new)
      return isPrefix ? new : old
    case .comma(let left, let right):
      _ = value(left)
      return value(right)
    case .call(let number, let arguments):
      let parameters = program.functions[number].parameters
      let values = zip(arguments, parameters).map { argument, parameter in
        parameter.direction == .out
          ? Array(repeating: 0, count: parameter.type.count) : value(argument)
      }
      let returned = call(number, values)
      for (argument, parameter) in zip(arguments, parameters) where parameter.direction != .in {
        assign(argument, memory[parameter.variable] ?? [])
      }
      return returned
    case .builtin(let number, let arguments):
      if Builtin.all[number].name == "pow", let power = power(arguments) { return power }
      return builtin(Builtin.all[number].name, arguments.map(value), arguments.map(\.type))
    case .sample(_, let parts):
      return colors[Int(parts.map(value)[0][0])].map(\.bitPattern)
    case .construction(let parts): return construct(parts, expression.type)
    case .aggregate(let parts): return parts.flatMap(value)
    }
  }

  private func arithmetic(
    _ kind: Arithmetic, _ a: [UInt32], _ first: Type, _ b: [UInt32], _ second: Type
  ) -> [UInt32] {
    if kind == .multiply {
      func entry(_ row: [Float], _ column: [Float]) -> UInt32 {
        var sum = row[0] * column[0]
        for index in 1..<row.count { sum += row[index] * column[index] }
        return sum.bitPattern
      }
      switch (first, second) {
      case (.matrix(let n), .vector), (.matrix(let n), .matrix):
        return (0..<b.count / n).flatMap { column in
          (0..<n).map { row in
            entry(
              (0..<n).map { float(a[$0 * n + row]) }, (0..<n).map { float(b[column * n + $0]) })
          }
        }
      case (.vector, .matrix(let n)):
        return (0..<n).map { column in
          entry(a.map(float), (0..<n).map { float(b[column * n + $0]) })
        }
      default: break
      }
    }
    let isInt = first.scalar == .int
    return (0..<max(a.count, b.count)).map { index in
      let (x, y) = (a[a.count == 1 ? 0 : index], b[b.count == 1 ? 0 : index])
      if isInt {
        let (p, q) = (int(x), int(y))
        let r =
          switch kind {
          case .add: p &+ q
          case .subtract: p &- q
          case .multiply: p &* q
          case .divide: q == 0 ? 0 : p.dividedReportingOverflow(by: q).partialValue
          }
        return UInt32(bitPattern: r)
      }
      let (p, q) = (float(x), float(y))
      let r =
        switch kind {
        case .add: p + q
        case .subtract: p - q
        case .multiply: p * q
        case .divide: p / q
        }
      return r.bitPattern
    }
  }

  private func construct(_ parts: [TypedExpression], _ type: Type) -> [UInt32] {
    var values: [UInt32] = []
    for part in parts {
      for bits in value(part) { values.append(convert(bits, part.type.scalar, type.scalar)) }
    }
    if case .matrix(let size) = type, parts.count == 1 {
      if values.count == 1 {
        return (0..<size * size).map { $0 / size == $0 % size ? values[0] : 0 }
      }
      if case .matrix(let given) = parts[0].type {
        return (0..<size * size).map { index in
          let (column, row) = (index / size, index % size)
          return column < given && row < given
            ? values[column * given + row] : (column == row ? Float(1).bitPattern : 0)
        }
      }
    }
    if values.count == 1 { return Array(repeating: values[0], count: type.count) }
    return Array(values.prefix(type.count))
  }

  private func convert(_ bits: UInt32, _ from: Scalar?, _ to: Scalar?) -> UInt32 {
    switch (from, to) {
    case (.int, .float): return Float(int(bits)).bitPattern
    case (.bool, .float): return bits == 0 ? 0 : Float(1).bitPattern
    case (.float, .int):
      let x = float(bits)
      return x.isNaN
        ? 0
        : UInt32(bitPattern: x >= 0x1p31 ? .max : x <= -0x1p31 ? .min : Int32(x))
    case (.bool, .int): return bits == 0 ? 0 : 1
    case (.float, .bool): return truth(float(bits) != 0)
    case (.int, .bool): return truth(bits != 0)
    default: return bits
    }
  }

  // MARK: Functions

  private func each(_ v: [[UInt32]], _ f: ([Float]) -> Float) -> [UInt32] {
    (0..<(v.map(\.count).max() ?? 0)).map { index in
      f(v.map { float($0[$0.count == 1 ? 0 : index]) }).bitPattern
    }
  }

  private func dot(_ a: [UInt32], _ b: [UInt32]) -> Float {
    var sum = float(a[0]) * float(b[0])
    for index in a.indices.dropFirst() { sum += float(a[index]) * float(b[index]) }
    return sum
  }

  /// A power whose exponent is written as one for which compilers multiply.
  private func power(_ arguments: [TypedExpression]) -> [UInt32]? {
    guard case .constant(let exponent) = arguments[1].kind, exponent.count == 1 else { return nil }
    switch float(exponent[0]) {
    case 0: return [Float(1).bitPattern]
    case 1: return value(arguments[0])
    case 2: return each([value(arguments[0])]) { $0[0] * $0[0] }
    case 4: return each([value(arguments[0])]) { ($0[0] * $0[0]) * ($0[0] * $0[0]) }
    default: return nil
    }
  }

  /// The least or the greatest of two, where one that is not a number does not count.
  private func least(_ a: Float, _ b: Float) -> Float { a.isNaN || b < a ? b : a }
  private func greatest(_ a: Float, _ b: Float) -> Float { a.isNaN || a < b ? b : a }

  /// The functions that have their own tests.
  private func elementary(_ operation: Operation, _ v: [[UInt32]]) -> [UInt32] {
    each(v) { x in
      Float(
        bitPattern: Execution.result(
          of: operation, x[0].bitPattern, x.count > 1 ? x[1].bitPattern : 0, 0))
    }
  }

  private func builtin(_ name: String, _ v: [[UInt32]], _ types: [Type]) -> [UInt32] {
    switch name {
    case "sin": return elementary(.sine, v)
    case "cos": return elementary(.cosine, v)
    case "atan": return elementary(v.count == 2 ? .arcTangent2 : .arcTangent, v)
    case "exp": return elementary(.exponential, v)
    case "pow": return elementary(.power, v)
    case "sqrt": return each(v) { $0[0].squareRoot() }
    case "abs": return each(v) { $0[0].magnitude }
    case "sign": return each(v) { $0[0] > 0 ? 1 : $0[0] < 0 ? -1 : 0 }
    case "floor": return each(v) { $0[0].rounded(.down) }
    case "ceil": return each(v) { $0[0].rounded(.up) }
    case "fract": return each(v) { $0[0] - $0[0].rounded(.down) }
    case "mod": return each(v) { $0[0] - $0[1] * ($0[0] / $0[1]).rounded(.down) }
    case "min": return each(v) { least($0[0], $0[1]) }
    case "max": return each(v) { greatest($0[0], $0[1]) }
    case "clamp":
      return each(v) { least(greatest($0[0], $0[1]), $0[2]) }
    case "mix": return each(v) { $0[0] * (1 - $0[2]) + $0[1] * $0[2] }
    case "step": return each(v) { $0[1] < $0[0] ? 0 : 1 }
    case "smoothstep":
      return each(v) { x in
        let share = (x[2] - x[0]) / (x[1] - x[0])
        let t = least(greatest(share, 0), 1)
        return t * t * (3 - 2 * t)
      }
    case "dot": return [dot(v[0], v[1]).bitPattern]
    case "length":
      return [
        (v[0].count == 1 ? float(v[0][0]).magnitude : dot(v[0], v[0]).squareRoot()).bitPattern
      ]
    case "distance":
      let d = each(v) { $0[0] - $0[1] }
      return [(d.count == 1 ? float(d[0]).magnitude : dot(d, d).squareRoot()).bitPattern]
    case "lessThan": return zip(v[0], v[1]).map { truth(float($0) < float($1)) }
    case "any": return [truth(v[0].contains { $0 != 0 })]
    case "all": return [truth(v[0].allSatisfy { $0 != 0 })]
    case "not": return v[0].map { ~$0 }
    default: fatalError("\(name) is not in random programs")
    }
  }
}
