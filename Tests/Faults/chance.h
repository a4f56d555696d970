/* Numbers by chance, the same ones for the same seed as far as threads allow. */
#include <stdatomic.h>

static unsigned long seed;

/* A number from 0 to 1, by SplitMix64. */
static double chance(void) {
  static _Atomic unsigned long count;
  unsigned long x = (seed << 32) + atomic_fetch_add(&count, 1) * 0x9E3779B97F4A7C15ul;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ul;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBul;
  return ((x ^ (x >> 31)) >> 11) * 0x1p-53;
}
