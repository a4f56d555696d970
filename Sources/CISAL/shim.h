/* One zlib stream of ISA-L, whose own structure is too large for Swift to import. */
#ifndef DOTRANSITION_ISAL_SHIM_H
#define DOTRANSITION_ISAL_SHIM_H

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>

typedef struct {
  struct isal_zstream stream;
  uint8_t level[ISAL_DEF_LVL1_DEFAULT];
} shim_zlib_stream;

static inline void *shim_zlib_new(void) {
  shim_zlib_stream *zlib = malloc(sizeof *zlib);
  if (zlib) {
    isal_deflate_init(&zlib->stream);
    zlib->stream.gzip_flag = IGZIP_ZLIB;
    zlib->stream.level = 1;
    zlib->stream.level_buf = zlib->level;
    zlib->stream.level_buf_size = sizeof zlib->level;
  }
  return zlib;
}

static inline void shim_zlib_free(void *zlib) { free(zlib); }

static inline void shim_zlib_input(void *zlib, const void *bytes, size_t count, int is_last) {
  struct isal_zstream *stream = &((shim_zlib_stream *) zlib)->stream;
  stream->next_in = (uint8_t *) bytes;
  stream->avail_in = (uint32_t) count;
  stream->end_of_stream = (uint16_t) is_last;
}

/* The number of bytes stored; fewer than the capacity once the input is used up. */
static inline size_t shim_zlib_output(void *zlib, void *bytes, size_t capacity) {
  struct isal_zstream *stream = &((shim_zlib_stream *) zlib)->stream;
  stream->next_out = (uint8_t *) bytes;
  stream->avail_out = (uint32_t) capacity;
  isal_deflate(stream);
  return capacity - stream->avail_out;
}

#endif
