/* The types of FMI 1.0 under the name that the standard gives to them, for sources of FMUs. */
#ifndef fmiPlatformTypes_h
#define fmiPlatformTypes_h

#include <stdlib.h> /* as the standard's own header */

#define FMI1_VALUES_ONLY
#include "fmi1.h"
#undef FMI1_VALUES_ONLY

#endif
