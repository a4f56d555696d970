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

#endif
