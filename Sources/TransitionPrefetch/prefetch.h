#ifndef DOTRANSITION_PREFETCH_H
#define DOTRANSITION_PREFETCH_H

/* Asks the processor to bring an address, which need not be valid, into its cache. */
static inline void prefetch(const void *address) { __builtin_prefetch(address); }

#endif
