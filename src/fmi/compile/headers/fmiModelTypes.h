/* The types of FMI 1.0 under the name that the standard gives to them, for sources of FMUs. */
#ifndef fmiModelTypes_h
#define fmiModelTypes_h

#include <stdlib.h> /* as the standard's own header */

#define FMI1_VALUES_ONLY
#include "fmi1.h"
#undef FMI1_VALUES_ONLY

/* Some sources define the name of co-simulation by that of model exchange. */
#undef fmiPlatform
#define fmiModelTypesPlatform "standard32"

#endif
