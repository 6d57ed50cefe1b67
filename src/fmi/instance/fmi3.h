/* The C interface of FMI 3.0 (model exchange, co-simulation and scheduled execution), written once
 * for both its sides.
 *
 * The four lists below name every function as X(name, result, parameters). From them come
 *   - for an importer: a function type per name, `fmi3DoStepTYPE` and so on, of what dlsym gives;
 *   - for an FMU: the exported prototypes, where FMI3_FMU is defined before this file is included.
 * An importer that loops over a list cannot forget a function; an FMU that differs from it does
 * not compile.
 *
 * C and C++ alike: FMUs are C. Hence no namespace, and `typedef` instead of `using`.
 *
 * It has two sections with a guard each, values and the rest: the headers under the standard's
 * names (fmi/compile/headers), which sources of other FMUs include, need one or both.
 */

#include <stddef.h>
#include <stdint.h>

/* NOLINTBEGIN: the names here are prescribed by the FMI 3.0 standard, and the file must be C. */

#ifndef FMI3_VALUES
#define FMI3_VALUES

#ifdef __cplusplus
extern "C" {
#endif

/* ---- values ---- */

/* The bool of both languages: one byte, 0 or 1. */
#ifdef __cplusplus
typedef bool fmi3Boolean;
#define fmi3True true
#define fmi3False false
#else
typedef _Bool fmi3Boolean;
#define fmi3True 1
#define fmi3False 0
#endif

typedef void* fmi3Instance;            /* owned by the FMU */
typedef void* fmi3InstanceEnvironment; /* the importer's own pointer, for its callbacks */
typedef void* fmi3FMUState;            /* a saved state; the FMU owns the memory behind it */
typedef uint32_t fmi3ValueReference;   /* one space of numbers for all types, unlike 1.0 and 2.0 */
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64; /* enumerations travel as these */
typedef uint64_t fmi3UInt64;
typedef char fmi3Char;
typedef const fmi3Char* fmi3String; /* UTF-8; from an FMU valid only until the next call into it */
typedef uint8_t fmi3Byte;
typedef const fmi3Byte* fmi3Binary; /* its size travels beside it */
typedef fmi3Boolean fmi3Clock;

#define fmi3ClockActive fmi3True
#define fmi3ClockInactive fmi3False

/* What fmi3GetVersion begins with; a fix release says "3.0.1" and so on. */
#define fmi3Version "3.0"

#ifdef __cplusplus
}
#endif

#endif /* FMI3_VALUES */

#if !defined(FMI3_VALUES_ONLY) && !defined(FMI3_INTERFACE)
#define FMI3_INTERFACE

#ifdef __cplusplus
extern "C" {
#endif

#ifndef FMI3_DECLARED /* by the sources of an FMU, for fmi/compile/headers */

/* ---- codes; the numbers are part of the binary interface ---- */

typedef enum {
  fmi3OK = 0,
  fmi3Warning = 1, /* done, with a remark in the log */
  fmi3Discard = 2, /* not done, and nothing has changed: other arguments may succeed */
  fmi3Error = 3,   /* this instance is lost, others are not */
  fmi3Fatal = 4    /* every instance of this FMU is lost, and none may be called again */
} fmi3Status;

typedef enum {
  fmi3Independent = 0,
  fmi3Constant = 1,
  fmi3Fixed = 2,
  fmi3Tunable = 3,
  fmi3Discrete = 4,
  fmi3Dependent = 5
} fmi3DependencyKind;

typedef enum {
  fmi3IntervalNotYetKnown = 0, /* a countdown clock that is not counting */
  fmi3IntervalUnchanged = 1,   /* since the last query */
  fmi3IntervalChanged = 2
} fmi3IntervalQualifier;

/* ---- what the importer gives to an instance; each may be null where the FMU does not need it ----
 */

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment environment, fmi3Status status,
                                       fmi3String category, fmi3String message);
/* During fmi3DoStep. The last two arguments are set by the importer. */
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment environment, fmi3Float64 t,
                                               fmi3Boolean set_requested, fmi3Boolean get_allowed,
                                               fmi3Boolean step_finished,
                                               fmi3Boolean can_return_early,
                                               fmi3Boolean* early_return_requested,
                                               fmi3Float64* early_return_time);
/* Scheduled execution: an output clock ticked, or an interval changed; the importer polls which. */
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment environment);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

#endif /* FMI3_DECLARED */

/* ---- the functions ---- */

/* clang-format off */
#define FMI3_BY_REFERENCE(...)                                                                     \
  (fmi3Instance instance, const fmi3ValueReference references[], size_t count, __VA_ARGS__)
#define FMI3_GET_PARAMETERS(type)                                                                  \
  (fmi3Instance instance, const fmi3ValueReference references[], size_t reference_count,           \
   type values[], size_t value_count)
#define FMI3_SET_PARAMETERS(type)                                                                  \
  (fmi3Instance instance, const fmi3ValueReference references[], size_t reference_count,           \
   const type values[], size_t value_count)

#define FMI3_COMMON_FUNCTIONS(X)                                                                   \
  X(fmi3GetVersion, const char*, (void))                                                           \
  X(fmi3SetDebugLogging, fmi3Status,                                                               \
    (fmi3Instance instance, fmi3Boolean on, size_t count, const fmi3String categories[]))          \
  X(fmi3FreeInstance, void, (fmi3Instance instance))                                               \
  X(fmi3EnterInitializationMode, fmi3Status,                                                       \
    (fmi3Instance instance, fmi3Boolean tolerance_defined, fmi3Float64 tolerance,                  \
     fmi3Float64 start, fmi3Boolean stop_defined, fmi3Float64 stop))                               \
  X(fmi3ExitInitializationMode, fmi3Status, (fmi3Instance instance))                               \
  X(fmi3EnterEventMode, fmi3Status, (fmi3Instance instance))                                       \
  X(fmi3Terminate, fmi3Status, (fmi3Instance instance))                                            \
  X(fmi3Reset, fmi3Status, (fmi3Instance instance))                                                \
  X(fmi3GetFloat32, fmi3Status, FMI3_GET_PARAMETERS(fmi3Float32))                                  \
  X(fmi3GetFloat64, fmi3Status, FMI3_GET_PARAMETERS(fmi3Float64))                                  \
  X(fmi3GetInt8, fmi3Status, FMI3_GET_PARAMETERS(fmi3Int8))                                        \
  X(fmi3GetUInt8, fmi3Status, FMI3_GET_PARAMETERS(fmi3UInt8))                                      \
  X(fmi3GetInt16, fmi3Status, FMI3_GET_PARAMETERS(fmi3Int16))                                      \
  X(fmi3GetUInt16, fmi3Status, FMI3_GET_PARAMETERS(fmi3UInt16))                                    \
  X(fmi3GetInt32, fmi3Status, FMI3_GET_PARAMETERS(fmi3Int32))                                      \
  X(fmi3GetUInt32, fmi3Status, FMI3_GET_PARAMETERS(fmi3UInt32))                                    \
  X(fmi3GetInt64, fmi3Status, FMI3_GET_PARAMETERS(fmi3Int64))                                      \
  X(fmi3GetUInt64, fmi3Status, FMI3_GET_PARAMETERS(fmi3UInt64))                                    \
  X(fmi3GetBoolean, fmi3Status, FMI3_GET_PARAMETERS(fmi3Boolean))                                  \
  X(fmi3GetString, fmi3Status, FMI3_GET_PARAMETERS(fmi3String))                                    \
  X(fmi3GetBinary, fmi3Status,                                                                     \
    (fmi3Instance instance, const fmi3ValueReference references[], size_t reference_count,         \
     size_t sizes[], fmi3Binary values[], size_t value_count))                                     \
  X(fmi3GetClock, fmi3Status, FMI3_BY_REFERENCE(fmi3Clock values[]))                               \
  X(fmi3SetFloat32, fmi3Status, FMI3_SET_PARAMETERS(fmi3Float32))                                  \
  X(fmi3SetFloat64, fmi3Status, FMI3_SET_PARAMETERS(fmi3Float64))                                  \
  X(fmi3SetInt8, fmi3Status, FMI3_SET_PARAMETERS(fmi3Int8))                                        \
  X(fmi3SetUInt8, fmi3Status, FMI3_SET_PARAMETERS(fmi3UInt8))                                      \
  X(fmi3SetInt16, fmi3Status, FMI3_SET_PARAMETERS(fmi3Int16))                                      \
  X(fmi3SetUInt16, fmi3Status, FMI3_SET_PARAMETERS(fmi3UInt16))                                    \
  X(fmi3SetInt32, fmi3Status, FMI3_SET_PARAMETERS(fmi3Int32))                                      \
  X(fmi3SetUInt32, fmi3Status, FMI3_SET_PARAMETERS(fmi3UInt32))                                    \
  X(fmi3SetInt64, fmi3Status, FMI3_SET_PARAMETERS(fmi3Int64))                                      \
  X(fmi3SetUInt64, fmi3Status, FMI3_SET_PARAMETERS(fmi3UInt64))                                    \
  X(fmi3SetBoolean, fmi3Status, FMI3_SET_PARAMETERS(fmi3Boolean))                                  \
  X(fmi3SetString, fmi3Status, FMI3_SET_PARAMETERS(fmi3String))                                    \
  X(fmi3SetBinary, fmi3Status,                                                                     \
    (fmi3Instance instance, const fmi3ValueReference references[], size_t reference_count,         \
     const size_t sizes[], const fmi3Binary values[], size_t value_count))                         \
  X(fmi3SetClock, fmi3Status, FMI3_BY_REFERENCE(const fmi3Clock values[]))                         \
  X(fmi3GetNumberOfVariableDependencies, fmi3Status,                                               \
    (fmi3Instance instance, fmi3ValueReference reference, size_t* count))                          \
  X(fmi3GetVariableDependencies, fmi3Status,                                                       \
    (fmi3Instance instance, fmi3ValueReference dependent, size_t dependent_elements[],             \
     fmi3ValueReference independents[], size_t independent_elements[],                             \
     fmi3DependencyKind kinds[], size_t count))                                                    \
  X(fmi3GetFMUState, fmi3Status, (fmi3Instance instance, fmi3FMUState* state))                     \
  X(fmi3SetFMUState, fmi3Status, (fmi3Instance instance, fmi3FMUState state))                      \
  X(fmi3FreeFMUState, fmi3Status, (fmi3Instance instance, fmi3FMUState* state))                    \
  X(fmi3SerializedFMUStateSize, fmi3Status,                                                        \
    (fmi3Instance instance, fmi3FMUState state, size_t* size))                                     \
  X(fmi3SerializeFMUState, fmi3Status,                                                             \
    (fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[], size_t size))                    \
  X(fmi3DeserializeFMUState, fmi3Status,                                                           \
    (fmi3Instance instance, const fmi3Byte bytes[], size_t size, fmi3FMUState* state))             \
  X(fmi3GetDirectionalDerivative, fmi3Status,                                                      \
    (fmi3Instance instance, const fmi3ValueReference unknowns[], size_t unknown_count,             \
     const fmi3ValueReference knowns[], size_t known_count, const fmi3Float64 seed[],              \
     size_t seed_count, fmi3Float64 sensitivity[], size_t sensitivity_count))                      \
  X(fmi3GetAdjointDerivative, fmi3Status,                                                          \
    (fmi3Instance instance, const fmi3ValueReference unknowns[], size_t unknown_count,             \
     const fmi3ValueReference knowns[], size_t known_count, const fmi3Float64 seed[],              \
     size_t seed_count, fmi3Float64 sensitivity[], size_t sensitivity_count))                      \
  X(fmi3EnterConfigurationMode, fmi3Status, (fmi3Instance instance))                               \
  X(fmi3ExitConfigurationMode, fmi3Status, (fmi3Instance instance))                                \
  X(fmi3GetIntervalDecimal, fmi3Status,                                                            \
    FMI3_BY_REFERENCE(fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[]))                \
  X(fmi3GetIntervalFraction, fmi3Status,                                                           \
    FMI3_BY_REFERENCE(fmi3UInt64 counters[], fmi3UInt64 resolutions[], fmi3IntervalQualifier qualifiers[]))\
  X(fmi3GetShiftDecimal, fmi3Status, FMI3_BY_REFERENCE(fmi3Float64 shifts[]))                      \
  X(fmi3GetShiftFraction, fmi3Status,                                                              \
    FMI3_BY_REFERENCE(fmi3UInt64 counters[], fmi3UInt64 resolutions[]))                            \
  X(fmi3SetIntervalDecimal, fmi3Status, FMI3_BY_REFERENCE(const fmi3Float64 intervals[]))          \
  X(fmi3SetIntervalFraction, fmi3Status,                                                           \
    FMI3_BY_REFERENCE(const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]))                \
  X(fmi3SetShiftDecimal, fmi3Status, FMI3_BY_REFERENCE(const fmi3Float64 shifts[]))                \
  X(fmi3SetShiftFraction, fmi3Status,                                                              \
    FMI3_BY_REFERENCE(const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]))                \
  X(fmi3EvaluateDiscreteStates, fmi3Status, (fmi3Instance instance))                               \
  X(fmi3UpdateDiscreteStates, fmi3Status,                                                          \
    (fmi3Instance instance, fmi3Boolean* discrete_states_need_update, fmi3Boolean* terminate,      \
     fmi3Boolean* state_nominals_changed, fmi3Boolean* state_values_changed,                       \
     fmi3Boolean* next_event_time_defined, fmi3Float64* next_event_time))

#define FMI3_CO_SIMULATION_FUNCTIONS(X)                                                            \
  X(fmi3InstantiateCoSimulation, fmi3Instance,                                                     \
    (fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,                 \
     fmi3Boolean logging, fmi3Boolean event_mode_used, fmi3Boolean early_return_allowed,           \
     const fmi3ValueReference intermediate_variables[], size_t intermediate_variable_count,        \
     fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,                              \
     fmi3IntermediateUpdateCallback intermediate_update))                                          \
  X(fmi3EnterStepMode, fmi3Status, (fmi3Instance instance))                                        \
  X(fmi3GetOutputDerivatives, fmi3Status,                                                          \
    (fmi3Instance instance, const fmi3ValueReference references[], size_t reference_count,         \
     const fmi3Int32 orders[], fmi3Float64 values[], size_t value_count))                          \
  X(fmi3DoStep, fmi3Status,                                                                        \
    (fmi3Instance instance, fmi3Float64 t, fmi3Float64 h, fmi3Boolean no_return_before_t,          \
     fmi3Boolean* event_handling_needed, fmi3Boolean* terminate, fmi3Boolean* early_return,        \
     fmi3Float64* last_successful_time))

#define FMI3_MODEL_EXCHANGE_FUNCTIONS(X)                                                           \
  X(fmi3InstantiateModelExchange, fmi3Instance,                                                    \
    (fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,                 \
     fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log))        \
  X(fmi3EnterContinuousTimeMode, fmi3Status, (fmi3Instance instance))                              \
  X(fmi3CompletedIntegratorStep, fmi3Status,                                                       \
    (fmi3Instance instance, fmi3Boolean no_return_before_now, fmi3Boolean* enter_event_mode,       \
     fmi3Boolean* terminate))                                                                      \
  X(fmi3SetTime, fmi3Status, (fmi3Instance instance, fmi3Float64 t))                               \
  X(fmi3SetContinuousStates, fmi3Status,                                                           \
    (fmi3Instance instance, const fmi3Float64 x[], size_t count))                                  \
  X(fmi3GetContinuousStateDerivatives, fmi3Status,                                                 \
    (fmi3Instance instance, fmi3Float64 dx[], size_t count))                                       \
  X(fmi3GetEventIndicators, fmi3Status,                                                            \
    (fmi3Instance instance, fmi3Float64 indicators[], size_t count))                               \
  X(fmi3GetContinuousStates, fmi3Status, (fmi3Instance instance, fmi3Float64 x[], size_t count))   \
  X(fmi3GetNominalsOfContinuousStates, fmi3Status,                                                 \
    (fmi3Instance instance, fmi3Float64 nominals[], size_t count))                                 \
  X(fmi3GetNumberOfEventIndicators, fmi3Status, (fmi3Instance instance, size_t* count))            \
  X(fmi3GetNumberOfContinuousStates, fmi3Status, (fmi3Instance instance, size_t* count))

#define FMI3_SCHEDULED_EXECUTION_FUNCTIONS(X)                                                      \
  X(fmi3InstantiateScheduledExecution, fmi3Instance,                                               \
    (fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,                 \
     fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,         \
     fmi3ClockUpdateCallback clock_update, fmi3LockPreemptionCallback lock_preemption,             \
     fmi3UnlockPreemptionCallback unlock_preemption))                                              \
  X(fmi3ActivateModelPartition, fmi3Status,                                                        \
    (fmi3Instance instance, fmi3ValueReference clock, fmi3Float64 activation_time))
/* clang-format on */

#ifndef FMI3_DECLARED
#define FMI3_FUNCTION_TYPE(name, result, parameters) typedef result name##TYPE parameters;
FMI3_COMMON_FUNCTIONS(FMI3_FUNCTION_TYPE)
FMI3_CO_SIMULATION_FUNCTIONS(FMI3_FUNCTION_TYPE)
FMI3_MODEL_EXCHANGE_FUNCTIONS(FMI3_FUNCTION_TYPE)
FMI3_SCHEDULED_EXECUTION_FUNCTIONS(FMI3_FUNCTION_TYPE)
#undef FMI3_FUNCTION_TYPE
#endif

#ifdef FMI3_FMU
/* An FMU hides everything else: two FMUs in one process must not see each other's symbols. */
#define FMI3_PROTOTYPE(name, result, parameters) \
  __attribute__((visibility("default"))) result name parameters;
FMI3_COMMON_FUNCTIONS(FMI3_PROTOTYPE)
FMI3_CO_SIMULATION_FUNCTIONS(FMI3_PROTOTYPE)
FMI3_MODEL_EXCHANGE_FUNCTIONS(FMI3_PROTOTYPE)
FMI3_SCHEDULED_EXECUTION_FUNCTIONS(FMI3_PROTOTYPE)
#undef FMI3_PROTOTYPE
#endif

#ifdef __cplusplus
}
#endif

#endif /* FMI3_INTERFACE */

/* NOLINTEND */
