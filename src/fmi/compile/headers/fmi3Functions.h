/* The functions of FMI 3.0 under the name that the standard gives to this header, for sources of
 * FMUs. They become a shared library, in which functions have no prefix: FMI3_FUNCTION_PREFIX is
 * ignored. */
#ifndef fmi3Functions_h
#define fmi3Functions_h

/* In angle brackets: the FMU's own ones, where there are any. */
#include <fmi3FunctionTypes.h>
#include <fmi3PlatformTypes.h>
#include <stdlib.h>
/* The lists of functions; what the FMU declares itself is left as it is. */
#ifndef FMI3_VALUES
#define FMI3_VALUES
#endif
#ifndef FMI3_INTERFACE
#define FMI3_DECLARED
#endif
#include "fmi3.h"

#ifndef fmi3Version
#define fmi3Version "3.0"
#endif

#ifndef FMI3_Export
#define FMI3_Export __attribute__((visibility("default")))
#endif
#define fmi3Paste(a, b) a##b
#define fmi3PasteB(a, b) fmi3Paste(a, b)
#define fmi3FullName(name) name

#ifdef __cplusplus
extern "C" {
#endif

/* clang-format off */
#define FMI3_SOURCE_PROTOTYPE(name, result, parameters) FMI3_Export result name parameters;
/* clang-format on */
FMI3_COMMON_FUNCTIONS(FMI3_SOURCE_PROTOTYPE)
FMI3_CO_SIMULATION_FUNCTIONS(FMI3_SOURCE_PROTOTYPE)
FMI3_MODEL_EXCHANGE_FUNCTIONS(FMI3_SOURCE_PROTOTYPE)
FMI3_SCHEDULED_EXECUTION_FUNCTIONS(FMI3_SOURCE_PROTOTYPE)
#undef FMI3_SOURCE_PROTOTYPE

#ifdef __cplusplus
}
#endif

#endif
