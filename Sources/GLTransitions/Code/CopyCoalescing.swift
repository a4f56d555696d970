extension VirtualCode {
  /// Computes values that are only copied into the copy's register instead.
  ///
  ///     t = multiply a, b          c = multiply a, b
  ///     c = copy t          →      (nothing)
  ///     d = add c, a               d = add c, a
  ///
  /// This is right if `t` is used by the copy alone, if both are registers of one kind, and if
  /// nothing between the two instructions uses `c` or is a label or a jump: `c` must not change
  /// where the copy is not reached, nor before its old value is read.
  mutating func coalesceCopies() {
    for rate in Rate.all { coalesceCopies(rate) }
  }

  private mutating func coalesceCopies(_ rate: Rate) {
    let list = instructions[rate]
    let mentions = countMentions()
    // The last instruction that mentions each register, and the one in this stretch that writes it.
    var mentioned: [Register: Int] = [:]
    var written: [Register: Int] = [:]
    var coalesced: [(writer: Int, copy: Int)] = []
    for (index, instruction) in list.enumerated() {
      switch instruction.kind {
      case .label, .jump: written.removeAll()
      case .operate(.copy):
        let (source, target) = (instruction.a, instruction.result)
        if let writer = written[source], mentions[source] == 2, mentioned[target] ?? -1 <= writer,
          registers[source].isUniform == registers[target].isUniform,
          registers[source].rate == registers[target].rate
        {
          coalesced.append((writer, index))
          mentioned[target] = index
          continue
        }
        written[target] = index
      case .operate, .pick, .load: written[instruction.result] = index
      case .sample(let sample), .fetch(let sample):
        for color in samples[sample].colors where !color.isNone { written[color] = index }
      case .enter, .count, .nothing: break
      }
      forEachRegister(of: instruction) { mentioned[$0] = index }
    }
    for (writer, copy) in coalesced {
      let (source, target) = (list[copy].a, list[copy].result)
      instructions[rate][copy] = Instruction(.nothing)
      switch list[writer].kind {
      case .sample(let sample), .fetch(let sample):
        samples[sample].colors = samples[sample].colors.map { $0 == source ? target : $0 }
      default: instructions[rate][writer].result = target
      }
    }
  }

  /// The number of mentions of each register; one more for those that are needed afterwards.
  private func countMentions() -> Table<VirtualRegister, Int> {
    var mentions = Table<VirtualRegister, Int>(repeating: 0, count: registers.count)
    for rate in Rate.all {
      for instruction in instructions[rate] {
        forEachRegister(of: instruction) { mentions[$0] += 1 }
      }
    }
    for result in results + planes { mentions[result] += 2 }
    return mentions
  }
}
