/* The codes, callbacks and function types of FMI 3.0 under the name that the standard gives to
 * them, for sources of FMUs. Types that the FMU declares itself are left as they are. */
#ifndef fmi3FunctionTypes_h
#define fmi3FunctionTypes_h

#include <fmi3PlatformTypes.h> /* in angle brackets: the FMU's own one, where there is one */
#ifndef FMI3_VALUES
#define FMI3_VALUES
#endif
#include "fmi3.h"

#endif
