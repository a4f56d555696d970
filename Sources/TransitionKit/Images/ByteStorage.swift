/// Uninitialized bytes that live as long as this object.
@safe final class ByteStorage {
  let base: UnsafeMutableRawPointer
  init(byteCount: Int) { unsafe base = .allocate(byteCount: byteCount, alignment: 16) }
  deinit { unsafe base.deallocate() }
}
