/* The types of FMI 3.0 under the name that the standard gives to them, for sources of FMUs. */
#ifndef fmi3PlatformTypes_h
#define fmi3PlatformTypes_h

#include <stdbool.h>
#include <stdlib.h> /* as the standard's own header */

#define FMI3_VALUES_ONLY
#include "fmi3.h"
#undef FMI3_VALUES_ONLY

#endif
