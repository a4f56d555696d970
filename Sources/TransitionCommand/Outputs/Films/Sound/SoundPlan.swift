/// When the sound of each clip of a film is heard, in samples.
///
/// A clip is heard while it is seen. It fades in over the frames of the transition that leads to
/// it, and out over those of the one that leads from it, so that two clips cross where their
/// pictures do:
///
///     A0 A1 A2 A3 A3B1 A4B2 B3 B4      frames
///     ━━━━━━━━━━━━╲╲╲╲╲╲╲╲╲            A's sound, from its start
///                 ╱╱╱╱╱╱╱╱╱━━━━━━      B's sound, from that of its frame 1
///
/// Boundaries are rounded to samples, never lengths, so that nothing adds up in a long show.
struct SoundPlan: Sendable, Hashable {
  /// The sound of a clip, from the first frame that shows it to the last.
  struct Piece: Sendable, Hashable {
    let item: Int
    /// The frame of the clip with which it begins.
    let firstFrame: Int
    /// Its samples, counted from the beginning of the show.
    let samples: Range<Int>
    /// The samples over which it fades in, and out.
    let fadeIn, fadeOut: Int
  }

  /// A time in which something is heard: a song, or clips without a gap.
  struct Stretch: Sendable, Hashable {
    /// Its samples, counted from the beginning of the show.
    var samples: Range<Int>
    /// The samples over which the first sound fades in, and the last one out.
    let fadeIn: Int
    var fadeOut: Int
  }

  static let samplesPerSecond = 48_000

  /// The least length of a fade beside other frames, 10 ms: a sound that is cut off clicks.
  static let leastFade = samplesPerSecond / 100
  /// The fade at a cut, 5 ms.
  static let fadeOfCut = samplesPerSecond / 200

  let whole: Int
  /// Those of the film, which may be a part of the show.
  let samples: Range<Int>
  /// The pieces that are heard in the film, at most two at a time, so that those of a track follow
  /// each other.
  let tracks: [[Piece]]
  /// The times of the whole show in which some clip is heard.
  let stretches: [Stretch]

  /// The sound of items beside the frames of a film, with `margin` samples before them and after
  /// them, as far as there are so many.
  init(
    _ timeline: Timeline, _ rate: FrameRate, of frames: Range<Int>, margin: Int = 0,
    heard items: Set<Int>
  ) {
    whole = Self.sample(of: timeline.count, rate)
    let chosen = Self.sample(of: frames.lowerBound, rate)..<Self.sample(of: frames.upperBound, rate)
    let samples = max(0, chosen.lowerBound - margin)..<min(chosen.upperBound + margin, whole)
    self.samples = samples
    let pieces = Self.shown(timeline, items).map { $0.piece(in: timeline, rate) }
    stretches = Self.stretches(of: pieces)
    var tracks: [[Piece]] = []
    for piece in pieces {
      guard piece.samples.overlaps(samples) else { continue }
      let free = tracks.firstIndex { track in
        track.last.map { $0.samples.upperBound <= piece.samples.lowerBound } ?? true
      }
      if let free { tracks[free].append(piece) } else { tracks.append([piece]) }
    }
    self.tracks = tracks
  }

  /// Joins pieces that overlap or follow each other.
  private static func stretches(of pieces: [Piece]) -> [Stretch] {
    var all: [Stretch] = []
    for piece in pieces {
      if let last = all.last, piece.samples.lowerBound <= last.samples.upperBound {
        guard piece.samples.upperBound >= last.samples.upperBound else { continue }
        all[all.count - 1].samples = last.samples.lowerBound..<piece.samples.upperBound
        all[all.count - 1].fadeOut = piece.fadeOut
      } else {
        all.append(
          Stretch(samples: piece.samples, fadeIn: piece.fadeIn, fadeOut: piece.fadeOut))
      }
    }
    return all
  }

  /// The samples in some millionths of a second.
  static func samples(micro: Int) -> Int {
    Int((Int128(micro) * Int128(samplesPerSecond) + 500_000) / 1_000_000)
  }

  /// The sample with which a frame begins, both counted from 0.
  static func sample(of frame: Int, _ rate: FrameRate) -> Int {
    rate.time(of: frame, perSecond: samplesPerSecond)
  }

  /// The frames that show an item without a gap.
  private struct Shown {
    let item: Int
    /// The first frame of the item.
    let firstFrame: Int
    var frames: Range<Int>
    /// How many of them belong to the transition that leads to it, and to the one from it.
    let entering: Int
    var leaving = 0

    func piece(in timeline: Timeline, _ rate: FrameRate) -> Piece {
      func samples(_ frames: Range<Int>) -> Range<Int> {
        sample(of: frames.lowerBound, rate)..<sample(of: frames.upperBound, rate)
      }
      let (start, end) = (frames.lowerBound, frames.upperBound)
      let all = samples(frames)
      func least(_ isCut: Bool) -> Int { min(isCut ? fadeOfCut : leastFade, all.count / 2) }
      let fadeIn = samples(start..<start + entering).count
      let fadeOut = samples(end - leaving..<end).count
      return Piece(
        item: item, firstFrame: firstFrame, samples: all,
        // The show itself may begin and end in the middle of a sound, as a clip does.
        fadeIn: start == 0 ? fadeIn : max(fadeIn, least(timeline.isCut(before: item))),
        fadeOut: end == timeline.count ? fadeOut : max(fadeOut, least(timeline.isCut(after: item))))
    }
  }

  /// When items are shown, in the order in which that begins.
  private static func shown(_ timeline: Timeline, _ items: Set<Int>) -> [Shown] {
    var all: [Shown] = []
    for part in timeline.parts {
      let start = part.frames.lowerBound
      let shown = timeline.shown(at: timeline.moment(of: start))
      for (index, frame) in shown.enumerated() where items.contains(frame.item) {
        let isEntering = index > 0
        let before = all.lastIndex { $0.item == frame.item && $0.frames.upperBound == start }
        if !isEntering, let before {
          all[before].frames = all[before].frames.lowerBound..<part.frames.upperBound
        } else {
          all.append(
            Shown(
              item: frame.item, firstFrame: frame.frame, frames: part.frames,
              entering: isEntering ? part.frames.count : 0))
        }
        if !isEntering, !part.step.isPicture, let last = before ?? all.indices.last {
          all[last].leaving = part.frames.count
        }
      }
    }
    return all
  }
}
