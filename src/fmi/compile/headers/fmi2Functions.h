/* The functions of FMI 2.0 under the name that the standard gives to this header, for sources of
 * FMUs. They become a shared library, in which functions have no prefix: FMI2_FUNCTION_PREFIX is
 * ignored. */
#ifndef fmi2Functions_h
#define fmi2Functions_h

/* In angle brackets: the FMU's own ones, where there are any. */
#include <fmi2FunctionTypes.h>
#include <fmi2TypesPlatform.h>
#include <stdlib.h>
/* The lists of functions; what the FMU declares itself is left as it is. */
#ifndef FMI2_VALUES
#define FMI2_VALUES
#endif
#ifndef FMI2_INTERFACE
#define FMI2_DECLARED
#endif
#include "fmi2.h"

#ifndef fmi2Version
#define fmi2Version "2.0"
#endif

#ifndef FMI2_Export
#define FMI2_Export __attribute__((visibility("default")))
#endif
#define fmi2Paste(a, b) a##b
#define fmi2PasteB(a, b) fmi2Paste(a, b)
#define fmi2FullName(name) name

#ifdef __cplusplus
extern "C" {
#endif

/* clang-format off */
#define FMI2_SOURCE_PROTOTYPE(name, result, parameters) FMI2_Export result name parameters;
/* clang-format on */
FMI2_COMMON_FUNCTIONS(FMI2_SOURCE_PROTOTYPE)
FMI2_CO_SIMULATION_FUNCTIONS(FMI2_SOURCE_PROTOTYPE)
FMI2_MODEL_EXCHANGE_FUNCTIONS(FMI2_SOURCE_PROTOTYPE)
#undef FMI2_SOURCE_PROTOTYPE

#ifdef __cplusplus
}
#endif

#endif
