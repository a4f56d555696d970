internal import TransitionKit
internal import TransitionSystem

/// A picture brought to the frame.
struct FittedPicture: Sendable {
  let bitmap: Bitmap
  /// Where in the frame its own pixels lie.
  let bounds: Rect
}

/// The pictures of a timeline in memory: those that are being shown, and the next one.
///
/// A drawing first reserves its pictures, then borrows them while it is made. Reservations are made one
/// after the other, in the order of the drawings, so a drawing waits only for earlier ones. While those
/// have pictures they wait for no drawing, only for a picture to be decoded or a transition prepared.
/// There are never more than ``limit`` pictures.
final class PictureCache: Sendable {
  /// Two of a transition, and the next one, which is decoded while they are shown.
  private static let limit = 3

  private struct Slot {
    /// `nil` while it is being loaded.
    var picture: Result<FittedPicture, Failure>?
    /// How many drawings have reserved it and not given it back.
    var uses = 0
    /// When it was reserved last, as a count of reservations.
    var lastUse: Int
  }

  private struct State {
    var slots: [Int: Slot] = [:]
    var reservations = 0
    /// Whether a drawing waits for room.
    var isFull = false
  }

  /// The right to borrow some pictures, once.
  struct Reservation: Sendable {
    fileprivate let numbers: [Int]
    /// Those that are the borrower's to load.
    fileprivate let missing: [Int]
  }

  private let load: @Sendable (Int) -> Result<FittedPicture, Failure>
  private let state = Monitor(State())

  /// - Parameter load: decodes the picture of a number; called on any thread, for one at a time or for
  ///   several.
  init(load: @escaping @Sendable (Int) -> Result<FittedPicture, Failure>) { self.load = load }

  /// Adds a picture that is decoded already.
  func add(_ picture: FittedPicture, as number: Int) {
    state.withLock { $0.slots[number] = Slot(picture: .success(picture), lastUse: 0) }
  }

  /// Reserves the pictures of a drawing, as soon as earlier drawings leave room for them.
  ///
  /// Called for one drawing after the other, in their order. Each reservation must be lent.
  func reserve(_ numbers: [Int]) -> Reservation {
    state.wait { state in
      state.isFull = !Self.makeRoom(for: numbers, in: &state)
      if state.isFull { return nil }
      state.reservations += 1
      let missing = numbers.filter { state.slots[$0] == nil }
      for number in numbers {
        state.slots[number, default: Slot(lastUse: 0)].uses += 1
        state.slots[number]?.lastUse = state.reservations
      }
      return Reservation(numbers: numbers, missing: missing)
    }
  }

  /// Lends reserved pictures for as long as `body` takes.
  ///
  /// - Parameters:
  ///   - reservation: the right to borrow them.
  ///   - next: the picture that is needed after them, to be decoded meanwhile.
  ///   - body: gets the pictures in the order in which they were reserved.
  /// - Returns: what `body` returns.
  /// - Throws: why a picture cannot be loaded, or what `body` throws.
  func lend<Value>(
    _ reservation: Reservation, next: Int?,
    _ body: ([FittedPicture]) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    defer { giveBack(reservation.numbers) }
    for number in reservation.missing { store(load(number), as: number) }
    if let next { loadAhead(next) }
    var pictures: [FittedPicture] = []
    for number in reservation.numbers { pictures.append(try picture(number).get()) }
    return try body(pictures)
  }

  /// Forgets unused pictures until others have room, those first that were used longest ago; says
  /// whether they have.
  private static func makeRoom(for numbers: [Int], in state: inout State) -> Bool {
    let missing = numbers.filter { state.slots[$0] == nil }.count
    while state.slots.count + missing > limit {
      let unused = state.slots.filter { number, slot in
        slot.uses == 0 && slot.picture != nil && !numbers.contains(number)
      }
      guard let oldest = unused.min(by: { $0.value.lastUse < $1.value.lastUse }) else {
        return false
      }
      state.slots[oldest.key] = nil
    }
    return true
  }

  private func giveBack(_ numbers: [Int]) {
    state.withLock { state in
      for number in numbers { state.slots[number]?.uses -= 1 }
    }
  }

  /// Decodes a picture on a thread of its own if there is room for it.
  private func loadAhead(_ number: Int) {
    let begins = state.withLock { state in
      guard state.slots[number] == nil, !state.isFull, Self.makeRoom(for: [number], in: &state)
      else { return false }
      state.slots[number] = Slot(lastUse: state.reservations)
      return true
    }
    guard begins else { return }
    let isLoading = Threads.detach { [self] in store(load(number), as: number) }
    // Another drawing may wait for it already.
    if !isLoading { store(load(number), as: number) }
  }

  private func store(_ picture: Result<FittedPicture, Failure>, as number: Int) {
    state.withLock { $0.slots[number]?.picture = picture }
  }

  private func picture(_ number: Int) -> Result<FittedPicture, Failure> {
    state.wait { $0.slots[number]?.picture }
  }
}
