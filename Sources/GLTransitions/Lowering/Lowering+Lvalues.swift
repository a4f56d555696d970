/// An expression that can be assigned to, such as `v.xy` or `a[i].b`.
struct Lvalue {
  /// Its slots, one list of them for each value of the index.
  var candidates: [[Int]]
  /// Chooses a list; none if there is one list.
  var index: Value
}

extension Lowering {
  mutating func lvalue(_ expression: TypedExpression) throws(SourceError) -> Lvalue {
    switch expression.kind {
    case .variable(let number):
      return Lvalue(candidates: [Array(range(number))], index: .none)
    case .components(let base, let components):
      var lvalue = try lvalue(base)
      for index in lvalue.candidates.indices {
        let slots = lvalue.candidates[index]
        lvalue.candidates[index] = components.map { slots[$0] }
      }
      return lvalue
    case .index(let base, let index):
      let outer = try lvalue(base)
      var chosen = try lower(index)[0]
      let width = expression.type.count
      let count = outer.candidates.first.map { $0.count / max(width, 1) } ?? 1
      try spend(outer.candidates.count * (outer.candidates.first?.count ?? 0))
      let elements = outer.candidates.flatMap { slots in
        (0..<count).map { Array(slots[$0 * width..<($0 + 1) * width]) }
      }
      if !outer.index.isNone {
        // An index beyond the end must not reach into the next element of the outer one.
        let (zero, last) = (builder.constant(Int32(0)), builder.constant(Int32(count - 1)))
        let isLow = builder.apply(.intLess, chosen, zero)
        chosen = builder.apply(.select, isLow, zero, chosen)
        let isHigh = builder.apply(.intLess, last, chosen)
        chosen = builder.apply(.select, isHigh, last, chosen)
        let stride = builder.constant(Int32(count))
        chosen = builder.apply(.intAdd, builder.apply(.intMultiply, outer.index, stride), chosen)
      }
      guard elements.count > 1 else { return Lvalue(candidates: elements, index: .none) }
      if let bits = builder.bits(chosen) {
        let element = min(max(Int(Int32(bitPattern: bits)), 0), elements.count - 1)
        return Lvalue(candidates: [elements[element]], index: .none)
      }
      return Lvalue(candidates: elements, index: chosen)
    default: return Lvalue(candidates: [[]], index: .none)
    }
  }

  mutating func read(_ lvalue: Lvalue) -> [Value] {
    guard let first = lvalue.candidates.first else { return [] }
    if lvalue.index.isNone { return first.map { slots[$0] } }
    return first.indices.map { component in
      builder.pick(lvalue.index, lvalue.candidates.map { slots[$0[component]] })
    }
  }

  mutating func write(_ lvalue: Lvalue, _ values: [Value]) {
    guard let first = lvalue.candidates.first else { return }
    if lvalue.index.isNone {
      for (slot, value) in zip(first, values) { set(slot, value) }
      return
    }
    for (number, slots) in lvalue.candidates.enumerated() {
      let isChosen = builder.apply(.intEqual, lvalue.index, builder.constant(Int32(number)))
      for (slot, value) in zip(slots, values) {
        set(slot, builder.apply(.select, isChosen, value, self.slots[slot]))
      }
    }
  }
}

extension TypedExpression {
  /// Whether it is a variable or a part of one.
  var isLvalue: Bool {
    switch kind {
    case .variable: true
    case .components(let base, _), .index(let base, _): base.isLvalue
    default: false
    }
  }
}
