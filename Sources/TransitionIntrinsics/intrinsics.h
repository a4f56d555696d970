#ifndef DOTRANSITION_INTRINSICS_H
#define DOTRANSITION_INTRINSICS_H

/* Instructions of the processor that Swift has no name for, each as the arithmetic that compilers know
   for it: for x86-64 they make pmaddwd, packssdw and packuswb of it. */

/* A product and a sum are rounded each, on all processors: some would make one instruction of them, and
   other bytes. */
#pragma STDC FP_CONTRACT OFF

/* Asks the processor to bring an address, which need not be valid, into its cache. */
static inline void prefetch(const void *address) { __builtin_prefetch(address); }

typedef float dotransition_float8 __attribute__((ext_vector_type(8)));
typedef double dotransition_double8 __attribute__((ext_vector_type(8)));

/* The square roots of eight numbers. Swift's own takes them one by one, since C's may set `errno`:
   1.1 ns a number instead of 0.2. */
static inline dotransition_float8 square_roots(dotransition_float8 x) {
  return __builtin_elementwise_sqrt(x);
}

static inline dotransition_double8 square_roots_double(dotransition_double8 x) {
  return __builtin_elementwise_sqrt(x);
}

typedef float dotransition_float4 __attribute__((ext_vector_type(4)));

/* The sums between four pairs of positions, added, from sums of what lies before neighbors: of each position
   the index of the sum before it, and the part of the one after that. */
static inline __attribute__((always_inline)) dotransition_float4 differences_of_sums(
    const void *sums, const unsigned *first, const unsigned *second, const float *part,
    const float *second_part) {
  dotransition_float4 all = 0;
  for (int i = 0; i < 4; i++) {
    const dotransition_float4 *left = (const dotransition_float4 *)sums + first[i];
    const dotransition_float4 *right = (const dotransition_float4 *)sums + second[i];
    all += (right[0] - left[0])
           + ((right[1] - right[0]) * second_part[i] - (left[1] - left[0]) * part[i]);
  }
  return all;
}

typedef short dotransition_short8 __attribute__((ext_vector_type(8)));
typedef int dotransition_int4 __attribute__((ext_vector_type(4)));

/* The products of numbers, added in pairs: a0 * b0 + a1 * b1, and so on. No sum may be 2^31. */
static inline __attribute__((always_inline)) dotransition_int4 multiply_add_pairs(
    dotransition_short8 a, dotransition_short8 b) {
  typedef int int8 __attribute__((ext_vector_type(8)));
  int8 products = __builtin_convertvector(a, int8) * __builtin_convertvector(b, int8);
  return products.even + products.odd;
}

/* The lesser and the greater of two numbers each. Swift's own way to write this costs four instructions. */
static inline __attribute__((always_inline)) dotransition_float4 lesser(
    dotransition_float4 a, dotransition_float4 b) {
  return a < b ? a : b;
}

static inline __attribute__((always_inline)) dotransition_float4 greater(
    dotransition_float4 a, dotransition_float4 b) {
  return a > b ? a : b;
}

/* Numbers without their fractions. Swift's own takes them one by one, and tests each. */
static inline __attribute__((always_inline)) dotransition_int4 whole_parts(dotransition_float4 x) {
  return __builtin_convertvector(x, dotransition_int4);
}

static inline __attribute__((always_inline)) dotransition_float4 without_fractions(
    dotransition_float4 x) {
  return __builtin_convertvector(whole_parts(x), dotransition_float4);
}

/* The first halves of two vectors, or their second ones, in turns: a0, b0, a1, b1, and so on.
   Swift's own way to write this costs several instructions. */
static inline __attribute__((always_inline)) dotransition_short8 interleave_first(
    dotransition_short8 a, dotransition_short8 b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

static inline __attribute__((always_inline)) dotransition_short8 interleave_second(
    dotransition_short8 a, dotransition_short8 b) {
  return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

/* A 32nd of the sum of points, each between four pixels of four numbers. Of each four points there are the
   indices of pairs of pixels, the weights of these, and those of the pairs after them, in the halves of
   numbers. The sum of four points may not be 2^31, that of all not 2^36. */
static inline __attribute__((always_inline)) dotransition_float4 sum_of_texels(
    const void *pairs, const void *points, long fours) {
  typedef unsigned uint4 __attribute__((ext_vector_type(4)));
  dotransition_int4 all = 0;
  const unsigned *point = points;
  for (long four = 0; four < fours; four++, point += 12) {
    dotransition_int4 sum = 0;
#pragma clang loop unroll(full)
    for (int i = 0; i < 4; i++) {
      const dotransition_short8 *pair = (const dotransition_short8 *)pairs + point[i];
      uint4 weight = point[4 + i], next = point[8 + i];
      sum += multiply_add_pairs(pair[0], (dotransition_short8)weight)
             + multiply_add_pairs(pair[1], (dotransition_short8)next);
    }
    all += sum >> 5;
  }
  return __builtin_convertvector(all, dotransition_float4);
}

/* Eight numbers, limited to what 16 bits hold. */
static inline __attribute__((always_inline)) dotransition_short8 narrow(
    dotransition_int4 a, dotransition_int4 b) {
  typedef int int8 __attribute__((ext_vector_type(8)));
  int8 both = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
  both = __builtin_elementwise_max((int8)-32768, __builtin_elementwise_min((int8)32767, both));
  return __builtin_convertvector(both, dotransition_short8);
}

typedef unsigned char dotransition_uchar16 __attribute__((ext_vector_type(16)));

/* The first eight bytes of two vectors in turns, or their second ones: each two as a number of 16 bits. */
static inline __attribute__((always_inline)) dotransition_short8 interleave_first_bytes(
    dotransition_uchar16 a, dotransition_uchar16 b) {
  return (dotransition_short8)__builtin_shufflevector(
      a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

static inline __attribute__((always_inline)) dotransition_short8 interleave_second_bytes(
    dotransition_uchar16 a, dotransition_uchar16 b) {
  return (dotransition_short8)__builtin_shufflevector(
      a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/* The first eight of sixteen bytes, or the second, as numbers of 16 bits. */
static inline __attribute__((always_inline)) dotransition_short8 widen_first(
    dotransition_uchar16 a) {
  return interleave_first_bytes(a, (dotransition_uchar16)0);
}

static inline __attribute__((always_inline)) dotransition_short8 widen_second(
    dotransition_uchar16 a) {
  return interleave_second_bytes(a, (dotransition_uchar16)0);
}

/* Eight numbers, limited to 0 and a greatest one. */
static inline __attribute__((always_inline)) dotransition_short8 limited(
    dotransition_short8 a, short greatest) {
  a = __builtin_elementwise_max(a, (dotransition_short8)0);
  return __builtin_elementwise_min(a, (dotransition_short8)greatest);
}

/* Sixteen numbers, limited to what a byte holds. */
static inline __attribute__((always_inline)) dotransition_uchar16 narrow_to_bytes(
    dotransition_short8 a, dotransition_short8 b) {
  typedef short short16 __attribute__((ext_vector_type(16)));
  short16 both = __builtin_shufflevector(
      limited(a, 255), limited(b, 255), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return __builtin_convertvector(both, dotransition_uchar16);
}

typedef unsigned long long dotransition_ulong2 __attribute__((ext_vector_type(2)));

/* The eight bytes at two addresses in turns. */
static inline __attribute__((always_inline)) dotransition_short8 interleaved_bytes(
    const void *a, const void *b) {
  unsigned long long words[2];
  __builtin_memcpy(&words[0], a, 8);
  __builtin_memcpy(&words[1], b, 8);
  return interleave_first_bytes(
      (dotransition_uchar16)(dotransition_ulong2){words[0], 0},
      (dotransition_uchar16)(dotransition_ulong2){words[1], 0});
}

/* Eight bytes at each of four addresses in turns: the first of all four, then the second, and so on. */
static inline __attribute__((always_inline)) void load_in_turns(
    const void *base, const void *offsets, dotransition_int4 *first, dotransition_int4 *second) {
  const char *start = (const char *)base;
  const long long *offset = (const long long *)offsets;
  dotransition_short8 a = interleaved_bytes(start + offset[0], start + offset[1]);
  dotransition_short8 b = interleaved_bytes(start + offset[2], start + offset[3]);
  *first = (dotransition_int4)interleave_first(a, b);
  *second = (dotransition_int4)interleave_second(a, b);
}

/* Red, green and blue of four points. */
typedef struct {
  dotransition_float4 red, green, blue;
} dotransition_colors4;

/* Four bytes of each channel as numbers plus 2^23: the bits of such a number end with the byte. */
static inline __attribute__((always_inline)) dotransition_colors4 biased_colors(
    dotransition_int4 bytes) {
  dotransition_short8 bias = 0x4B00;
  dotransition_short8 first = widen_first((dotransition_uchar16)bytes);
  dotransition_short8 second = widen_second((dotransition_uchar16)bytes);
  return (dotransition_colors4){
      (dotransition_float4)interleave_first(first, bias),
      (dotransition_float4)interleave_second(first, bias),
      (dotransition_float4)interleave_first(second, bias)};
}

/* Between numbers to the left and to the right, both plus 2^23. */
static inline __attribute__((always_inline)) dotransition_colors4 mix_of_biased(
    dotransition_int4 left_bytes, dotransition_int4 right_bytes, dotransition_float4 x) {
  dotransition_colors4 left = biased_colors(left_bytes), right = biased_colors(right_bytes);
  return (dotransition_colors4){
      (left.red - 0x1p23f) + (right.red - left.red) * x,
      (left.green - 0x1p23f) + (right.green - left.green) * x,
      (left.blue - 0x1p23f) + (right.blue - left.blue) * x};
}

/* Colors between pairs of pixels of three bytes in two rows, at four offsets: x between the left and the
   right ones, y between the lower and the upper ones. Lower pairs begin two bytes after their addresses. */
static inline __attribute__((always_inline)) dotransition_colors4 mix_of_bytes(
    const void *lower, const void *upper, const void *offsets, dotransition_float4 x,
    dotransition_float4 y) {
  dotransition_int4 a, b;
  load_in_turns(lower, offsets, &a, &b);
  dotransition_colors4 bottom = mix_of_biased(
      __builtin_shufflevector(a, b, 2, 3, 4, 4), __builtin_shufflevector(b, b, 1, 2, 3, 3), x);
  load_in_turns(upper, offsets, &a, &b);
  dotransition_colors4 top = mix_of_biased(a, __builtin_shufflevector(a, b, 3, 4, 5, 5), x);
  return (dotransition_colors4){
      bottom.red + (top.red - bottom.red) * y, bottom.green + (top.green - bottom.green) * y,
      bottom.blue + (top.blue - bottom.blue) * y};
}

/* Stores the first six bytes of each half of four vectors, one after the other, and two more. */
static inline __attribute__((always_inline)) void store_sixes(
    dotransition_ulong2 a, dotransition_ulong2 b, dotransition_ulong2 c, dotransition_ulong2 d,
    void *output) {
  unsigned long long halves[8] = {a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y};
  for (int i = 0; i < 8; i++) __builtin_memcpy((char *)output + 6 * i, &halves[i], 8);
}

/* Stores red, green and blue of eight pixels in turns, 48 bytes and two more. */
static inline __attribute__((always_inline)) void store_words(
    dotransition_short8 red, dotransition_short8 green, dotransition_short8 blue, void *output) {
  dotransition_int4 rg0 = (dotransition_int4)interleave_first(red, green);
  dotransition_int4 rg1 = (dotransition_int4)interleave_second(red, green);
  dotransition_int4 b0 = (dotransition_int4)interleave_first(blue, (dotransition_short8)0);
  dotransition_int4 b1 = (dotransition_int4)interleave_second(blue, (dotransition_short8)0);
  store_sixes(
      (dotransition_ulong2)__builtin_shufflevector(rg0, b0, 0, 4, 1, 5),
      (dotransition_ulong2)__builtin_shufflevector(rg0, b0, 2, 6, 3, 7),
      (dotransition_ulong2)__builtin_shufflevector(rg1, b1, 0, 4, 1, 5),
      (dotransition_ulong2)__builtin_shufflevector(rg1, b1, 2, 6, 3, 7), output);
}

/* Two pixels of four bytes, the last of which is 0, as one of six bytes, twice. */
static inline __attribute__((always_inline)) dotransition_ulong2 joined(dotransition_short8 a) {
  dotransition_ulong2 pixels = (dotransition_ulong2)a;
  return (pixels & 0xFFFFFF) | ((pixels >> 8) & 0xFFFFFF000000);
}

/* Stores red, green and blue of sixteen pixels in turns, 48 bytes and two more. */
static inline __attribute__((always_inline)) void store_bytes(
    dotransition_uchar16 red, dotransition_uchar16 green, dotransition_uchar16 blue,
    void *output) {
  dotransition_short8 rg0 = interleave_first_bytes(red, green);
  dotransition_short8 rg1 = interleave_second_bytes(red, green);
  dotransition_short8 b0 = widen_first(blue), b1 = widen_second(blue);
  store_sixes(
      joined(interleave_first(rg0, b0)), joined(interleave_second(rg0, b0)),
      joined(interleave_first(rg1, b1)), joined(interleave_second(rg1, b1)), output);
}

#endif
