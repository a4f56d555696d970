/* Lets calls of the system fail by chance, for files below a folder: to be loaded before a program.
 *
 * FAULTS is `seed,write,short,interrupt,close,rename`: a number that makes the run repeatable as far
 * as threads allow, and how often a write finds the disk full, writes less than asked for, or is
 * interrupted, and how often closing and renaming fail. FAULTS_BELOW is the folder's path. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chance.h"

static const char *folder;
static double full, less, interrupted, unclosed, unnamed;

__attribute__((constructor)) static void read_odds(void) {
  const char *odds = getenv("FAULTS");
  folder = getenv("FAULTS_BELOW");
  if (!odds || !folder ||
      sscanf(odds, "%lu,%lf,%lf,%lf,%lf,%lf", &seed, &full, &less, &interrupted, &unclosed,
             &unnamed) != 6)
    folder = NULL;
}

static int is_below(const char *path) {
  return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_file_below(int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  ssize_t (*next)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  if (!is_file_below(descriptor)) return next(descriptor, bytes, count);
  double luck = chance();
  if (luck < full || luck - full < interrupted) {
    errno = luck < full ? ENOSPC : EINTR;
    return -1;
  }
  if (luck - full - interrupted < less && count > 1) count = 1 + chance() * (count - 1);
  return next(descriptor, bytes, count);
}

int close(int descriptor) {
  int (*next)(int) = dlsym(RTLD_NEXT, "close");
  int fails = is_file_below(descriptor) && chance() < unclosed;
  int status = next(descriptor);
  if (!fails) return status;
  errno = EDQUOT;
  return -1;
}

int rename(const char *from, const char *to) {
  int (*next)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
  if (!is_below(to) || chance() >= unnamed) return next(from, to);
  errno = EIO;
  return -1;
}
