import Testing
import TransitionLocks
import TransitionSystem

@testable import TransitionCommand

/// What is in memory, who waits for it, and what happens if it cannot be loaded.
@Suite struct LendingCacheTests {
  /// A cache of numbers, each its key's tenfold, that counts.
  private final class Numbers: Sendable {
    struct Counts {
      /// The keys that were loaded, in order.
      var loads: [Int] = []
      /// The values that are borrowed by each drawing at present.
      var borrowed: [[Int]] = []
      var mostBorrowed = 0
    }

    let counts = Monitor(Counts())
    let cache: LendingCache<Int, Int>

    init(limit: Int = 3, failing: Set<Int> = [], waiting: Handover<Void>? = nil) {
      cache = LendingCache(limit: limit) { [counts] key throws(Failure) in
        counts.withLock { $0.loads.append(key) }
        waiting?.take()
        if failing.contains(key) { throw Failure(.badInput, "no \(key)") }
        return key * 10
      }
    }

    /// All values, or the first error.
    static func all(_ results: [Result<Int, Failure>]) throws(Failure) -> [Int] {
      var values: [Int] = []
      for result in results { values.append(try result.get()) }
      return values
    }

    var loads: [Int] { counts.withLock(\.loads) }

    func lend(
      _ reservation: LendingCache<Int, Int>.Reservation, next: Int? = nil
    ) throws(Failure) -> [Int] {
      try cache.lend(reservation, next: next) { values throws(Failure) in
        let values = try Self.all(values)
        counts.withLock { counts in
          counts.borrowed.append(values)
          counts.mostBorrowed = max(
            counts.mostBorrowed, Set(counts.borrowed.joined()).count)
        }
        defer {
          counts.withLock { counts in
            if let index = counts.borrowed.firstIndex(of: values) {
              counts.borrowed.remove(at: index)
            }
          }
        }
        return values
      }
    }

    func use(_ keys: Int..., next: Int? = nil) throws(Failure) -> [Int] {
      try lend(cache.reserve(keys), next: next)
    }

    /// Waits until some loads have begun.
    func awaitLoads(_ number: Int) { counts.wait { $0.loads.count >= number ? () : nil } }
  }

  @Test func `values are loaded once and come in the order of their keys`() throws {
    let numbers = Numbers()
    #expect(try numbers.use(1, 2) == [10, 20])
    #expect(try numbers.use(2, 1) == [20, 10])
    #expect(try numbers.use() == [])
    numbers.cache.add(99, as: 3)
    #expect(try numbers.use(3) == [99])
    #expect(numbers.loads == [1, 2])
  }

  @Test func `those that were used longest ago make room`() throws {
    let numbers = Numbers()
    for key in [1, 2, 3, 1, 4, 1, 3, 2] { #expect(try numbers.use(key) == [key * 10]) }
    // 4 takes the room of 2, and 2 that of 4.
    #expect(numbers.loads == [1, 2, 3, 4, 2])
  }

  @Test func `the next value is loaded meanwhile, if there is room`() throws {
    let numbers = Numbers()
    #expect(try numbers.use(1, 2, next: 3) == [10, 20])
    numbers.awaitLoads(3)
    #expect(try numbers.use(2, 3, next: 3) == [20, 30])
    #expect(numbers.loads == [1, 2, 3])
    let small = Numbers(limit: 2)
    #expect(try small.use(1, 2, next: 3) == [10, 20])
    #expect(try small.use(2, 1, next: 3) == [20, 10])
    #expect(small.loads == [1, 2])
  }

  @Test func `a drawing waits for room until an earlier one gives back`() throws {
    let numbers = Numbers()
    let (first, second) = (numbers.cache.reserve([1]), numbers.cache.reserve([2, 3]))
    let isReserved = Monitor(false)
    let third = BackgroundWork {
      defer { isReserved.withLock { $0 = true } }
      return numbers.cache.reserve([1, 4])
    }
    Threads.sleep(.milliseconds(50))
    #expect(isReserved.withLock { !$0 })
    // Nothing is loaded ahead of a drawing that waits.
    #expect(try numbers.lend(second, next: 5) == [20, 30])
    #expect(try numbers.lend(first) == [10])
    #expect(try numbers.lend(third.wait()) == [10, 40])
    #expect(numbers.loads == [2, 3, 1, 4])
  }

  @Test func `whoever waits for a value gets its error, and gives back`() throws {
    let gate = Handover<Void>()
    let numbers = Numbers(failing: [2], waiting: gate)
    let reservations = (0..<5).map { _ in numbers.cache.reserve([1, 2]) }
    let users = reservations.map { reservation in
      BackgroundWork { Result { () throws(Failure) in try numbers.lend(reservation) } }
    }
    numbers.awaitLoads(1)
    gate.give(())
    for user in users {
      guard case .failure(let failure) = user.wait() else {
        Issue.record("it has a value")
        continue
      }
      #expect(failure.message == "no 2" && failure.status == .badInput)
    }
    #expect(numbers.loads == [1, 2])
    // There is room for three others: all is given back.
    #expect(try numbers.use(3, 4) == [30, 40])
    #expect(try numbers.use(5) == [50])
    // It is tried again once it was forgotten.
    #expect(throws: Failure.self) { try numbers.use(2) }
    #expect(numbers.loads == [1, 2, 3, 4, 5, 2])
  }

  @Test func `an error does not keep others from what they reserved elsewhere`() throws {
    let (pictures, transitions) = (Numbers(failing: [1]), Numbers(limit: 1))
    for _ in 0..<3 {
      let (a, b) = (pictures.cache.reserve([1]), transitions.cache.reserve([1]))
      let sum = Result { () throws(Failure) in
        try pictures.cache.lend(a, next: nil) { a throws(Failure) in
          try transitions.cache.lend(b, next: nil) { b throws(Failure) in
            try a[0].get() + b[0].get()
          }
        }
      }
      #expect(throws: Failure.self) { try sum.get() }
    }
    #expect(try transitions.use(2) == [20])
  }

  /// Drawings of two caches on many threads, each of which reserves in both, in order.
  @Test(arguments: [2, 3, 8]) func `many threads do not wait for each other for ever`(
    _ threads: Int
  ) throws {
    let (pictures, transitions) = (Numbers(failing: [50]), Numbers(failing: [7]))
    let order = Monitor(0)
    let results = Monitor<[Int: Result<[Int], Failure>]>([:])
    let count = 900
    Threads.perform(on: threads) {
      while true {
        let taken = order.withLock { taken in
          guard taken < count else {
            return nil as (Int, [LendingCache<Int, Int>.Reservation])?
          }
          defer { taken += 1 }
          let picture = taken / 3
          return (
            taken,
            [
              pictures.cache.reserve(taken % 3 == 0 ? [picture] : [picture, picture + 1]),
              transitions.cache.reserve(taken % 3 == 0 ? [] : [picture % 13]),
            ]
          )
        }
        guard let (drawing, reserved) = taken else { return }
        let picture = drawing / 3
        let result = Result { () throws(Failure) in
          try pictures.cache.lend(reserved[0], next: picture + 2) { a throws(Failure) in
            try transitions.cache.lend(reserved[1], next: (picture + 1) % 13) {
              b throws(Failure) in
              try Numbers.all(a) + Numbers.all(b)
            }
          }
        }
        results.withLock { $0[drawing] = result }
      }
    }
    let made = results.withLock(\.self)
    for drawing in 0..<count {
      let picture = drawing / 3
      let keys = drawing % 3 == 0 ? [picture] : [picture, picture + 1]
      let transition = drawing % 3 == 0 ? [] : [picture % 13]
      let fails = keys.contains(50) || transition == [7]
      switch try #require(made[drawing]) {
      case .success(let values):
        #expect(!fails && values == (keys + transition).map { $0 * 10 })
      case .failure: #expect(fails)
      }
    }
    #expect(pictures.counts.withLock(\.mostBorrowed) <= 3)
  }

  @Test func `each reservation has its turn, counted anew once a value was forgotten`() throws {
    let numbers = Numbers(limit: 2)
    let reservations = [[1], [1, 2], [2], [1]].map { numbers.cache.reserve($0) }
    #expect(reservations.map(\.turns) == [[0], [1, 0], [1], [2]])
    for reservation in reservations { _ = try numbers.lend(reservation) }
    _ = try numbers.use(3, 4)
    let again = numbers.cache.reserve([1])
    #expect(again.turns == [0])
    #expect(try numbers.lend(again) == [10])
  }
}
