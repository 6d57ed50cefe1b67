/* The C interface of FMI 2.0 (co-simulation and model exchange), written once for both its sides.
 *
 * The three lists below name every function as X(name, result, parameters). From them come
 *   - for an importer: a function type per name, `fmi2DoStepTYPE` and so on, of what dlsym gives;
 *   - for an FMU: the exported prototypes, where FMI2_FMU is defined before this file is included.
 * An importer that loops over a list cannot forget a function; an FMU that differs from it does
 * not compile.
 *
 * C and C++ alike: FMUs are C. Hence no namespace, and `typedef` instead of `using`.
 *
 * It has two sections with a guard each, values and the rest: the headers under the standard's
 * names (fmi/compile/headers), which sources of other FMUs include, need one or both.
 */

#include <stddef.h>

/* NOLINTBEGIN: the names here are prescribed by the FMI 2.0 standard, and the file must be C. */

#ifndef FMI2_VALUES
#define FMI2_VALUES

#ifdef __cplusplus
extern "C" {
#endif

/* ---- values ---- */

typedef void* fmi2Component;            /* an instance; owned by the FMU */
typedef void* fmi2ComponentEnvironment; /* the importer's own pointer, for its callbacks */
typedef void* fmi2FMUstate;             /* a saved state; the FMU owns the memory behind it */
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer; /* enumerations travel as integers, too */
typedef int fmi2Boolean; /* an int, not a bool: arrays of it cross the border */
typedef char fmi2Char;
typedef const fmi2Char* fmi2String; /* UTF-8; from an FMU valid only until the next call into it */
typedef char fmi2Byte;

#define fmi2True 1
#define fmi2False 0

/* What fmi2GetTypesPlatform and fmi2GetVersion have to return. */
#define fmi2TypesPlatform "default"
#define fmi2Version "2.0"

#ifdef __cplusplus
}
#endif

#endif /* FMI2_VALUES */

#if !defined(FMI2_VALUES_ONLY) && !defined(FMI2_INTERFACE)
#define FMI2_INTERFACE

#ifdef __cplusplus
extern "C" {
#endif

#ifndef FMI2_DECLARED /* by the sources of an FMU, for fmi/compile/headers */

/* ---- codes; the numbers are part of the binary interface ---- */

typedef enum {
  fmi2OK = 0,
  fmi2Warning = 1, /* done, with a remark in the log */
  fmi2Discard = 2, /* a step: done partially; elsewhere: this value is not available now */
  fmi2Error = 3,   /* this instance is lost, others are not */
  fmi2Fatal = 4,   /* every instance of this FMU is lost, and none may be called again */
  fmi2Pending = 5  /* a step: started, the result is queried later */
} fmi2Status;

typedef enum { fmi2ModelExchange = 0, fmi2CoSimulation = 1 } fmi2Type;

/* What the fmi2Get...Status functions return. */
typedef enum {
  fmi2DoStepStatus = 0,       /* status: state of a pending step */
  fmi2PendingStatus = 1,      /* string: the same in words */
  fmi2LastSuccessfulTime = 2, /* real: time reached by a discarded step */
  fmi2Terminated = 3          /* boolean: the FMU requests the end of the run */
} fmi2StatusKind;

/* ---- what the importer gives to an instance ---- */

/* `message` is a printf format and the values for it follow. */
typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment environment, fmi2String instance_name,
                                   fmi2Status status, fmi2String category, fmi2String message, ...);
typedef void* (*fmi2CallbackAllocateMemory)(size_t count, size_t size); /* zeroed, as calloc */
typedef void (*fmi2CallbackFreeMemory)(void* memory);
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment environment, fmi2Status status);

typedef struct {
  fmi2CallbackLogger logger;
  fmi2CallbackAllocateMemory allocateMemory;
  fmi2CallbackFreeMemory freeMemory;
  fmi2StepFinished stepFinished; /* may be null: then pending steps are polled */
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

/* ---- what a model exchange instance says after an event ---- */

typedef struct {
  fmi2Boolean newDiscreteStatesNeeded; /* the event iteration goes on */
  fmi2Boolean terminateSimulation;
  fmi2Boolean nominalsOfContinuousStatesChanged;
  fmi2Boolean valuesOfContinuousStatesChanged;
  fmi2Boolean nextEventTimeDefined;
  fmi2Real nextEventTime; /* absolute, only where the line above is true */
} fmi2EventInfo;

#endif /* FMI2_DECLARED */

/* ---- the functions ---- */

/* clang-format off */
#define FMI2_BY_REFERENCE(...)                                                                     \
  (fmi2Component instance, const fmi2ValueReference references[], size_t count, __VA_ARGS__)

#define FMI2_COMMON_FUNCTIONS(X)                                                                   \
  X(fmi2GetTypesPlatform, const char*, (void))                                                     \
  X(fmi2GetVersion, const char*, (void))                                                           \
  X(fmi2SetDebugLogging, fmi2Status,                                                               \
    (fmi2Component instance, fmi2Boolean on, size_t count, const fmi2String categories[]))         \
  X(fmi2Instantiate, fmi2Component,                                                                \
    (fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,                        \
     const fmi2CallbackFunctions* callbacks, fmi2Boolean visible, fmi2Boolean logging))            \
  X(fmi2FreeInstance, void, (fmi2Component instance))                                              \
  X(fmi2SetupExperiment, fmi2Status,                                                               \
    (fmi2Component instance, fmi2Boolean tolerance_defined, fmi2Real tolerance, fmi2Real start,    \
     fmi2Boolean stop_defined, fmi2Real stop))                                                     \
  X(fmi2EnterInitializationMode, fmi2Status, (fmi2Component instance))                             \
  X(fmi2ExitInitializationMode, fmi2Status, (fmi2Component instance))                              \
  X(fmi2Terminate, fmi2Status, (fmi2Component instance))                                           \
  X(fmi2Reset, fmi2Status, (fmi2Component instance))                                               \
  X(fmi2GetReal, fmi2Status, FMI2_BY_REFERENCE(fmi2Real values[]))                                 \
  X(fmi2GetInteger, fmi2Status, FMI2_BY_REFERENCE(fmi2Integer values[]))                           \
  X(fmi2GetBoolean, fmi2Status, FMI2_BY_REFERENCE(fmi2Boolean values[]))                           \
  X(fmi2GetString, fmi2Status, FMI2_BY_REFERENCE(fmi2String values[]))                             \
  X(fmi2SetReal, fmi2Status, FMI2_BY_REFERENCE(const fmi2Real values[]))                           \
  X(fmi2SetInteger, fmi2Status, FMI2_BY_REFERENCE(const fmi2Integer values[]))                     \
  X(fmi2SetBoolean, fmi2Status, FMI2_BY_REFERENCE(const fmi2Boolean values[]))                     \
  X(fmi2SetString, fmi2Status, FMI2_BY_REFERENCE(const fmi2String values[]))                       \
  X(fmi2GetFMUstate, fmi2Status, (fmi2Component instance, fmi2FMUstate* state))                    \
  X(fmi2SetFMUstate, fmi2Status, (fmi2Component instance, fmi2FMUstate state))                     \
  X(fmi2FreeFMUstate, fmi2Status, (fmi2Component instance, fmi2FMUstate* state))                   \
  X(fmi2SerializedFMUstateSize, fmi2Status,                                                        \
    (fmi2Component instance, fmi2FMUstate state, size_t* size))                                    \
  X(fmi2SerializeFMUstate, fmi2Status,                                                             \
    (fmi2Component instance, fmi2FMUstate state, fmi2Byte bytes[], size_t size))                   \
  X(fmi2DeSerializeFMUstate, fmi2Status,                                                           \
    (fmi2Component instance, const fmi2Byte bytes[], size_t size, fmi2FMUstate* state))            \
  X(fmi2GetDirectionalDerivative, fmi2Status,                                                      \
    (fmi2Component instance, const fmi2ValueReference unknowns[], size_t unknown_count,            \
     const fmi2ValueReference knowns[], size_t known_count, const fmi2Real known_directions[],     \
     fmi2Real unknown_directions[]))

#define FMI2_CO_SIMULATION_FUNCTIONS(X)                                                            \
  X(fmi2SetRealInputDerivatives, fmi2Status,                                                       \
    FMI2_BY_REFERENCE(const fmi2Integer orders[], const fmi2Real values[]))                        \
  X(fmi2GetRealOutputDerivatives, fmi2Status,                                                      \
    FMI2_BY_REFERENCE(const fmi2Integer orders[], fmi2Real values[]))                              \
  X(fmi2DoStep, fmi2Status,                                                                        \
    (fmi2Component instance, fmi2Real t, fmi2Real h, fmi2Boolean no_return_before_t))              \
  X(fmi2CancelStep, fmi2Status, (fmi2Component instance))                                          \
  X(fmi2GetStatus, fmi2Status,                                                                     \
    (fmi2Component instance, const fmi2StatusKind kind, fmi2Status* value))                        \
  X(fmi2GetRealStatus, fmi2Status,                                                                 \
    (fmi2Component instance, const fmi2StatusKind kind, fmi2Real* value))                          \
  X(fmi2GetIntegerStatus, fmi2Status,                                                              \
    (fmi2Component instance, const fmi2StatusKind kind, fmi2Integer* value))                       \
  X(fmi2GetBooleanStatus, fmi2Status,                                                              \
    (fmi2Component instance, const fmi2StatusKind kind, fmi2Boolean* value))                       \
  X(fmi2GetStringStatus, fmi2Status,                                                               \
    (fmi2Component instance, const fmi2StatusKind kind, fmi2String* value))

#define FMI2_MODEL_EXCHANGE_FUNCTIONS(X)                                                           \
  X(fmi2EnterEventMode, fmi2Status, (fmi2Component instance))                                      \
  X(fmi2NewDiscreteStates, fmi2Status, (fmi2Component instance, fmi2EventInfo* info))              \
  X(fmi2EnterContinuousTimeMode, fmi2Status, (fmi2Component instance))                             \
  X(fmi2CompletedIntegratorStep, fmi2Status,                                                       \
    (fmi2Component instance, fmi2Boolean no_return_before_now, fmi2Boolean* enter_event_mode,      \
     fmi2Boolean* terminate))                                                                      \
  X(fmi2SetTime, fmi2Status, (fmi2Component instance, fmi2Real t))                                 \
  X(fmi2SetContinuousStates, fmi2Status,                                                           \
    (fmi2Component instance, const fmi2Real x[], size_t count))                                    \
  X(fmi2GetDerivatives, fmi2Status, (fmi2Component instance, fmi2Real dx[], size_t count))         \
  X(fmi2GetEventIndicators, fmi2Status,                                                            \
    (fmi2Component instance, fmi2Real indicators[], size_t count))                                 \
  X(fmi2GetContinuousStates, fmi2Status, (fmi2Component instance, fmi2Real x[], size_t count))     \
  X(fmi2GetNominalsOfContinuousStates, fmi2Status,                                                 \
    (fmi2Component instance, fmi2Real nominals[], size_t count))
/* clang-format on */

#ifndef FMI2_DECLARED
#define FMI2_FUNCTION_TYPE(name, result, parameters) typedef result name##TYPE parameters;
FMI2_COMMON_FUNCTIONS(FMI2_FUNCTION_TYPE)
FMI2_CO_SIMULATION_FUNCTIONS(FMI2_FUNCTION_TYPE)
FMI2_MODEL_EXCHANGE_FUNCTIONS(FMI2_FUNCTION_TYPE)
#undef FMI2_FUNCTION_TYPE
#endif

#ifdef FMI2_FMU
/* An FMU hides everything else: two FMUs in one process must not see each other's symbols. */
#define FMI2_PROTOTYPE(name, result, parameters) \
  __attribute__((visibility("default"))) result name parameters;
FMI2_COMMON_FUNCTIONS(FMI2_PROTOTYPE)
FMI2_CO_SIMULATION_FUNCTIONS(FMI2_PROTOTYPE)
FMI2_MODEL_EXCHANGE_FUNCTIONS(FMI2_PROTOTYPE)
#undef FMI2_PROTOTYPE
#endif

#ifdef __cplusplus
}
#endif

#endif /* FMI2_INTERFACE */

/* NOLINTEND */
