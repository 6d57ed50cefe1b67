/* The codes, callbacks and function types of FMI 2.0 under the name that the standard gives to
 * them, for sources of FMUs. Types that the FMU declares itself are left as they are. */
#ifndef fmi2FunctionTypes_h
#define fmi2FunctionTypes_h

#include <fmi2TypesPlatform.h> /* in angle brackets: the FMU's own one, where there is one */
#ifndef FMI2_VALUES
#define FMI2_VALUES
#endif
#include "fmi2.h"

#endif
