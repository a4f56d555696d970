/// A type of the language.
indirect enum Type: Hashable, Sendable {
  case void
  case scalar(Scalar)
  case vector(Scalar, Int)
  /// A square matrix, column by column.
  case matrix(Int)
  case array(Type, Int)
  case structure(StructureType)
  case sampler

  static let float = Type.scalar(.float)
  static let int = Type.scalar(.int)
  static let bool = Type.scalar(.bool)
  static func vec(_ size: Int) -> Type { size == 1 ? .float : .vector(.float, size) }
  static func vector(of scalar: Scalar, _ size: Int) -> Type {
    size == 1 ? .scalar(scalar) : .vector(scalar, size)
  }

  /// The number of scalars.
  var count: Int {
    switch self {
    case .void: 0
    case .scalar, .sampler: 1
    case .vector(_, let size): size
    case .matrix(let size): size * size
    case .array(let element, let count): element.count * count
    case .structure(let structure): structure.count
    }
  }

  /// The scalar that scalars, vectors and matrices are made of.
  var scalar: Scalar? {
    switch self {
    case .scalar(let scalar), .vector(let scalar, _): scalar
    case .matrix: .float
    case .void, .array, .structure, .sampler: nil
    }
  }

  /// The number of components of a scalar or a vector.
  var width: Int? {
    switch self {
    case .scalar: 1
    case .vector(_, let size): size
    default: nil
    }
  }

  /// The type of an element, and the number of elements.
  var element: (type: Type, count: Int)? {
    switch self {
    case .vector(let scalar, let size): (.scalar(scalar), size)
    case .matrix(let size): (.vec(size), size)
    case .array(let element, let count): (element, count)
    default: nil
    }
  }

  /// Whether the type has an array or a sampler in it, which cannot be compared.
  var isComparable: Bool {
    switch self {
    case .void, .sampler: false
    case .structure(let structure): structure.fields.allSatisfy(\.type.isComparable)
    default: true
    }
  }

  /// The scalars, in the order of the components.
  var scalars: [Scalar] {
    switch self {
    case .void: []
    case .sampler: [.int]
    case .array(let element, let count):
      Array(repeating: element.scalars, count: count).flatMap(\.self)
    case .structure(let structure): structure.fields.flatMap(\.type.scalars)
    default: Array(repeating: scalar ?? .float, count: count)
    }
  }

  /// The name as it is written.
  var name: String {
    switch self {
    case .void: "void"
    case .scalar(let scalar): scalar.rawValue
    case .vector(let scalar, let size): scalar.prefix + "vec\(size)"
    case .matrix(let size): "mat\(size)"
    case .array(let element, let count): "\(element.name)[\(count)]"
    case .structure(let structure): structure.name.isEmpty ? "struct" : structure.name
    case .sampler: "sampler2D"
    }
  }

  /// The name with its article: `an int`.
  var described: String {
    let name = name
    return (name.first.map("aeiouAEIOU".contains) == true ? "an " : "a ") + name
  }

  /// The type of a keyword.
  static let named: [String: Type] = {
    var result: [String: Type] = [
      "void": .void, "float": .float, "int": .int, "bool": .bool, "sampler2D": .sampler,
    ]
    for size in 2...4 {
      result["mat\(size)"] = .matrix(size)
      result["mat\(size)x\(size)"] = .matrix(size)
      for scalar in Scalar.allCases { result[scalar.prefix + "vec\(size)"] = .vector(scalar, size) }
    }
    return result
  }()
}

/// The type of a component.
enum Scalar: String, Hashable, Sendable, CaseIterable {
  case float, int, bool

  /// The letter before `vec`.
  var prefix: String {
    switch self {
    case .float: ""
    case .int: "i"
    case .bool: "b"
    }
  }
}

/// A structure. Two are the same if they are the same definition.
struct StructureType: Hashable, Sendable {
  struct Field: Sendable {
    var name: String
    var type: Type
    /// The number of scalars before it.
    var offset: Int
  }

  let id: Int
  let name: String
  let fields: [Field]
  let count: Int

  static func == (a: StructureType, b: StructureType) -> Bool { a.id == b.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
