#pragma once
// What the hostile FMU can do, by name. tools/misdeeds.py has the same names with what the program
// must make of each. The misdeeds of a kind are a table in a file of their own.

#include <setjmp.h>

#define FMI2_FMU
#include "fmi/instance/fmi2.h"

namespace hostile {

// Whatever a misdeed may lay hands on. At load and unload there is no instance: all pointers are
// null.
struct Scene {
  const fmi2CallbackFunctions* callbacks = nullptr;
  const char* instance_name = "";
  double* state = nullptr;
  int status = fmi2OK;  // what the call will return; a number, because not all are statuses
};

struct Deed {
  const char* name;
  void (*act)(Scene&);
};

struct Deeds {
  const Deed* first;
  const Deed* end;
};

Deeds crashes();       // signals, corrupted memory, exceptions
Deeds departures();    // exit, kill, and calls that do not return
Deeds offspring();     // processes and threads
Deeds surroundings();  // what belongs to the whole process
Deeds takings();       // memory, descriptors, limits
Deeds words();         // output, log messages, statuses and numbers

// False: there is none of this name.
bool commit(const char* name, Scene& scene);

extern jmp_buf first_call;  // of fmi2Instantiate

// True at the first call in the process and those that are forked from it: some misdeeds would pile
// up.
#define FIRST_TIME        \
  ([] {                   \
    static int calls = 0; \
    return calls++ == 0;  \
  }())

}  // namespace hostile
