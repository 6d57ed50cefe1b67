/* The functions of FMI 1.0 for model exchange under the name that the standard gives to this
 * header, for sources of FMUs: all names begin with the model identifier. */
#ifndef fmiModelFunctions_h
#define fmiModelFunctions_h

#include <fmiModelTypes.h> /* in angle brackets: the FMU's own one, where there is one */
#include <stdlib.h>
#ifndef FMI1_VALUES
#define FMI1_VALUES
#endif
#include "fmi1.h"

#ifndef fmiVersion
#define fmiVersion "1.0"
#endif

typedef fmiModelCallbackFunctions fmiCallbackFunctions;

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
#define fmiGetModelTypesPlatform fmiFullName(_fmiGetModelTypesPlatform)
#define fmiInstantiateModel fmiFullName(_fmiInstantiateModel)
#define fmiFreeModelInstance fmiFullName(_fmiFreeModelInstance)
#define fmiSetTime fmiFullName(_fmiSetTime)
#define fmiSetContinuousStates fmiFullName(_fmiSetContinuousStates)
#define fmiCompletedIntegratorStep fmiFullName(_fmiCompletedIntegratorStep)
#define fmiInitialize fmiFullName(_fmiInitialize)
#define fmiGetDerivatives fmiFullName(_fmiGetDerivatives)
#define fmiGetEventIndicators fmiFullName(_fmiGetEventIndicators)
#define fmiEventUpdate fmiFullName(_fmiEventUpdate)
#define fmiGetContinuousStates fmiFullName(_fmiGetContinuousStates)
#define fmiGetNominalContinuousStates fmiFullName(_fmiGetNominalContinuousStates)
#define fmiGetStateValueReferences fmiFullName(_fmiGetStateValueReferences)
#define fmiTerminate fmiFullName(_fmiTerminate)

#ifdef __cplusplus
extern "C" {
#endif

/* clang-format off */
#define FMI1_SOURCE_PROTOTYPE(name, result, parameters) DllExport result name parameters;
/* clang-format on */
FMI1_COMMON_FUNCTIONS(FMI1_SOURCE_PROTOTYPE)
FMI1_MODEL_EXCHANGE_FUNCTIONS(FMI1_SOURCE_PROTOTYPE)
#undef FMI1_SOURCE_PROTOTYPE

#ifdef __cplusplus
}
#endif

#endif
