internal import TransitionKit

/// Takes the frames of a job for one output.
///
/// Each drawing is packed once, and then delivered, on the thread that draws it: several threads do
/// so at a time, and drawings come in any order. ``Drawing/index`` is the order. A drawing counts
/// for each of its numbers that is wanted. After the last one, ``finish()`` or ``abandon()`` is
/// called once.
protocol FrameWriter: Sendable {
  /// Whether it still needs the frame of a number.
  func wants(_ number: Int) -> Bool

  /// Whether it may take more frames; once it does not, no more are made.
  var isOpen: Bool { get }

  /// Whether a later run can go on with the frames that it has taken.
  var canGoOn: Bool { get }

  /// Draws a frame for all the numbers that show it, and packs it. The frame's pictures stay in
  /// memory meanwhile, which others need: it waits for no other frame.
  func pack(_ frame: Frame, for drawing: Drawing) throws(Failure) -> Delivery

  /// Learns that a frame cannot be made. An output that needs all frames takes none after it.
  func frameFailed(_ drawing: Drawing)

  /// Ends the output once every frame has been taken.
  func finish() throws(Failure)

  /// Ends the output after some frames have failed, so that nothing unfinished stays.
  ///
  /// - Throws: what was wrong with the output, if that was the reason; not that frames are missing.
  func abandon() throws(Failure)
}

extension FrameWriter {
  func wants(_ number: Int) -> Bool { true }
  var isOpen: Bool { true }
  var canGoOn: Bool { false }
  func abandon() throws(Failure) {}
}

/// Hands over a packed frame; may wait for the frames before it, and for whoever reads them.
typealias Delivery = () throws(Failure) -> Void

/// A picture that is drawn once, for one frame or for several in a row that are the same.
struct Drawing: Sendable {
  /// The frames that show it, rising.
  let numbers: [Int]
  /// The index of the first of them among the frames of the job, from 0.
  let position: Int
  /// Its own index among the drawings of the job, from 0.
  let index: Int
  let moment: Timeline.Moment
}

extension [any FrameWriter] {
  /// Ends all outputs of a job, each of which has every frame unless its reader has gone away.
  ///
  /// - Throws: what an output throws; that others are not made because a reader has gone away.
  func finish() throws(Failure) {
    if allSatisfy(\.isOpen) {
      for writer in self { try writer.finish() }
      return
    }
    for writer in self { try writer.abandon() }
    guard count > 1 else { return }
    throw Failure(
      .cannotWrite, "the contact sheet is not made: the reader of stdout has gone away")
  }
}
