internal import TransitionLocks
internal import TransitionSystem

/// Decodes the tracks of a film's sound and writes them to the program that encodes it, each on a
/// thread of its own: the program reads its inputs in an order that only it knows.
final class SoundFeed: Sendable {
  private struct State {
    /// The first reason why the sound cannot be made.
    var failure: Failure?
    var remarks: [String] = []
    /// Whether nobody reads any more.
    var hasEnded = false
    /// The programs that decode, by tracks.
    var decoders: [Int: ChildProcess] = [:]
    var threads: [BackgroundWork<Void>] = []
  }

  private let soundtrack: Soundtrack?
  private let encoder: ChildProcess
  private let state = Monitor(State())

  /// A feed of a program that has an input for each track beside stdin.
  init(_ soundtrack: Soundtrack?, to encoder: ChildProcess) {
    (self.soundtrack, self.encoder) = (soundtrack, encoder)
  }

  /// Writes until the encoder has ended.
  ///
  /// - Parameter hasBegun: called once there is a thread for each track.
  /// - Returns: how the encoder has ended.
  /// - Throws: why there is no sound.
  func run(_ hasBegun: () -> Void = {}) throws(Failure) -> ChildProcess.Ending {
    let beginning = Result { () throws(Failure) in try begin() }
    if case .success = beginning { hasBegun() } else { encoder.kill() }
    let ending = encoder.wait()
    let failure = end()
    try beginning.get()
    if let failure { throw failure }
    return ending
  }

  /// Begins to write. ``end()`` must follow, whether this succeeds or not.
  ///
  /// - Throws: that there is no thread for it.
  private func begin() throws(Failure) {
    guard let soundtrack else { return }
    for (index, track) in soundtrack.tracks.enumerated() {
      let thread = BackgroundWork { [self] in feed(track, until: soundtrack.count, index) }
      guard thread.isConcurrent else {
        throw Failure.noThread(for: "the film's sound")
      }
      state.withLock { $0.threads.append(thread) }
    }
  }

  /// Ends all that is left, once the encoder has ended.
  ///
  /// - Returns: the reason why the sound could not be made, if that ended the encoder.
  private func end() -> Failure? {
    let threads = state.withLock { state in
      state.hasEnded = true
      for decoder in state.decoders.values { decoder.kill() }
      return state.threads
    }
    for thread in threads { thread.wait() }
    // Those of tracks that got no thread are still open.
    for index in soundtrack?.tracks.indices ?? 0..<0 { encoder.closeInput(index + 1) }
    return state.withLock(\.failure)
  }

  /// Sentences about sound that ffmpeg found damaged.
  var remarks: [String] { state.withLock(\.remarks) }

  private func feed(_ track: [Soundtrack.Piece], until count: Int, _ index: Int) {
    defer { encoder.closeInput(index + 1) }
    do throws(Failure) {
      var position = 0
      for piece in track {
        guard try write(piece, after: piece.samples.lowerBound - position, to: index) else {
          return
        }
        position = piece.samples.upperBound
      }
      _ = try writeSilence(count - position, to: index)
    } catch {
      state.withLock { state in
        // Decoders that are ended have not failed.
        if !state.hasEnded { state.failure = state.failure ?? error }
      }
      encoder.kill()
    }
  }

  /// Writes some silent samples and a piece of sound.
  ///
  /// - Returns: whether the encoder reads on.
  private func write(
    _ piece: Soundtrack.Piece, after silence: Int, to index: Int
  ) throws(Failure) -> Bool {
    // It begins to decode while the silence is read.
    guard let decoder = try start(piece, index) else { return false }
    let written = Result { () throws(Failure) -> (count: Int, isSound: Bool)? in
      guard try writeSilence(silence, to: index) else { return nil }
      return try copy(piece, from: decoder, to: index)
    }
    if case .success(.some) = written {} else { decoder.kill() }
    // Its number may be that of another program once it has been waited for.
    state.withLock { $0.decoders[index] = nil }
    let ending = decoder.wait()
    guard let (count, isSound) = try written.get() else { return false }
    guard FileStatus(piece.name)?.version == piece.version else {
      throw Failure.changed(piece.name).located(at: piece.position)
    }
    let reason = ending.citation
    if count < piece.samples.count {
      if let failure = ending.temporaryFailure(reading: piece.name) { throw failure }
      // Of a clip what can be decoded is heard; music that goes on would be missed.
      guard ending.status == 0, reason.isEmpty || isSound && piece.ends != nil else {
        throw Failure(.badInput, "the sound of \(piece.name) cannot be decoded\(reason)")
          .located(at: piece.position)
      }
    }
    if !reason.isEmpty {
      let line = "\(piece.name) is damaged, and its sound may be, too\(reason)"
      state.withLock { if !$0.remarks.contains(line) { $0.remarks.append(line) } }
    }
    // Nothing is heard after the last sound of a file.
    return try writeSilence(piece.samples.count - count, to: index)
  }

  /// Starts the program that decodes a piece; `nil` if nobody reads any more.
  private func start(
    _ piece: Soundtrack.Piece, _ index: Int
  ) throws(Failure) -> ChildProcess? {
    let decoder = try FFmpeg.ffmpeg.reading(piece.arguments, for: .encoding)
    let isWanted = state.withLock { state in
      if !state.hasEnded { state.decoders[index] = decoder }
      return !state.hasEnded
    }
    if isWanted { return decoder }
    decoder.kill()
    _ = decoder.wait()
    return nil
  }

  /// Copies the samples of a piece from a decoder to the encoder.
  ///
  /// - Returns: how many were written, and whether any were decoded; `nil` if the encoder does not
  ///   read on.
  private func copy(
    _ piece: Soundtrack.Piece, from decoder: ChildProcess, to index: Int
  ) throws(Failure) -> (count: Int, isSound: Bool)? {
    var ends = piece.ends
    let size = Soundtrack.bytesPerSample
    let all = (ends?.decoded.count ?? piece.samples.count) * size
    var (left, written) = (all, 0)
    func send(_ bytes: [UInt8]) throws(Failure) -> Bool {
      written += bytes.count / size
      return bytes.isEmpty ? true : try write(bytes, to: index)
    }
    while left > 0 {
      var bytes = [UInt8](repeating: 0, count: min(left, Self.mostBytes))
      let wanted = bytes.count
      let read = try Failure.from(file: decoder.read(into: &bytes))
      // Half a sample would put all that follow out of step.
      let whole = read / size * size
      bytes.removeLast(wanted - whole)
      left -= whole
      guard try send(ends?.next(bytes) ?? bytes) else { return nil }
      if read < wanted { break }
    }
    guard try send(ends?.last() ?? []) else { return nil }
    guard left == 0 else { return (written, left < all) }
    // One that has more to say would wait for ever.
    var rest: [UInt8] = [0]
    let isOver = try Failure.from(file: decoder.read(into: &rest)) == 0
    if !isOver { decoder.kill() }
    return (written, true)
  }

  /// Writes samples of silence; tells whether the encoder reads on.
  private func writeSilence(_ count: Int, to index: Int) throws(Failure) -> Bool {
    var left = count * Soundtrack.bytesPerSample
    while left > 0 {
      let part = min(left, Self.mostBytes)
      guard try write([UInt8](repeating: 0, count: part), to: index) else { return false }
      left -= part
    }
    return true
  }

  private func write(_ bytes: [UInt8], to index: Int) throws(Failure) -> Bool {
    try Failure.from(file: encoder.write(bytes, to: index + 1))
  }

  /// The most bytes that are copied at once: whole samples.
  private static let mostBytes = 1 << 16
}
