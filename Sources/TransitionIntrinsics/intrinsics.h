#ifndef DOTRANSITION_INTRINSICS_H
#define DOTRANSITION_INTRINSICS_H

/* Instructions of the processor that Swift has no name for. */

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

typedef short dotransition_short8 __attribute__((ext_vector_type(8)));
typedef int dotransition_int4 __attribute__((ext_vector_type(4)));

/* The products of numbers, added in pairs: a0 * b0 + a1 * b1, and so on. No sum may be 2^31. */
static inline __attribute__((always_inline)) dotransition_int4 multiply_add_pairs(
    dotransition_short8 a, dotransition_short8 b) {
#ifdef __SSE2__
  typedef short short8 __attribute__((vector_size(16)));
  return (dotransition_int4)__builtin_ia32_pmaddwd128((short8)a, (short8)b);
#else
  typedef int int8 __attribute__((ext_vector_type(8)));
  int8 products = __builtin_convertvector(a, int8) * __builtin_convertvector(b, int8);
  return products.even + products.odd;
#endif
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

/* Eight numbers, limited to what 16 bits hold. */
static inline __attribute__((always_inline)) dotransition_short8 narrow(
    dotransition_int4 a, dotransition_int4 b) {
#ifdef __SSE2__
  typedef int int4 __attribute__((vector_size(16)));
  return (dotransition_short8)__builtin_ia32_packssdw128((int4)a, (int4)b);
#else
  typedef int int8 __attribute__((ext_vector_type(8)));
  int8 both = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
  both = __builtin_elementwise_max((int8)-32768, __builtin_elementwise_min((int8)32767, both));
  return __builtin_convertvector(both, dotransition_short8);
#endif
}

#endif
