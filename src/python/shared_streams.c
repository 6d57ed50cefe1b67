// libtcc exists as an archive for programs only: it refers to the standard streams as a program may
// and a shared library may not. The copy that is linked here refers to these instead.

#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

#define HIDDEN __attribute__((visibility("hidden")))
HIDDEN FILE *bw_stdin, *bw_stdout, *bw_stderr;
HIDDEN char** bw_environ;

__attribute__((constructor)) static void take_streams(void) {
  bw_stdin = stdin;
  bw_stdout = stdout;
  bw_stderr = stderr;
  bw_environ = environ;
}
