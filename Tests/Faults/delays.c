/* Holds threads up by chance where they take locks, wait and begin: to be loaded before a program.
 *
 * DELAYS is `seed,odds,microseconds`: a number that makes the run repeatable as far as threads allow,
 * how often a thread is held up, and for how long at most. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "chance.h"

static double odds, longest;

__attribute__((constructor)) static void read_odds(void) {
  const char *delays = getenv("DELAYS");
  if (!delays || sscanf(delays, "%lu,%lf,%lf", &seed, &odds, &longest) != 3) odds = 0;
}

static void delay(void) {
  if (odds > 0 && chance() < odds) usleep((useconds_t)(chance() * longest));
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  static int (*_Atomic next)(pthread_mutex_t *);
  if (!next) next = dlsym(RTLD_NEXT, "pthread_mutex_lock");
  delay();
  return next(mutex);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  static int (*_Atomic next)(pthread_mutex_t *);
  if (!next) next = dlsym(RTLD_NEXT, "pthread_mutex_unlock");
  int result = next(mutex);
  delay();
  return result;
}

struct start {
  void *(*body)(void *);
  void *argument;
};

static void *begin(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  delay();
  return start.body(start.argument);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                   void *argument) {
  static int (*_Atomic next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (!next) next = dlsym(RTLD_NEXT, "pthread_create");
  struct start *start = malloc(sizeof *start);
  if (!start) return 11;
  *start = (struct start){body, argument};
  int result = next(thread, attributes, begin, start);
  if (result) free(start);
  return result;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  static ssize_t (*_Atomic next)(int, const void *, size_t);
  if (!next) next = dlsym(RTLD_NEXT, "write");
  delay();
  return next(descriptor, bytes, count);
}
