/* libjpeg's compressor and what its decompressor warns of, each as one function, whose errors end
 * it: by itself libjpeg ends the process. */
#ifndef DOTRANSITION_JPEG_H
#define DOTRANSITION_JPEG_H

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include <jerror.h>

typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf end;
  /* Whether a warning was that of a part that is missing. */
  int lacks_part;
  /* The text of the first warning, of JMSG_LENGTH_MAX bytes at most. */
  char *warning;
} ShimJPEGErrors;

static inline void shim_jpeg_fail(j_common_ptr coder) {
  longjmp(((ShimJPEGErrors *)coder->err)->end, 1);
}

static inline void shim_jpeg_ignore(j_common_ptr coder, int level) {
  (void)coder;
  (void)level;
}

/* Encodes pixels of three bytes, RGB or YCbCr, as baseline JPEG with the standard Huffman tables.
 * `restart` is the number of blocks between restart markers, 0 for none. Returns 0 and bytes that the
 * caller frees, or -1. */
static inline int shim_jpeg_encode(const unsigned char *pixels, int width, int height, int is_ycc,
                                   int quality, int halves_chroma, int restart,
                                   unsigned char **bytes, unsigned long *count) {
  struct jpeg_compress_struct coder;
  ShimJPEGErrors errors;
  *bytes = NULL;
  *count = 0;
  coder.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = shim_jpeg_fail;
  errors.manager.emit_message = shim_jpeg_ignore;
  if (setjmp(errors.end)) {
    jpeg_destroy_compress(&coder);
    free(*bytes);
    *bytes = NULL;
    return -1;
  }
  jpeg_create_compress(&coder);
  jpeg_mem_dest(&coder, bytes, count);
  coder.image_width = (JDIMENSION)width;
  coder.image_height = (JDIMENSION)height;
  coder.input_components = 3;
  coder.in_color_space = is_ycc ? JCS_YCbCr : JCS_RGB;
  jpeg_set_defaults(&coder);
  jpeg_set_quality(&coder, quality, TRUE);
  if (!halves_chroma) coder.comp_info[0].h_samp_factor = coder.comp_info[0].v_samp_factor = 1;
  coder.restart_interval = (unsigned int)restart;
  jpeg_start_compress(&coder, TRUE);
  while (coder.next_scanline < coder.image_height) {
    JSAMPROW rows[16];
    JDIMENSION n = 0;
    for (; n < 16 && coder.next_scanline + n < coder.image_height; n++)
      rows[n] = (JSAMPROW)pixels + (size_t)(coder.next_scanline + n) * (size_t)width * 3;
    jpeg_write_scanlines(&coder, rows, n);
  }
  jpeg_finish_compress(&coder);
  jpeg_destroy_compress(&coder);
  return 0;
}

static inline void shim_jpeg_note(j_common_ptr coder, int level) {
  if (level >= 0) return;
  ShimJPEGErrors *errors = (ShimJPEGErrors *)coder->err;
  if (!*errors->warning) coder->err->format_message(coder, errors->warning);
  switch (coder->err->msg_code) {
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
      errors->lacks_part = 1;
  }
}

/* Whether a file lacks a part of its picture, which libjpeg fills with gray after a warning; also if
 * it cannot be read to its end. `warning` has place for JMSG_LENGTH_MAX bytes, and begins with 0: it
 * receives the first that libjpeg warns of. */
static inline int shim_jpeg_lacks_part(const char *path, char *warning) {
  struct jpeg_decompress_struct coder = {0};
  ShimJPEGErrors errors;
  FILE *file = fopen(path, "rbe");
  if (!file) return 1;
  errors.lacks_part = 0;
  errors.warning = warning;
  coder.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = shim_jpeg_fail;
  errors.manager.emit_message = shim_jpeg_note;
  if (setjmp(errors.end)) {
    errors.lacks_part = 1;
  } else {
    jpeg_create_decompress(&coder);
    jpeg_stdio_src(&coder, file);
    jpeg_read_header(&coder, TRUE);
    /* All codes are read, whatever comes of them: an eighth of the size in the file's own colors. */
    coder.scale_num = 1;
    coder.scale_denom = 8;
    coder.out_color_space = coder.jpeg_color_space;
    jpeg_start_decompress(&coder);
    JSAMPARRAY row = coder.mem->alloc_sarray(
        (j_common_ptr)&coder, JPOOL_IMAGE, coder.output_width * (JDIMENSION)coder.output_components, 1);
    while (!errors.lacks_part && coder.output_scanline < coder.output_height)
      jpeg_read_scanlines(&coder, row, 1);
  }
  jpeg_destroy_decompress(&coder);
  fclose(file);
  return errors.lacks_part;
}

#endif
