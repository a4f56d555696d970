/* The parts of libvips and of the C library that Swift cannot call by itself: functions with variable
 * arguments and macros, each as one inline function. */
#ifndef DOTRANSITION_SHIM_H
#define DOTRANSITION_SHIM_H

#include <gmodule.h>
#include <sys/resource.h>
#include <vips/vips.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Has the GNU C library keep the memory of a frame for the next one, and keeps it to one arena where the
 * address space is limited. By itself it gives frames of 1920x1080 back one by one: a third of the time of
 * pictures that move went into new pages. */
static inline void shim_set_up_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    mallopt(M_ARENA_MAX, 1);
#endif
}

/* What the system tells of the library that an address is in. Its own declaration is one of the extensions of
 * the GNU C library, which a module cannot ask for alone: others would see other types than this one. */
struct shim_library {
  const char *path;
  void *base;
  const char *symbol;
  void *address;
};
#define SHIM_TEXT(name) #name
#define SHIM_SYMBOL(prefix, name) SHIM_TEXT(prefix) name
extern int shim_dladdr(const void *address, struct shim_library *library) __asm__(
    SHIM_SYMBOL(__USER_LABEL_PREFIX__, "dladdr"));

/* The path of the library that libvips is in; empty if the system does not tell. */
static inline const char *shim_path_of_libvips(void) {
  struct shim_library library;
  void *address = NULL;
  GModule *program = g_module_open(NULL, G_MODULE_BIND_LAZY);
  if (program) g_module_symbol(program, "vips_init", &address);
  return address && shim_dladdr(address, &library) && library.path ? library.path : "";
}

/* The most pixels across or down: a constant before libvips 8.18, a call since. */
static inline int shim_largest_dimension(void) { return VIPS_MAX_COORD; }

/* GLib's flags are numbers to Swift, or a set, as its version has it. */
static inline int shim_is_error(GLogLevelFlags level) { return (level & G_LOG_LEVEL_ERROR) != 0; }

/* Loads a module, if it is one. */
static inline void shim_load_module(const char *path) { g_module_open(path, G_MODULE_BIND_LAZY); }

static inline VipsImage *shim_load(VipsSource *source, VipsFailOn level) {
  return vips_image_new_from_source(source, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail-on", level,
                                    NULL);
}

/* Of SVG and PDF. */
static inline VipsImage *shim_load_vectors(VipsSource *source, double scale) {
  return vips_image_new_from_source(source, "", "access", VIPS_ACCESS_SEQUENTIAL,
                                    "fail-on", VIPS_FAIL_ON_ERROR, "scale", scale, NULL);
}

static inline VipsImage *shim_load_file(const char *name) {
  return vips_image_new_from_file(name, "access", VIPS_ACCESS_SEQUENTIAL,
                                  "fail-on", VIPS_FAIL_ON_ERROR, NULL);
}

/* OpenEXR has no loader for sources. This one takes brackets in names for themselves. */
static inline VipsImage *shim_load_openexr(const char *name) {
  VipsImage *image = NULL;
  vips_openexrload(name, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail-on", VIPS_FAIL_ON_ERROR,
                   NULL);
  return image;
}

/* Words as red, green, blue and alpha; a width of 0 is none. */
static inline int shim_text(VipsImage **out, const char *markup, const char *font, int width,
                            VipsAlign align, VipsTextWrap wrap) {
  return vips_text(out, markup, "font", font, "width", width, "align", align, "wrap", wrap,
                   "rgba", TRUE, "dpi", 72, NULL);
}

static inline int shim_unpack_radiance(VipsImage *in, VipsImage **out) {
  return vips_rad2float(in, out, NULL);
}

static inline int shim_unpack_lab(VipsImage *in, VipsImage **out) {
  return vips_LabQ2Lab(in, out, NULL);
}

static inline int shim_autorot(VipsImage *in, VipsImage **out) {
  return vips_autorot(in, out, NULL);
}

static inline int shim_flip(VipsImage *in, VipsImage **out) {
  return vips_flip(in, out, VIPS_DIRECTION_VERTICAL, NULL);
}

static inline int shim_colourspace(VipsImage *in, VipsImage **out, VipsInterpretation space) {
  return vips_colourspace(in, out, space, NULL);
}

static inline int shim_icc_transform(VipsImage *in, VipsImage **out, const char *profile,
                                     const char *fallback, int depth) {
  return vips_icc_transform(in, out, profile, "embedded", TRUE, "input-profile", fallback,
                            "intent", VIPS_INTENT_RELATIVE, "black-point-compensation", TRUE,
                            "depth", depth, NULL);
}

/* XYZ by the embedded profile, to the white of D65 and to 100. */
static inline int shim_icc_import(VipsImage *in, VipsImage **out) {
  return vips_icc_import(in, out, "embedded", TRUE, "pcs", VIPS_PCS_XYZ, "intent",
                         VIPS_INTENT_RELATIVE, NULL);
}

/* Y of XYZ as shim_icc_import makes it of sRGB's red, by a built-in profile; negative without one. */
static inline double shim_y_of_red(void) {
  static const unsigned short red[3] = {65535, 0, 0};
  VipsImage *pixel = vips_image_new_from_memory_copy(red, sizeof red, 1, 1, 3, VIPS_FORMAT_USHORT);
  VipsBlob *profile = NULL;
  VipsImage *tagged = NULL;
  VipsImage *light = NULL;
  double *values = NULL;
  int count = 0;
  double y = -1;
  if (pixel && !vips_profile_load("srgb", &profile, NULL) &&
      !vips_copy(pixel, &tagged, "interpretation", VIPS_INTERPRETATION_RGB16, NULL)) {
    vips_image_set_blob_copy(tagged, VIPS_META_ICC_NAME, VIPS_AREA(profile)->data,
                             VIPS_AREA(profile)->length);
    if (!shim_icc_import(tagged, &light) && !vips_getpoint(light, &values, &count, 0, 0, NULL) &&
        count == 3)
      y = values[1];
  }
  g_free(values);
  if (light) g_object_unref(light);
  if (tagged) g_object_unref(tagged);
  if (profile) vips_area_unref(VIPS_AREA(profile));
  if (pixel) g_object_unref(pixel);
  return y;
}

/* Multiplied by a matrix of 3 by 3 numbers, row by row. */
static inline int shim_recomb(VipsImage *in, VipsImage **out, const double *numbers) {
  VipsImage *matrix = vips_image_new_matrix_from_array(3, 3, numbers, 9);
  if (!matrix) return -1;
  int status = vips_recomb(in, out, matrix, NULL);
  g_object_unref(matrix);
  return status;
}

static inline int shim_cast(VipsImage *in, VipsImage **out, VipsBandFormat format) {
  return vips_cast(in, out, format, NULL);
}

static inline int shim_reinterpret_samples(VipsImage *in, VipsImage **out, VipsBandFormat format) {
  return vips_copy(in, out, "format", format, NULL);
}

static inline int shim_linear1(VipsImage *in, VipsImage **out, double factor) {
  return vips_linear1(in, out, factor, 0, NULL);
}

static inline int shim_interpret(VipsImage *in, VipsImage **out,
                                           VipsInterpretation interpretation) {
  return vips_copy(in, out, "interpretation", interpretation, NULL);
}

static inline int shim_extract_bands(VipsImage *in, VipsImage **out, int first, int count) {
  return vips_extract_band(in, out, first, "n", count, NULL);
}

static inline int shim_add_alpha(VipsImage *in, VipsImage **out) {
  return vips_addalpha(in, out, NULL);
}

static inline int shim_bandjoin(VipsImage *a, VipsImage *b, VipsImage **out) {
  return vips_bandjoin2(a, b, out, NULL);
}

static inline int shim_map(VipsImage *in, VipsImage **out, VipsImage *table) {
  return vips_maplut(in, out, table, NULL);
}

static inline int shim_square_root(VipsImage *in, VipsImage **out) {
  return vips_math2_const1(in, out, VIPS_OPERATION_MATH2_POW, 0.5, NULL);
}

static inline int shim_premultiply(VipsImage *in, VipsImage **out, double max_alpha) {
  return vips_premultiply(in, out, "max-alpha", max_alpha, NULL);
}

static inline int shim_unpremultiply(VipsImage *in, VipsImage **out, double max_alpha) {
  return vips_unpremultiply(in, out, "max-alpha", max_alpha, NULL);
}

static inline int shim_reduce(VipsImage *in, VipsImage **out, double across, double down,
                              VipsKernel kernel) {
  return vips_resize(in, out, across, "vscale", down, "kernel", kernel, NULL);
}

/* To a size that is not smaller. The centers of pixels lie half a pixel from the corner in both
 * images, which vips_resize() forgets for the larger one. */
static inline int shim_enlarge(VipsImage *in, VipsImage **out, int width, int height) {
  VipsInterpolate *cubic = vips_interpolate_new("bicubic");
  if (!cubic) return -1;
  VipsArrayInt *area = vips_array_int_newv(4, 0, 0, width, height);
  int status = vips_affine(in, out, (double)width / in->Xsize, 0, 0, (double)height / in->Ysize,
                           "interpolate", cubic, "oarea", area, "idx", 0.5, "idy", 0.5, "odx", -0.5,
                           "ody", -0.5, "extend", VIPS_EXTEND_COPY, "premultiplied", TRUE, NULL);
  vips_area_unref(VIPS_AREA(area));
  g_object_unref(cubic);
  return status;
}

static inline int shim_embed(VipsImage *in, VipsImage **out, int x, int y, int width, int height,
                             const double *ink, int bands) {
  VipsArrayDouble *background = vips_array_double_new(ink, bands);
  int status = vips_embed(in, out, x, y, width, height, "extend", VIPS_EXTEND_BACKGROUND,
                          "background", background, NULL);
  vips_area_unref(VIPS_AREA(background));
  return status;
}

static inline int shim_crop(VipsImage *in, VipsImage **out, int x, int y, int width, int height) {
  return vips_crop(in, out, x, y, width, height, NULL);
}

/* The part of a size that draws the eye; its offset tells which one. */
static inline int shim_crop_to_attention(VipsImage *in, VipsImage **out, int width, int height) {
  return vips_smartcrop(in, out, width, height, "interesting", VIPS_INTERESTING_ATTENTION, NULL);
}

static inline int shim_blur(VipsImage *in, VipsImage **out, double sigma) {
  return vips_gaussblur(in, out, sigma, "precision", VIPS_PRECISION_FLOAT, NULL);
}

/* Puts an image over another one: by its alpha if it has one. */
static inline int shim_overlay(VipsImage *base, VipsImage *overlay, VipsImage **out, int x, int y) {
  return vips_image_hasalpha(overlay)
             ? vips_composite2(base, overlay, out, VIPS_BLEND_MODE_OVER, "x", x, "y", y,
                               "compositing-space", vips_image_guess_interpretation(base), NULL)
             : vips_insert(base, overlay, out, x, y, NULL);
}

typedef int64_t (*ShimWrite)(VipsTargetCustom *target, const void *data, int64_t length,
                             void *context);
typedef int64_t (*ShimRead)(VipsTargetCustom *target, void *buffer, int64_t length, void *context);
typedef int64_t (*ShimSeek)(VipsTargetCustom *target, int64_t offset, int whence, void *context);

static inline VipsTarget *shim_target(ShimWrite write, ShimRead read, ShimSeek seek,
                                      void *context) {
  VipsTargetCustom *target = vips_target_custom_new();
  if (!target) return NULL;
  g_signal_connect(target, "write", G_CALLBACK(write), context);
  g_signal_connect(target, "read", G_CALLBACK(read), context);
  g_signal_connect(target, "seek", G_CALLBACK(seek), context);
  return VIPS_TARGET(target);
}

/* A source that cannot seek; `release` is called with the context when nothing reads it anymore. */
typedef int64_t (*ShimSourceRead)(VipsSourceCustom *source, void *buffer, int64_t length,
                                  void *context);

static inline VipsSource *shim_source(ShimSourceRead read, void *context,
                                      void (*release)(void *context)) {
  VipsSourceCustom *source = vips_source_custom_new();
  if (!source) {
    release(context);
    return NULL;
  }
  g_object_set_data_full(G_OBJECT(source), "dotransition", context, release);
  g_signal_connect(source, "read", G_CALLBACK(read), context);
  return VIPS_SOURCE(source);
}
static inline void shim_keep(VipsImage *image, void *owner, GDestroyNotify release) {
  g_object_set_data_full(G_OBJECT(image), "dotransition", owner, release);
}

static inline int shim_save(VipsImage *in, const char *suffix, VipsTarget *target) {
  return vips_image_write_to_target(in, suffix, target, NULL);
}

static inline VipsImage *shim_open(const void *bytes, size_t size) {
  return vips_image_new_from_buffer(bytes, size, "", NULL);
}

static inline int shim_is_readable(const void *bytes, size_t size) {
  VipsImage *image = shim_open(bytes, size);
  if (!image) return 0;
  double mean;
  int status = vips_avg(image, &mean, NULL);
  g_object_unref(image);
  return status == 0;
}

/* An option of an encoder, given by the name of its class; null if there is none. */
static inline GParamSpec *shim_option(const char *encoder, const char *name) {
  GType type = g_type_from_name(encoder);
  return type ? g_object_class_find_property(G_OBJECT_CLASS(g_type_class_ref(type)), name) : NULL;
}

/* What an option takes that is a whole number, or a number. */
static inline int shim_integers(GParamSpec *option, int *least, int *most) {
  if (!G_IS_PARAM_SPEC_INT(option)) return 0;
  *least = G_PARAM_SPEC_INT(option)->minimum;
  *most = G_PARAM_SPEC_INT(option)->maximum;
  return 1;
}

static inline int shim_numbers(GParamSpec *option, double *least, double *most) {
  if (!G_IS_PARAM_SPEC_DOUBLE(option)) return 0;
  *least = G_PARAM_SPEC_DOUBLE(option)->minimum;
  *most = G_PARAM_SPEC_DOUBLE(option)->maximum;
  return 1;
}

static inline void *shim_blocked_class(VipsObjectClass *operation, void *context) {
  (void)context;
  return ((VipsOperationClass *)operation)->flags & VIPS_OPERATION_BLOCKED ? operation : NULL;
}

/* Whether libvips refuses to run operations of a class. */
static inline int shim_is_blocked(const char *name) {
  const GType type = g_type_from_name(name);
  return type != 0 && vips_class_map_all(type, shim_blocked_class, NULL) != NULL;
}

/* One of the words that an option takes; null behind the last one, and if it takes others. */
static inline const char *shim_word(GParamSpec *option, guint index) {
  if (!G_IS_PARAM_SPEC_ENUM(option)) return NULL;
  GEnumClass *words = G_PARAM_SPEC_ENUM(option)->enum_class;
  /* libvips ends each with one that stands for their number. */
  return index + 1 < words->n_values ? words->values[index].value_nick : NULL;
}

static inline int shim_is_switch(GParamSpec *option) {
  return G_IS_PARAM_SPEC_BOOLEAN(option);
}

static inline guint64 shim_size(VipsImage *image) {
  return VIPS_IMAGE_SIZEOF_IMAGE(image);
}

static inline void *shim_region_address(VipsRegion *region, int x, int y) {
  return VIPS_REGION_ADDR(region, x, y);
}

static inline int shim_rint(VipsImage *in, VipsImage **out) {
  return vips_rint(in, out, NULL);
}

static inline int shim_minimum(VipsImage *in, double *out) {
  return vips_min(in, out, NULL);
}

#endif
