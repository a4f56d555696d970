extension Frame {
  /// The frame with words or a mark over it.
  ///
  /// - Parameters:
  ///   - overlay: what lies over it.
  ///   - opacity: how much of it shows, 0...1, on the scale of encoded values.
  ///   - fall: how far below its place the ink is, in pixels, 0 or more.
  /// - Returns: a frame of the same format.
  package func under(_ overlay: Overlay, opacity: Float = 1, fall: Float = 0) -> Frame {
    guard opacity > 0 else { return self }
    return under(OverlayMixer(overlay, format, opacity: opacity, fall: fall))
  }

  /// The frame with an overlay over it that is ready for frames of its format.
  package func under(_ mixer: OverlayMixer) -> Frame {
    precondition(mixer.format == format)
    let rows = mixer.rows.clamped(to: 0..<height)
    return unsafe Frame(
      width: width, height: height, format: format, planes: planes,
      planarChanges: planarChanges + mixer.planarChanges
    ) { columns, row, output in
      unsafe fill(columns, row, output)
      if rows.contains(row) { unsafe mixer.mix(columns, row: row, output) }
    }
  }
}
