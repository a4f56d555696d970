// The arguments come from here: Swift's `CommandLine` reads them from /proc, which need not be there.
#include <signal.h>

#ifndef REVISION
#define REVISION ""
#endif

int dotransition(int count, char *words[], const char *revision);

int main(int count, char *words[]) {
  // Swift's runtime may answer this signal with a report of a crash, and go on.
  struct sigaction action;
  if (sigaction(SIGQUIT, 0, &action) == 0 && action.sa_handler != SIG_IGN)
    signal(SIGQUIT, SIG_DFL);
  return dotransition(count, words, REVISION);
}
