/* zlib's decompressor, to see what work a stranger's data are. */
#ifndef DOTRANSITION_ZLIB_H
#define DOTRANSITION_ZLIB_H

#include <zlib.h>

/* Unpacks data, which it forgets, and takes what they are from two budgets: bytes, and blocks, which
 * take time even if they hold nothing. Returns whether the budgets suffice; data that are damaged or
 * cut end where they are so. */
static inline int shim_zlib_unpacks_within(const unsigned char *data, unsigned int count,
                                           long long *bytes, long long *blocks) {
  unsigned char unpacked[1 << 15];
  z_stream stream = {0};
  stream.next_in = (unsigned char *)data;
  stream.avail_in = count;
  if (inflateInit(&stream) != Z_OK) return 1;
  int status = Z_OK;
  while (status == Z_OK && *bytes >= 0 && *blocks >= 0) {
    stream.next_out = unpacked;
    stream.avail_out = sizeof unpacked;
    status = inflate(&stream, Z_BLOCK);
    *bytes -= sizeof unpacked - stream.avail_out;
    /* The end of a block, or of the header. */
    if (stream.data_type & 128) *blocks -= 1;
  }
  inflateEnd(&stream);
  return *bytes >= 0 && *blocks >= 0;
}

#endif
