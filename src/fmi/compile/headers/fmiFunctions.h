/* The functions of FMI 1.0 for co-simulation under the name that the standard gives to this header,
 * for sources of FMUs: all names begin with the model identifier. */
#ifndef fmiFunctions_h
#define fmiFunctions_h

#include <fmiPlatformTypes.h> /* in angle brackets: the FMU's own one, where there is one */
#include <stdlib.h>
#ifndef FMI1_VALUES
#define FMI1_VALUES
#endif
#include "fmi1.h"

#ifndef fmiVersion
#define fmiVersion "1.0"
#endif

typedef fmiSlaveCallbackFunctions fmiCallbackFunctions;

#ifndef DllExport
#define DllExport __attribute__((visibility("default")))
#endif
#define fmiPaste(a, b) a##b
#define fmiPasteB(a, b) fmiPaste(a, b)
#define fmiFullName(name) fmiPasteB(MODEL_IDENTIFIER, name)

#define fmiGetVersion fmiFullName(_fmiGetVersion)
#define fmiSetDebugLogging fmiFullName(_fmiSetDebugLogging)
#define fmiGetReal fmiFullName(_fmiGetReal)
#define fmiGetInteger fmiFullName(_fmiGetInteger)
#define fmiGetBoolean fmiFullName(_fmiGetBoolean)
#define fmiGetString fmiFullName(_fmiGetString)
#define fmiSetReal fmiFullName(_fmiSetReal)
#define fmiSetInteger fmiFullName(_fmiSetInteger)
#define fmiSetBoolean fmiFullName(_fmiSetBoolean)
#define fmiSetString fmiFullName(_fmiSetString)
#define fmiGetTypesPlatform fmiFullName(_fmiGetTypesPlatform)
#define fmiInstantiateSlave fmiFullName(_fmiInstantiateSlave)
#define fmiInitializeSlave fmiFullName(_fmiInitializeSlave)
#define fmiTerminateSlave fmiFullName(_fmiTerminateSlave)
#define fmiResetSlave fmiFullName(_fmiResetSlave)
#define fmiFreeSlaveInstance fmiFullName(_fmiFreeSlaveInstance)
#define fmiSetRealInputDerivatives fmiFullName(_fmiSetRealInputDerivatives)
#define fmiGetRealOutputDerivatives fmiFullName(_fmiGetRealOutputDerivatives)
#define fmiDoStep fmiFullName(_fmiDoStep)
#define fmiCancelStep fmiFullName(_fmiCancelStep)
#define fmiGetStatus fmiFullName(_fmiGetStatus)
#define fmiGetRealStatus fmiFullName(_fmiGetRealStatus)
#define fmiGetIntegerStatus fmiFullName(_fmiGetIntegerStatus)
#define fmiGetBooleanStatus fmiFullName(_fmiGetBooleanStatus)
#define fmiGetStringStatus fmiFullName(_fmiGetStringStatus)

#ifdef __cplusplus
extern "C" {
#endif

/* clang-format off */
#define FMI1_SOURCE_PROTOTYPE(name, result, parameters) DllExport result name parameters;
/* clang-format on */
FMI1_COMMON_FUNCTIONS(FMI1_SOURCE_PROTOTYPE)
FMI1_CO_SIMULATION_FUNCTIONS(FMI1_SOURCE_PROTOTYPE)
#undef FMI1_SOURCE_PROTOTYPE

#ifdef __cplusplus
}
#endif

#endif
