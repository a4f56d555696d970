import TestSupport
import Testing

@testable import TransitionKit

/// Laws of every transition, whatever its parameters.
@Suite struct LawTests {
  /// Filters that brighten or darken pictures whatever their parameters.
  private static let alwaysLit = ["disintegratewithmask", "pagecurlwithshadow"]

  @Test(
    arguments: Transitions.all)
  func `is exactly the source up to 0, exactly the target from 1 on`(filter: Filter) throws {
    for situation in try Situation.all(of: filter) {
      for time in [-1, -0.0, 0, 1, 1.5, .infinity] {
        let expected = time < 0.5 ? situation.inputs.source : situation.inputs.target
        let difference = situation.frame(at: time).bitmap().difference(from: expected)
        #expect(difference == nil, "at \(time): \(situation)")
      }
    }
  }

  @Test(
    arguments: Transitions.all)
  func `has finite colors everywhere, however close to its ends`(filter: Filter) throws {
    for situation in try Situation.all(of: filter, count: 24) {
      for time in situation.times {
        let transition = try #require(situation.transition as? any KernelTransition)
        let colors = colors(of: transition, at: time, of: situation.inputs)
        let wrong = colors.first { pixel in
          !(0..<4).allSatisfy { pixel[$0].isFinite } || pixel.alpha < 0
        }
        #expect(wrong == nil, "at \(time): \(situation)")
      }
    }
  }

  @Test(
    arguments: Transitions.all)
  func `draws with numbers as large as they can be`(filter: Filter) throws {
    for seed in 0..<24 as Range<UInt64> {
      let situation = try Situation(filter, seed: seed, wildness: .extreme)
      for time in situation.times {
        let frame = situation.frame(at: time).bitmap()
        #expect(frame.difference(from: situation.frame(at: time).bitmap()) == nil, "\(situation)")
      }
    }
  }

  @Test(arguments: Transitions.ours)
  func `keeps parts of its pictures if it declares that, else names none`(filter: Filter)
    throws
  {
    func noise(_ seed: UInt32) -> [UInt16] {
      var state = seed
      return (0..<160 * 120 * 3).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt16(state >> 24)
      }
    }
    let format = PixelFormat(depth: .eight, hasAlpha: false)
    let inputs = Inputs(
      source: Bitmap(width: 160, height: 120, format: format, samples: noise(1)),
      target: Bitmap(width: 160, height: 120, format: format, samples: noise(2)))
    let (source, target) = (inputs.source.samples, inputs.target.samples)
    let transition = filter.makeTransition()
    let declares = try #require(transition as? any KernelTransition)
    let times = [0.2, 0.4, 0.6, 0.8]
    var shares = 0.0
    for time in times {
      let frame = transition.frame(at: time, of: inputs)
      #expect(frame.kept.isEmpty == !type(of: declares).keepsPixels)
      let samples = frame.bitmap().samples
      let same = samples.indices.count { samples[$0] == source[$0] || samples[$0] == target[$0] }
      shares += Double(same) / Double(samples.count * times.count)
    }
    if type(of: declares).keepsPixels { #expect(shares > 0.1) }
  }

  /// Numbers with which arithmetic goes wrong.
  private static let strange: [Float] = [
    .nan, -.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e30,
    -1e30, .leastNonzeroMagnitude, -1e-30, 0, -1, 0x1p31, 1e19,
  ]

  /// Values of a kind that are made of such numbers; the last one has one of them among others.
  private func strangeValues(_ kind: ParameterKind) -> [ParameterValue] {
    Self.strange.flatMap { n -> [ParameterValue] in
      switch kind {
      case .number: [.number(n)]
      case .point: [.point(Point(x: n, y: n)), .point(Point(x: 5, y: n))]
      case .rectangle:
        [
          .rectangle(Rect(x: n, y: n, width: n, height: n)),
          .rectangle(Rect(x: 2, y: n, width: 9, height: 9)),
          .rectangle(Rect(x: 2, y: 2, width: n, height: 9)),
        ]
      case .color: [.color(Color(n, n, n, n)), .color(Color(0.5, n, 1, 1))]
      case .image, .flag, .components: []
      }
    }
  }

  @Test(
    arguments: Transitions.all)
  func `draws finite colors with any number there is`(filter: Filter) throws {
    for (width, height) in [(12, 9), (1, 9)] {
      let inputs = Inputs(codedWidth: width, height: height)
      for parameter in filter.parameters {
        // Many of the values are the same one in the domain.
        var drawn: Set<String?> = []
        for value in strangeValues(parameter.kind) {
          var transition = filter.makeTransition()
          try transition.set(parameter.name, to: value)
          guard drawn.insert(transition.value(of: parameter.name)?.text).inserted else { continue }
          let kernel = try #require(
            transition.prepared(for: inputs.layout) as? any KernelTransition)
          for time in [1e-6, 0.3, 0.9] {
            let areFinite = colors(of: kernel, at: time, of: inputs).allSatisfy { pixel in
              (0..<4).allSatisfy { pixel[$0].isFinite }
            }
            #expect(areFinite, "\(parameter.name) \(value.text ?? "") at \(time)")
          }
          _ = kernel.frame(at: 0.3, of: inputs).bitmap()
        }
      }
    }
  }

  @Test(
    arguments: Transitions.all)
  func `takes what is no number for the default`(filter: Filter) throws {
    let usual = filter.makeTransition()
    for parameter in filter.parameters {
      var transition = try filter.transition(
        with: [
          (parameter, parameter.clamped(strangeValues(parameter.kind).last ?? .flag(true)))
        ].filter { $0.1.kind == parameter.kind })
      for value in strangeValues(parameter.kind) where value.text?.contains("nan") == true {
        try transition.set(parameter.name, to: value)
        #expect(transition.value(of: parameter.name)?.text == usual.value(of: parameter.name)?.text)
      }
    }
  }

  @Test(
    arguments: Transitions.all)
  func `is the source at a time that is no number`(filter: Filter) throws {
    let situation = try Situation(filter, seed: 0)
    let frame = situation.frame(at: .nan).bitmap()
    #expect(frame.difference(from: situation.inputs.source) == nil)
  }

  @Test(
    arguments: Transitions.all)
  func `draws any size, whatever it was prepared for`(filter: Filter) throws {
    for seed in 0..<6 as Range<UInt64> {
      let prepared = try Situation(filter, seed: seed, size: (40, 24)).transition
      for (size, format) in [((31, 17), PixelFormat.rgb8), ((40, 24), .rgba16), ((50, 10), .rgb16)]
      {
        let inputs = Inputs(
          codedWidth: size.0, height: size.1, format: format,
          workingSpace: seed % 2 == 0 ? .srgb : .linear)
        var values: [(parameter: ParameterDescription, value: ParameterValue)] = []
        for parameter in filter.parameters {
          if let value = prepared.value(of: parameter.name) { values.append((parameter, value)) }
        }
        let unprepared = try filter.transition(with: values)
        let difference = prepared.frame(at: 0.4, of: inputs).bitmap()
          .difference(from: unprepared.frame(at: 0.4, of: inputs).bitmap())
        #expect(difference == nil, "\(size) \(format)")
      }
    }
  }

  @Test(
    arguments: Transitions.all)
  func `draws with its parameters, whenever it was prepared`(filter: Filter) throws {
    let inputs = Inputs(codedWidth: 24, height: 16)
    for parameter in filter.parameters {
      for seed in 0..<3 as Range<UInt64> {
        var generator = SplitMix64(seed: seed)
        let value = parameter.randomValue(.ordinary, using: &generator)
        var (early, late) = (
          filter.makeTransition().prepared(for: inputs.layout), filter.makeTransition()
        )
        try early.set(parameter.name, to: value)
        try late.set(parameter.name, to: value)
        let difference = early.frame(at: 0.4, of: inputs).bitmap()
          .difference(from: late.frame(at: 0.4, of: inputs).bitmap())
        #expect(difference == nil, "\(parameter.name)")
      }
    }
  }

  @Test(
    arguments: Transitions.all, PixelFormat.all)
  func `gives the same bytes in one piece and in any pieces, down to single columns`(
    filter: Filter, format: PixelFormat
  ) throws {
    var generator = SplitMix64(seed: 1)
    for situation in try situations(of: filter, format) {
      checkPieces(in: situation, using: &generator)
    }
  }

  private func checkPieces(in situation: Situation, using generator: inout SplitMix64) {
    let frame = situation.frame(at: situation.times[1])
    let columns = 0..<frame.width
    for row in stride(from: 0, to: frame.height, by: max(1, frame.height / 8)) {
      let cuts = (0..<3).map { _ in Int.random(in: 0...frame.width, using: &generator) }.sorted()
      let pieces = zip([0] + cuts, cuts + [frame.width]).flatMap { start, end in
        frame.bytes(columns: start..<end, row: row)
      }
      let whole = frame.bytes(columns: columns, row: row)
      #expect(pieces == whole, "row \(row) cut at \(cuts): \(situation)")
      let single = columns.flatMap { frame.bytes(columns: $0..<$0 + 1, row: row) }
      #expect(single == whole, "row \(row), column by column: \(situation)")
    }
  }

  @Test(
    arguments: Transitions.all)
  func `is the same twice and on many threads`(filter: Filter) async throws {
    for seed in 0..<6 as Range<UInt64> {
      let first = try Situation(filter, seed: seed).frame(at: 0.4).bitmap()
      try await withThrowingTaskGroup(of: Bitmap.self) { group in
        for _ in 0..<3 {
          group.addTask { try Situation(filter, seed: seed).frame(at: 0.4).bitmap() }
        }
        for try await again in group { #expect(again.difference(from: first) == nil) }
      }
    }
  }

  @Test(
    arguments: Transitions.all,
    PixelFormat.all)
  func `copies and looks up exactly what it would compute`(filter: Filter, format: PixelFormat)
    throws
  {
    for situation in try situations(of: filter, format) {
      let isSmall = situation.inputs.frame.width < 100
      for time in isSmall ? situation.times : [situation.times[1]] {
        try checkCopies(in: situation, at: time)
      }
    }
  }

  @Test(
    arguments: Transitions.all.filter { $0.parameters.contains { $0.name == "angle" } },
    [0, 1, 2, -1, 3].map { Float.pi / 2 * $0 })
  func `copies exactly what it would compute along each axis`(filter: Filter, angle: Float) throws {
    for seed in 0..<2 as Range<UInt64> {
      var situation = try Situation(filter, seed: 3 * seed, size: (211, 107), format: .rgb8)
      try situation.transition.set("angle", to: .number(angle))
      situation.transition = situation.transition.prepared(for: situation.inputs.layout)
      try checkCopies(in: situation, at: situation.times[1])
    }
  }

  @Test(
    arguments: Transitions.all, PixelFormat.all.filter { $0.depth == .eight })
  func `shows the same in more bits than its pictures have`(filter: Filter, format: PixelFormat)
    throws
  {
    var generator = SplitMix64(seed: 1)
    let shallow = try situations(of: filter, format)
    let deep = try situations(of: filter, format, depth: .sixteen)
    // One large situation is enough: the tables of 16 bits take long to make.
    for (shallow, deep) in zip(shallow, deep).dropLast() {
      let isSmall = shallow.inputs.frame.width < 100
      for time in isSmall ? [0, shallow.times[1], 1] : [shallow.times[1]] {
        let (frame, deepFrame) = (shallow.frame(at: time), deep.frame(at: time))
        #expect(deepFrame.format == PixelFormat(depth: .sixteen, hasAlpha: format.hasAlpha))
        let wrong = zip(frame.bitmap().samples, deepFrame.bitmap().samples).first { few, many in
          // Each is rounded once: halves of both steps.
          let distance = (Int(many) - 257 * Int(few)).magnitude
          return distance > (time == shallow.times[1] ? 129 : 0)
        }
        #expect(wrong == nil, "at \(time): \(shallow)")
      }
      try checkCopies(in: deep, at: deep.times[1])
      checkPieces(in: deep, using: &generator)
    }
  }

  /// Situations with pictures of a format, some of them large enough for tables.
  private func situations(
    of filter: Filter, _ format: PixelFormat, depth: PixelFormat.Depth = .eight
  ) throws -> [Situation] {
    try (0..<12).map { try Situation(filter, seed: $0, format: format, depth: depth) }
      + [3, 6].map {
        try Situation(filter, seed: $0, size: (173, 139), format: format, depth: depth)
      }
  }

  private func checkCopies(in situation: Situation, at time: Double) throws {
    let transition = try #require(situation.transition as? any KernelTransition)
    let computed = computedFrame(of: transition, at: time, of: situation.inputs)
    let frame = situation.frame(at: time)
    // All rows of small frames; of large ones enough to cross whatever they show.
    let rows = stride(from: 0, to: frame.height, by: frame.height < 100 ? 1 : 5)
    for row in Array(rows) + [frame.height - 1] {
      let columns = 0..<frame.width
      #expect(
        frame.bytes(columns: columns, row: row) == computed.bytes(columns: columns, row: row),
        "row \(row) at \(time): \(situation)")
    }
  }

  @Test(
    arguments: Transitions.all.filter { !alwaysLit.contains($0.alias) }, PixelFormat.all)
  func `shows one color where both pictures are of that color, but for light and shadow`(
    filter: Filter, format: PixelFormat
  ) throws {
    let clear = Bitmap(width: 1, height: 1, format: .rgba8, uniform: [0, 0, 0, 0])
    let dark = ["opacity", "shadowAmount", "foldShadowAmount"]
    let values = filter.parameters.compactMap {
      parameter -> (parameter: ParameterDescription, value: ParameterValue)? in
      switch parameter.name {
      case "shadingImage": (parameter, .image(clear))
      case "color": (parameter, .color(.clear))
      default: dark.contains(parameter.name) ? (parameter, .number(0)) : nil
      }
    }
    let color: [UInt16] = format.depth == .eight ? [200, 3, 255, 129] : [200, 30000, 65535, 40001]
    let picture = Bitmap(width: 23, height: 16, format: format, uniform: color)
    let inputs = Inputs(source: picture, target: picture)
    let transition = try filter.transition(with: values).prepared(for: inputs.layout)
    for time in stride(from: 0.05, to: 1, by: 0.15) {
      let frame = transition.frame(at: time, of: inputs).bitmap()
      // One translucent picture over another one is less translucent, of the same color.
      #expect(frame.difference(from: picture, channels: 0..<3) == nil)
    }
  }

  @Test(
    arguments: Transitions.all, PixelFormat.all)
  func `tends to its ends, or jumps as far as a table says`(
    filter: Filter, format: PixelFormat
  ) throws {
    // Each seed in two of the four formats.
    let number = try #require(PixelFormat.all.firstIndex(of: format))
    for seed in stride(from: UInt64(number % 3 == 0 ? 0 : 1), to: 16, by: 2) {
      let situation = try Situation(
        filter, seed: seed, size: (48, 37), format: format,
        wildness: seed < 8 ? .ordinary : .limits)
      let transition = try #require(situation.transition as? any KernelTransition)
      let jumps = Jumps(of: transition, situation.inputs)
      let (first, last) = (situation.frame(at: 1e-6), situation.frame(at: 1 - 1e-6))
      let start = first.bitmap().meanDifference(from: situation.inputs.source)
      let end = last.bitmap().meanDifference(from: situation.inputs.target)
      #expect(start <= Double(jumps.start) + 0.01, "\(situation)")
      #expect(end <= Double(jumps.end) + 0.01, "\(situation)")
    }
  }

  @Test(
    arguments: Transitions.all)
  func `jumps in no filter with its defaults`(filter: Filter) throws {
    let transition = try #require(filter.makeTransition() as? any KernelTransition)
    let inputs = Inputs(codedWidth: 48, height: 37)
    #expect(Jumps(of: transition, inputs) == Jumps())
  }

  @Test(
    arguments: Transitions.all, [(240, 180), (480, 270)])
  func `moves on and is neither picture halfway, whatever the size`(
    filter: Filter, size: (Int, Int)
  ) {
    let inputs = Inputs(codedWidth: size.0, height: size.1)
    let transition = filter.makeTransition().prepared(for: inputs.layout)
    var seen: Set<[UInt8]> = []
    for time in [0, 0.25, 0.5, 0.75, 1] {
      let frame = transition.frame(at: time, of: inputs)
      let rows = [size.1 / 5, size.1 / 2, size.1 * 4 / 5]
      seen.insert(rows.flatMap { frame.bytes(columns: 0..<frame.width, row: $0) })
    }
    #expect(seen.count >= 4)
  }
}

/// The colors of a frame at all centers of pixels and at their corners.
private func colors<T: KernelTransition>(
  of transition: T, at time: Double, of inputs: Inputs
) -> [Pixel] {
  let kernel = transition.clamped.kernel(at: Float(time), of: inputs)
  let (width, height) = (inputs.source.width, inputs.source.height)
  return (0..<2 * height).flatMap { row in
    [0, 0.5].flatMap { (offset: Float) in
      stride(from: 0, to: width, by: 4).flatMap { column in
        let point = Point(x: Float(column) + offset, y: Float(row) / 2)
        let colors = kernel.colors(at: point)
        return (0..<min(4, width - column)).map(colors.pixel)
      }
    }
  }
}

/// A frame of which every pixel is computed.
private func computedFrame<T: KernelTransition>(
  of transition: T, at time: Double, of inputs: Inputs
) -> Frame {
  Frame(kernel: Computed(transition.clamped.kernel(at: Float(time), of: inputs)), inputs: inputs)
}
