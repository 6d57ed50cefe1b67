// The interpreter in a program with the run-time of the sanitizers, which must be there before any
// library that it watches.

#include <Python.h>

// The interpreter and numpy leave memory behind at their end.
const char* __asan_default_options(void) { return "detect_leaks=0"; }

int main(int argc, char** argv) { return Py_BytesMain(argc, argv); }
