/* The types of FMI 2.0 under the name that the standard gives to them, for sources of FMUs. */
#ifndef fmi2TypesPlatform_h
#define fmi2TypesPlatform_h

#include <stdlib.h> /* as the standard's own header */

#define FMI2_VALUES_ONLY
#include "fmi2.h"
#undef FMI2_VALUES_ONLY

#endif
