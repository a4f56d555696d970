/// Loops. Their variables are registers that each iteration writes:
///
///     for (int i = 0; i < n; i++) x += y;     i = copy 0
///                                             x = copy x0
///                                             enter 0
///                                             top:
///                                             count 0
///                                             … the body, into s and j …
///                                             x = copy s
///                                             i = copy j
///                                             again = intLess i, n
///                                             jumpIfTrue again, to top
///
/// Where pixels leave at different iterations, a mask of those that are still in the loop selects
/// between the new and the old value of each variable.
extension CodeGenerator {
  mutating func emit(_ number: Handle<Graph.Loop>, _ outer: Rate, mask: Register) {
    let loop = graph.loops[number]
    // A loop that is not reached may have no end: it stays behind the jump of its branch.
    let current = rate(of: loop).union(branchDepth > 0 ? outer : [])
    var phis: [Register] = []
    for variable in loop.carried {
      let phi = register(current, isUniform: !rates[variable.phi].differsInRow)
      homes[variable.phi] = phi
      homes[variable.out] = phi
      phis.append(phi)
      operate(.copy, current, [homes[variable.initial]], into: phi)
    }
    var live = Register.none
    if rates[loop.again].differsInRow {
      live = register(current, isUniform: false)
      let initial = mask.isNone ? register(.perFrame, isUniform: true, constant: .max) : mask
      operate(.copy, current, [initial], into: live)
    }
    append(Instruction(.enter(number)), current)
    let top = newLabel()
    control(.label(top), current)
    append(Instruction(.count(number)), current)
    emit(loop.body, current, mask: live.isNone ? mask : live)
    // Variables that become others of the same loop are read before any is written.
    var next = loop.carried.map { homes[$0.next] }
    for index in next.indices where phis.contains(next[index]) && next[index] != phis[index] {
      next[index] = operate(.copy, current, [next[index]])
    }
    for (phi, value) in zip(phis, next) where phi != value {
      if live.isNone || isUniform(phi) {
        operate(.copy, current, [value], into: phi)
      } else {
        operate(.select, current, [live, value, phi], into: phi)
      }
    }
    if live.isNone {
      control(.jump(.ifTrue, top), current, homes[loop.again])
    } else {
      operate(.and, current, [live, homes[loop.again]], into: live)
      control(.jump(.ifAny, top), current, live)
    }
  }

  /// The rate at which a loop is executed: less often than the code around it if all of it is known
  /// earlier.
  private func rate(of loop: Graph.Loop) -> Rate {
    var rate = rates[loop.again]
    for variable in loop.carried { rate.formUnion(rates[variable.phi]) }
    graph.visitOperands(of: loop) { value in
      // A value without a register is defined in the loop.
      if !homes[value].isNone { rate.formUnion(code.registers[homes[value]].rate) }
    }
    return rate
  }
}
