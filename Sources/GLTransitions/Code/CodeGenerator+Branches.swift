/// Branches. A condition that all pixels of a block share jumps; its merges become copies:
///
///     if (progress > 0.5) c = a * b;     jumpIfFalse condition, to otherwise
///     else c = a;                        t = multiply a, b
///                                        c = copy t
///                                        jump to end
///                                        otherwise:
///                                        c = copy a
///                                        end:
///
/// A condition that differs from pixel to pixel is a mask. Both sides are computed, each for its
/// pixels (a side without pixels is jumped over), and the merges select:
///
///     if (uv.x > 0.5) c = f(a);          jumpIfNone condition, to first
///     else c = a;                        t = f(a)
///                                        first:
///                                        c = select condition, t, a
extension CodeGenerator {
  /// The most that both sides of a branch may cost together to be computed without jumps.
  private static let cheapSides = 10

  mutating func emit(_ branch: Graph.Branch, _ current: Rate, mask: Register) {
    branchDepth += 1
    defer { branchDepth -= 1 }
    if isUniform(homes[branch.condition]) {
      emitJumps(branch, current, mask)
    } else {
      emitMasked(branch, current, mask)
    }
  }

  private mutating func emitJumps(_ branch: Graph.Branch, _ current: Rate, _ mask: Register) {
    let condition = homes[branch.condition]
    let (otherwise, end) = (newLabel(), newLabel())
    let start = code.instructions[current].count
    control(.jump(.ifFalse, otherwise), current, condition)
    emit(branch.yes, current, mask: mask)
    let middle = code.instructions[current].count
    control(.jump(.always, end), current)
    control(.label(otherwise), current)
    emit(branch.no, current, mask: mask)
    var copies: [(merge: Graph.Merge, register: Register)] = []
    for merge in branch.merges {
      let operands = [condition, homes[merge.yes], homes[merge.no]]
      let rate = rate(operands)
      if rate != current {
        // All operands are known earlier, without the jump.
        homes[merge.value] = operate(.select, rate, operands)
      } else {
        let isUniform = !rates[merge.value].differsInRow && operands.allSatisfy(isUniform)
        let result = register(current, isUniform: isUniform)
        homes[merge.value] = result
        copies.append((merge, result))
      }
    }
    let yesIsEmpty = middle == start + 1
    let noIsEmpty = code.instructions[current].count == middle + 2
    if copies.isEmpty, yesIsEmpty, noIsEmpty { return remove(from: start, current) }
    // Those of the first side go before its jump, once the registers are known.
    var first: [Instruction] = []
    for (merge, register) in copies {
      operate(.copy, current, [homes[merge.no]], into: register)
      first.append(
        Instruction(
          .operate(.copy), isUniform: isUniform(register), result: register, homes[merge.yes]))
    }
    code.instructions[current].insert(contentsOf: first, at: middle)
    products.removeAll()
    control(.label(end), current)
  }

  private mutating func emitMasked(_ branch: Graph.Branch, _ current: Rate, _ mask: Register) {
    let condition = homes[branch.condition]
    let (yes, no) = (cost(branch.yes), cost(branch.no))
    if let yes, let no, yes + no <= Self.cheapSides {
      emit(branch.yes, current, mask: mask)
      emit(branch.no, current, mask: mask)
    } else {
      emitSide(branch.yes, current) { generator in
        if mask.isNone { return condition }
        return generator.operate(.and, current, [mask, condition])
      }
      emitSide(branch.no, current) { generator in
        if mask.isNone { return generator.operate(.not, current, [condition]) }
        return generator.operate(.andNot, current, [mask, condition])
      }
    }
    for merge in branch.merges {
      let operands = [condition, homes[merge.yes], homes[merge.no]]
      homes[merge.value] = operate(.select, rate(operands), operands)
    }
  }

  /// Emits a side of a branch after a jump, if there is anything in it.
  private mutating func emitSide(
    _ region: Graph.Region, _ current: Rate, _ makeMask: (inout CodeGenerator) -> Register
  ) {
    let start = code.instructions[current].count
    let mask = makeMask(&self)
    let end = newLabel()
    control(.jump(.ifNone, end), current, mask)
    let body = code.instructions[current].count
    emit(region, current, mask: mask)
    if code.instructions[current].count == body {
      remove(from: start, current)
    } else {
      control(.label(end), current)
    }
  }

  private mutating func remove(from start: Int, _ rate: Rate) {
    code.instructions[rate].removeSubrange(start...)
    stretches[rate] = min(stretches[rate], start)
  }

  /// The cost of a region's instructions per pixel; nil if it is too much.
  private func cost(_ region: Graph.Region) -> Int? {
    var sum = 0
    for node in region.nodes {
      switch node {
      case .value(let value):
        guard rates[value] == .perPixel else { continue }
        guard case .operation(let operation, _, _, _) = graph.definitions[value] else { return nil }
        sum += operation.cost
      case .sample, .loop: return nil
      case .branch(let number):
        let branch = graph.branches[number]
        guard rates[branch.condition].differsInRow, let yes = cost(branch.yes),
          let no = cost(branch.no)
        else { return nil }
        sum += yes + no + branch.merges.count
      }
      if sum > Self.cheapSides { return nil }
    }
    return sum
  }
}
