/* The C interfaces of FMI 1.0, co-simulation and model exchange, written once for both sides.
 *
 * The three lists below name every function as X(name, result, parameters). From them come
 *   - for an importer: a function type per name, `fmiDoStepTYPE` and so on, of what dlsym gives for
 *     the name with the model identifier in front of it, `<modelIdentifier>_fmiDoStep`;
 *   - for an FMU: the exported prototypes, where FMI1_MODEL_IDENTIFIER is defined before this file
 *     is included, and with it one of FMI1_CO_SIMULATION_FMU and FMI1_MODEL_EXCHANGE_FMU: an FMU of
 *     FMI 1.0 is one or the other. FMI1_NAME(fmiDoStep) is the name to define.
 *
 * The two standards came one after the other and share most of their names, even where they mean
 * different things by them. Where they do, the names here distinguish slave (co-simulation) and
 * model.
 *
 * C and C++ alike: FMUs are C. Hence no namespace, and `typedef` instead of `using`.
 *
 * It has two sections with a guard each, values and the rest: the headers under the standard's
 * names (fmi/compile/headers), which sources of other FMUs include, need one or both.
 */

#include <stddef.h>

/* NOLINTBEGIN: the names here are prescribed by the FMI 1.0 standards, and the file must be C. */

#ifndef FMI1_VALUES
#define FMI1_VALUES

#ifdef __cplusplus
extern "C" {
#endif

/* ---- values ---- */

typedef void* fmiComponent; /* an instance; owned by the FMU */
typedef unsigned int fmiValueReference;
typedef double fmiReal;
typedef int fmiInteger;        /* enumerations travel as integers, too */
typedef char fmiBoolean;       /* one byte; from 2.0 on it is an int */
typedef const char* fmiString; /* UTF-8; from an FMU valid only until the next call into it */

#define fmiTrue 1
#define fmiFalse 0

/* In fmiGetStateValueReferences: a state that is not among the variables. */
#define fmiUndefinedValueReference ((fmiValueReference)-1)

/* What fmiGetTypesPlatform, fmiGetModelTypesPlatform and fmiGetVersion have to return. */
#define fmiPlatform "standard32" /* on machines of 64 bits, too: it speaks of the types above */
#define fmiVersion "1.0"

#ifdef __cplusplus
}
#endif

#endif /* FMI1_VALUES */

#if !defined(FMI1_VALUES_ONLY) && !defined(FMI1_INTERFACE)
#define FMI1_INTERFACE

#ifdef __cplusplus
extern "C" {
#endif

/* ---- codes; the numbers are part of the binary interface ---- */

typedef enum {
  fmiOK = 0,
  fmiWarning = 1, /* done, with a remark in the log */
  fmiDiscard = 2, /* a step: done partially; elsewhere: not for these arguments */
  fmiError = 3,   /* this instance is lost, others are not */
  fmiFatal = 4,   /* every instance of this FMU is lost, and none may be called again */
  fmiPending = 5  /* co-simulation only: the step was started, its result is queried later */
} fmiStatus;

/* What the fmiGet...Status functions return. */
typedef enum {
  fmiDoStepStatus = 0,      /* status: state of a pending step */
  fmiPendingStatus = 1,     /* string: the same in words */
  fmiLastSuccessfulTime = 2 /* real: time reached by a discarded step */
} fmiStatusKind;

/* ---- what the importer gives to an instance; the structs travel by value ---- */

/* `message` is a printf format and the values for it follow. Before there is an instance, the first
 * argument is null. */
typedef void (*fmiCallbackLogger)(fmiComponent instance, fmiString instance_name, fmiStatus status,
                                  fmiString category, fmiString message, ...);
typedef void* (*fmiCallbackAllocateMemory)(size_t count, size_t size); /* zeroed, as calloc */
typedef void (*fmiCallbackFreeMemory)(void* memory);
typedef void (*fmiStepFinished)(fmiComponent instance, fmiStatus status);

typedef struct {
  fmiCallbackLogger logger;
  fmiCallbackAllocateMemory allocateMemory;
  fmiCallbackFreeMemory freeMemory;
  fmiStepFinished stepFinished; /* may be null: then pending steps are polled */
} fmiSlaveCallbackFunctions;

typedef struct {
  fmiCallbackLogger logger;
  fmiCallbackAllocateMemory allocateMemory;
  fmiCallbackFreeMemory freeMemory;
} fmiModelCallbackFunctions;

/* ---- what a model exchange instance says after an event ---- */

typedef struct {
  fmiBoolean iterationConverged;          /* false: fmiEventUpdate is to be called again */
  fmiBoolean stateValueReferencesChanged; /* the states have other meanings and nominals now */
  fmiBoolean stateValuesChanged;
  fmiBoolean terminateSimulation;
  fmiBoolean upcomingTimeEvent;
  fmiReal nextEventTime; /* absolute, only where the line above is true */
} fmiEventInfo;

/* ---- the functions ---- */

/* clang-format off */
#define FMI1_BY_REFERENCE(...)                                                                     \
  (fmiComponent instance, const fmiValueReference references[], size_t count, __VA_ARGS__)

#define FMI1_COMMON_FUNCTIONS(X)                                                                   \
  X(fmiGetVersion, const char*, (void))                                                            \
  X(fmiSetDebugLogging, fmiStatus, (fmiComponent instance, fmiBoolean on))                         \
  X(fmiGetReal, fmiStatus, FMI1_BY_REFERENCE(fmiReal values[]))                                    \
  X(fmiGetInteger, fmiStatus, FMI1_BY_REFERENCE(fmiInteger values[]))                              \
  X(fmiGetBoolean, fmiStatus, FMI1_BY_REFERENCE(fmiBoolean values[]))                              \
  X(fmiGetString, fmiStatus, FMI1_BY_REFERENCE(fmiString values[]))                                \
  X(fmiSetReal, fmiStatus, FMI1_BY_REFERENCE(const fmiReal values[]))                              \
  X(fmiSetInteger, fmiStatus, FMI1_BY_REFERENCE(const fmiInteger values[]))                        \
  X(fmiSetBoolean, fmiStatus, FMI1_BY_REFERENCE(const fmiBoolean values[]))                        \
  X(fmiSetString, fmiStatus, FMI1_BY_REFERENCE(const fmiString values[]))

#define FMI1_CO_SIMULATION_FUNCTIONS(X)                                                            \
  X(fmiGetTypesPlatform, const char*, (void))                                                      \
  X(fmiInstantiateSlave, fmiComponent,                                                             \
    (fmiString name, fmiString guid, fmiString location, fmiString mime_type, fmiReal timeout,     \
     fmiBoolean visible, fmiBoolean interactive, fmiSlaveCallbackFunctions callbacks,              \
     fmiBoolean logging))                                                                          \
  X(fmiInitializeSlave, fmiStatus,                                                                 \
    (fmiComponent instance, fmiReal start, fmiBoolean stop_defined, fmiReal stop))                 \
  X(fmiTerminateSlave, fmiStatus, (fmiComponent instance))                                         \
  X(fmiResetSlave, fmiStatus, (fmiComponent instance))                                             \
  X(fmiFreeSlaveInstance, void, (fmiComponent instance))                                           \
  X(fmiSetRealInputDerivatives, fmiStatus,                                                         \
    FMI1_BY_REFERENCE(const fmiInteger orders[], const fmiReal values[]))                          \
  X(fmiGetRealOutputDerivatives, fmiStatus,                                                        \
    FMI1_BY_REFERENCE(const fmiInteger orders[], fmiReal values[]))                                \
  X(fmiDoStep, fmiStatus,                                                                          \
    (fmiComponent instance, fmiReal t, fmiReal h, fmiBoolean previous_step_accepted))              \
  X(fmiCancelStep, fmiStatus, (fmiComponent instance))                                             \
  X(fmiGetStatus, fmiStatus,                                                                       \
    (fmiComponent instance, const fmiStatusKind kind, fmiStatus* value))                           \
  X(fmiGetRealStatus, fmiStatus,                                                                   \
    (fmiComponent instance, const fmiStatusKind kind, fmiReal* value))                             \
  X(fmiGetIntegerStatus, fmiStatus,                                                                \
    (fmiComponent instance, const fmiStatusKind kind, fmiInteger* value))                          \
  X(fmiGetBooleanStatus, fmiStatus,                                                                \
    (fmiComponent instance, const fmiStatusKind kind, fmiBoolean* value))                          \
  X(fmiGetStringStatus, fmiStatus,                                                                 \
    (fmiComponent instance, const fmiStatusKind kind, fmiString* value))

#define FMI1_MODEL_EXCHANGE_FUNCTIONS(X)                                                           \
  X(fmiGetModelTypesPlatform, const char*, (void))                                                 \
  X(fmiInstantiateModel, fmiComponent,                                                             \
    (fmiString name, fmiString guid, fmiModelCallbackFunctions callbacks, fmiBoolean logging))     \
  X(fmiFreeModelInstance, void, (fmiComponent instance))                                           \
  X(fmiSetTime, fmiStatus, (fmiComponent instance, fmiReal t))                                     \
  X(fmiSetContinuousStates, fmiStatus,                                                             \
    (fmiComponent instance, const fmiReal x[], size_t count))                                      \
  X(fmiCompletedIntegratorStep, fmiStatus,                                                         \
    (fmiComponent instance, fmiBoolean* call_event_update))                                        \
  X(fmiInitialize, fmiStatus,                                                                      \
    (fmiComponent instance, fmiBoolean tolerance_controlled, fmiReal relative_tolerance,           \
     fmiEventInfo* info))                                                                          \
  X(fmiGetDerivatives, fmiStatus, (fmiComponent instance, fmiReal dx[], size_t count))             \
  X(fmiGetEventIndicators, fmiStatus,                                                              \
    (fmiComponent instance, fmiReal indicators[], size_t count))                                   \
  X(fmiEventUpdate, fmiStatus,                                                                     \
    (fmiComponent instance, fmiBoolean intermediate_results, fmiEventInfo* info))                  \
  X(fmiGetContinuousStates, fmiStatus, (fmiComponent instance, fmiReal x[], size_t count))         \
  X(fmiGetNominalContinuousStates, fmiStatus,                                                      \
    (fmiComponent instance, fmiReal nominals[], size_t count))                                     \
  X(fmiGetStateValueReferences, fmiStatus,                                                         \
    (fmiComponent instance, fmiValueReference references[], size_t count))                         \
  X(fmiTerminate, fmiStatus, (fmiComponent instance))
/* clang-format on */

#define FMI1_FUNCTION_TYPE(name, result, parameters) typedef result name##TYPE parameters;
FMI1_COMMON_FUNCTIONS(FMI1_FUNCTION_TYPE)
FMI1_CO_SIMULATION_FUNCTIONS(FMI1_FUNCTION_TYPE)
FMI1_MODEL_EXCHANGE_FUNCTIONS(FMI1_FUNCTION_TYPE)
#undef FMI1_FUNCTION_TYPE

#ifdef FMI1_MODEL_IDENTIFIER
#define FMI1_JOIN(identifier, name) identifier##_##name
#define FMI1_EXPAND_AND_JOIN(identifier, name) FMI1_JOIN(identifier, name)
#define FMI1_NAME(name) FMI1_EXPAND_AND_JOIN(FMI1_MODEL_IDENTIFIER, name)

/* An FMU hides everything else: two FMUs in one process must not see each other's symbols. */
#define FMI1_PROTOTYPE(name, result, parameters) \
  __attribute__((visibility("default"))) result FMI1_NAME(name) parameters;
FMI1_COMMON_FUNCTIONS(FMI1_PROTOTYPE)
#ifdef FMI1_CO_SIMULATION_FMU
FMI1_CO_SIMULATION_FUNCTIONS(FMI1_PROTOTYPE)
#endif
#ifdef FMI1_MODEL_EXCHANGE_FMU
FMI1_MODEL_EXCHANGE_FUNCTIONS(FMI1_PROTOTYPE)
#endif
#undef FMI1_PROTOTYPE
#endif

#ifdef __cplusplus
}
#endif

#endif /* FMI1_INTERFACE */

/* NOLINTEND */
