import Testing

@testable import TransitionSystem

@Suite struct BackgroundWorkTests {
  private final class Resource: Sendable {}

  @Test func `what the work kept is released when its result is there`() {
    for round in 0..<2000 {
      weak var released: Resource?
      let work: BackgroundWork<Int>
      do {
        let resource = Resource()
        released = resource
        work = BackgroundWork { [resource] in withExtendedLifetime(resource) { round } }
      }
      #expect(work.wait() == round)
      #expect(released == nil)
      #expect(work.wait() == round)
    }
  }
}
