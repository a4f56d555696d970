internal import System
internal import TransitionKit

/// A picture brought to the frame.
struct FittedPicture: Sendable {
  let bitmap: Bitmap
  /// Where in the frame its own pixels lie.
  let bounds: Rect
}

/// The pictures of a timeline in memory: those that are being shown, and the next one.
///
/// Frames lend pictures while they are made. There are never more than ``limit`` pictures: a frame
/// that would need one more waits until those before it are done.
final class PictureCache: @unchecked Sendable {
  /// Two of a transition, and the next one, which is decoded while they are shown.
  private static let limit = 3

  private enum Slot {
    case loading
    case loaded(Result<FittedPicture, Failure>)
  }

  private let load: @Sendable (Int) -> Result<FittedPicture, Failure>
  private let changed = Condition()
  private var slots: [Int: Slot] = [:]
  /// How many frames use a picture.
  private var uses: [Int: Int] = [:]
  /// The places of the frames that wait for pictures: the first of them is served first.
  private var waiting: Set<Int> = []

  /// - Parameter load: decodes the picture of a number; called on any thread, for one at a time or for
  ///   several.
  init(load: @escaping @Sendable (Int) -> Result<FittedPicture, Failure>) { self.load = load }

  /// Adds a picture that is decoded already.
  func add(_ picture: FittedPicture, as number: Int) {
    changed.withLock { slots[number] = .loaded(.success(picture)) }
  }

  /// Lends pictures for as long as `body` takes.
  ///
  /// - Parameters:
  ///   - numbers: the pictures, one or two.
  ///   - next: the picture that is needed after them, to be decoded meanwhile.
  ///   - position: the place of the frame that needs them.
  ///   - body: gets the pictures in the order of `numbers`.
  /// - Returns: what `body` returns.
  /// - Throws: why a picture cannot be loaded, or what `body` throws.
  func lend<Value>(
    _ numbers: [Int], next: Int?, position: Int,
    _ body: ([FittedPicture]) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let missing = take(numbers, position: position)
    defer { giveBack(numbers) }
    for number in missing { store(load(number), as: number) }
    if let next { loadAhead(next) }
    var pictures: [FittedPicture] = []
    for number in numbers { pictures.append(try wait(for: number).get()) }
    return try body(pictures)
  }

  /// Reserves pictures; those that nobody has begun to load are the caller's to load.
  private func take(_ numbers: [Int], position: Int) -> [Int] {
    changed.lock()
    defer {
      changed.wake()
      changed.unlock()
    }
    waiting.insert(position)
    while waiting.min() != position || !makeRoom(for: numbers) { changed.wait() }
    waiting.remove(position)
    let missing = numbers.filter { slots[$0] == nil }
    for number in missing { slots[number] = .loading }
    for number in numbers { uses[number, default: 0] += 1 }
    return missing
  }

  /// Forgets pictures that nobody uses until others have room; says whether they have.
  private func makeRoom(for numbers: [Int]) -> Bool {
    let missing = numbers.filter { slots[$0] == nil }.count
    while slots.count + missing > Self.limit {
      let unused = slots.keys.filter { number in
        guard !numbers.contains(number), uses[number, default: 0] == 0 else { return false }
        if case .loaded = slots[number] { return true }
        return false
      }
      guard let victim = unused.min() else { return false }
      slots[victim] = nil
    }
    return true
  }

  private func giveBack(_ numbers: [Int]) {
    changed.withLock {
      for number in numbers { uses[number, default: 1] -= 1 }
      changed.wake()
    }
  }

  /// Decodes a picture on a thread of its own if there is room for it.
  private func loadAhead(_ number: Int) {
    let begins = changed.withLock {
      guard slots[number] == nil, waiting.isEmpty, makeRoom(for: [number]) else { return false }
      slots[number] = .loading
      return true
    }
    guard begins else { return }
    let isLoading = Threads.detach { [self] in store(load(number), as: number) }
    if !isLoading { changed.withLock { slots[number] = nil } }
  }

  private func store(_ picture: Result<FittedPicture, Failure>, as number: Int) {
    changed.withLock {
      slots[number] = .loaded(picture)
      changed.wake()
    }
  }

  private func wait(for number: Int) -> Result<FittedPicture, Failure> {
    changed.withLock {
      while true {
        if case .loaded(let picture) = slots[number] { return picture }
        changed.wait()
      }
    }
  }
}
