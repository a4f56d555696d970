internal import TransitionLocks
internal import TransitionSystem

/// Values that are expensive to load, a few of which are in memory: those that drawings use, and
/// the next one.
///
/// A drawing first reserves its values, then borrows them while it is made. Reservations are made
/// one after the other, in the order of the drawings, so a drawing waits only for earlier ones.
/// While those have values they wait for no drawing, only for a value to be loaded. There are never
/// more than `limit` values.
final class LendingCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Slot {
    /// `nil` while it is being loaded.
    var value: Result<Value, Failure>?
    /// How many drawings have reserved it and not given it back.
    var uses = 0
    /// How often it has been reserved.
    var turns = 0
    /// When it was reserved last, as a count of reservations.
    var lastUse: Int
  }

  private struct State {
    var slots: [Key: Slot] = [:]
    var reservations = 0
    /// Whether a drawing waits for room.
    var isFull = false
  }

  /// The right to borrow some values, once.
  struct Reservation: Sendable {
    fileprivate let keys: [Key]
    /// For each value, how many reservations have come before this one since it was missing. Each
    /// of them borrows it before it is forgotten.
    let turns: [Int]
    /// Those that are the borrower's to load.
    fileprivate let missing: [Key]
  }

  private let limit: Int
  private let load: @Sendable (Key) throws(Failure) -> Value
  private let state = Monitor(State())

  /// Makes a cache with room for as many values as a drawing has, at least; `load` loads the value
  /// of a key, on any thread, for one at a time or for several.
  init(limit: Int, load: @escaping @Sendable (Key) throws(Failure) -> Value) {
    (self.limit, self.load) = (limit, load)
  }

  /// Adds a value that is loaded already.
  func add(_ value: Value, as key: Key) {
    state.withLock { $0.slots[key] = Slot(value: .success(value), lastUse: 0) }
  }

  /// Reserves the values of a drawing, as soon as earlier drawings leave room for them.
  ///
  /// Called for one drawing after the other, in their order. Each reservation must be lent.
  func reserve(_ keys: [Key]) -> Reservation {
    var forgotten: [Slot] = []
    return state.wait { state in
      state.isFull = !makeRoom(for: keys, in: &state, &forgotten)
      if state.isFull { return nil }
      state.reservations += 1
      let missing = keys.filter { state.slots[$0] == nil }
      var turns: [Int] = []
      for key in keys {
        var slot = state.slots[key] ?? Slot(lastUse: 0)
        turns.append(slot.turns)
        slot.turns += 1
        slot.uses += 1
        slot.lastUse = state.reservations
        state.slots[key] = slot
      }
      return Reservation(keys: keys, turns: turns, missing: missing)
    }
  }

  /// Lends reserved values for as long as `body` takes, and loads the next one meanwhile.
  ///
  /// `body` gets the values in the order in which they were reserved, each or why it cannot be
  /// loaded. It is always called, so that what else it has reserved is lent, too.
  func lend<Output>(
    _ reservation: Reservation, next: Key?,
    _ body: ([Result<Value, Failure>]) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    defer {
      state.withLock { state in
        for key in reservation.keys { state.slots[key]?.uses -= 1 }
      }
    }
    // All are loaded before the first error is looked at: others may wait for them.
    for key in reservation.missing { loadNow(key) }
    if let next { loadAhead(next) }
    return try body(reservation.keys.map { key in state.wait { $0.slots[key]?.value } })
  }

  /// Forgets unused values until others have room, those first that were used longest ago; tells
  /// whether they have. `forgotten` takes the values: to let one go may mean to wait for a program,
  /// which nobody does under the lock.
  private func makeRoom(
    for keys: [Key], in state: inout State, _ forgotten: inout [Slot]
  ) -> Bool {
    let missing = keys.filter { state.slots[$0] == nil }.count
    while state.slots.count + missing > limit {
      let unused = state.slots.filter { key, slot in
        slot.uses == 0 && slot.value != nil && !keys.contains(key)
      }
      guard let oldest = unused.min(by: { $0.value.lastUse < $1.value.lastUse }) else {
        return false
      }
      forgotten.append(oldest.value)
      state.slots[oldest.key] = nil
    }
    return true
  }

  /// Loads a value on a thread of its own if there is room for it.
  private func loadAhead(_ key: Key) {
    var forgotten: [Slot] = []
    let begins = state.withLock { state in
      guard state.slots[key] == nil, !state.isFull, makeRoom(for: [key], in: &state, &forgotten)
      else { return false }
      state.slots[key] = Slot(lastUse: state.reservations)
      return true
    }
    forgotten = []
    // Without a thread it is loaded here: another drawing may wait for it already.
    if begins, !Threads.detach({ [self] in loadNow(key) }) { loadNow(key) }
  }

  private func loadNow(_ key: Key) {
    let value = Result { () throws(Failure) in try load(key) }
    state.withLock { $0.slots[key]?.value = value }
  }
}
