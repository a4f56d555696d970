/// The index of an element in the only array of such elements: of a variable in a program's
/// variables, of a branch in a graph's branches. Handles of different kinds do not mix.
struct Handle<Element>: Hashable, Sendable {
  let index: Int32

  init(_ index: Int) { self.index = Int32(clamping: index) }

  /// A handle of no element, which takes no more memory than any other.
  static var none: Handle { Handle(-1) }
  var isNone: Bool { index < 0 }
}

extension Array {
  @inline(__always)
  subscript(_ handle: Handle<Element>) -> Element {
    get { self[Int(handle.index)] }
    _modify { yield &self[Int(handle.index)] }
  }

  /// The handles of the elements.
  var handles: [Handle<Element>] { indices.map(Handle.init) }

  /// Appends an element.
  mutating func add(_ element: Element) -> Handle<Element> {
    append(element)
    return Handle(count - 1)
  }
}

/// A fact about each element of an array, such as the register of each value.
struct Table<Element, Fact> {
  private(set) var facts: [Fact]

  init(repeating fact: Fact, count: Int) { facts = Array(repeating: fact, count: count) }

  mutating func append(_ fact: Fact) { facts.append(fact) }

  @inline(__always)
  subscript(_ handle: Handle<Element>) -> Fact {
    get { facts[Int(handle.index)] }
    _modify { yield &facts[Int(handle.index)] }
  }
}

extension Table: Sendable where Fact: Sendable {}
