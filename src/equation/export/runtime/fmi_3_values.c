/* The functions of FMI 3.0 for values: the model has numbers of 64 bits, integers of
 * 32 bits and Booleans. */

#define FMI3_FMU
#include "fmi3.h"
#include "instance.h"

#define EXPECT(instance, modes) \
  if (bw_expect(instance, modes, __func__) != answer_ok) return fmi3Error

enum { alive = IN(mode_failed) - 1 };
enum { settable = alive & ~(int)IN(mode_terminated) };
enum { derivable = alive & ~(int)IN(mode_instantiated) };

static fmi3Status refuse(fmi3Instance instance, const char* sentence) {
  return instance ? (fmi3Status)bw_fail(instance, sentence) : fmi3Error;
}

#define GET(function, c_type, type)                                                           \
  fmi3Status function(fmi3Instance instance, const fmi3ValueReference references[], size_t n, \
                      c_type values[], size_t value_count) {                                  \
    int answer;                                                                               \
    EXPECT(instance, alive);                                                                  \
    if (value_count != n) return refuse(instance, "All variables are scalar.");               \
    answer = bw_refresh(instance);                                                            \
    for (size_t i = 0; i < n && answer == answer_ok; ++i) {                                   \
      double value = 0;                                                                       \
      answer = bw_get(instance, references[i], type, &value);                                 \
      values[i] = (c_type)value;                                                              \
    }                                                                                         \
    return (fmi3Status)answer;                                                                \
  }

#define SET(function, c_type, type)                                                           \
  fmi3Status function(fmi3Instance instance, const fmi3ValueReference references[], size_t n, \
                      const c_type values[], size_t value_count) {                            \
    int answer = answer_ok;                                                                   \
    EXPECT(instance, settable);                                                               \
    if (value_count != n) return refuse(instance, "All variables are scalar.");               \
    for (size_t i = 0; i < n && answer == answer_ok; ++i)                                     \
      answer = bw_set(instance, references[i], type, (double)values[i]);                      \
    return (fmi3Status)answer;                                                                \
  }

GET(fmi3GetFloat64, fmi3Float64, type_real)
GET(fmi3GetInt32, fmi3Int32, type_integer)
GET(fmi3GetBoolean, fmi3Boolean, type_boolean)
SET(fmi3SetFloat64, fmi3Float64, type_real)
SET(fmi3SetInt32, fmi3Int32, type_integer)
SET(fmi3SetBoolean, fmi3Boolean, type_boolean)

/* ---- types that the model does not have ---- */

static fmi3Status none_of_type(fmi3Instance instance, size_t count) {
  if (instance && count == 0) return fmi3OK;
  return refuse(instance, "The model has no variables of this type.");
}

#define NONE(name, c_type)                                                                         \
  fmi3Status fmi3Get##name(fmi3Instance instance, const fmi3ValueReference references[], size_t n, \
                           c_type values[], size_t value_count) {                                  \
    (void)references, (void)values, (void)value_count;                                             \
    return none_of_type(instance, n);                                                              \
  }                                                                                                \
  fmi3Status fmi3Set##name(fmi3Instance instance, const fmi3ValueReference references[], size_t n, \
                           const c_type values[], size_t value_count) {                            \
    (void)references, (void)values, (void)value_count;                                             \
    return none_of_type(instance, n);                                                              \
  }

NONE(Float32, fmi3Float32)
NONE(Int8, fmi3Int8)
NONE(UInt8, fmi3UInt8)
NONE(Int16, fmi3Int16)
NONE(UInt16, fmi3UInt16)
NONE(UInt32, fmi3UInt32)
NONE(Int64, fmi3Int64)
NONE(UInt64, fmi3UInt64)
NONE(String, fmi3String)

fmi3Status fmi3GetBinary(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
                         size_t sizes[], fmi3Binary values[], size_t value_count) {
  (void)references, (void)sizes, (void)values, (void)value_count;
  return none_of_type(instance, n);
}

fmi3Status fmi3SetBinary(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
                         const size_t sizes[], const fmi3Binary values[], size_t value_count) {
  (void)references, (void)sizes, (void)values, (void)value_count;
  return none_of_type(instance, n);
}

fmi3Status fmi3GetClock(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
                        fmi3Clock values[]) {
  (void)references, (void)values;
  return none_of_type(instance, n);
}

fmi3Status fmi3SetClock(fmi3Instance instance, const fmi3ValueReference references[], size_t n,
                        const fmi3Clock values[]) {
  (void)references, (void)values;
  return none_of_type(instance, n);
}

fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance, const fmi3ValueReference references[],
                                  size_t n, fmi3Float64 intervals[],
                                  fmi3IntervalQualifier qualifiers[]) {
  (void)references, (void)intervals, (void)qualifiers;
  return none_of_type(instance, n);
}

fmi3Status fmi3GetIntervalFraction(fmi3Instance instance, const fmi3ValueReference references[],
                                   size_t n, fmi3UInt64 counters[], fmi3UInt64 resolutions[],
                                   fmi3IntervalQualifier qualifiers[]) {
  (void)references, (void)counters, (void)resolutions, (void)qualifiers;
  return none_of_type(instance, n);
}

fmi3Status fmi3GetShiftDecimal(fmi3Instance instance, const fmi3ValueReference references[],
                               size_t n, fmi3Float64 shifts[]) {
  (void)references, (void)shifts;
  return none_of_type(instance, n);
}

fmi3Status fmi3GetShiftFraction(fmi3Instance instance, const fmi3ValueReference references[],
                                size_t n, fmi3UInt64 counters[], fmi3UInt64 resolutions[]) {
  (void)references, (void)counters, (void)resolutions;
  return none_of_type(instance, n);
}

fmi3Status fmi3SetIntervalDecimal(fmi3Instance instance, const fmi3ValueReference references[],
                                  size_t n, const fmi3Float64 intervals[]) {
  (void)references, (void)intervals;
  return none_of_type(instance, n);
}

fmi3Status fmi3SetIntervalFraction(fmi3Instance instance, const fmi3ValueReference references[],
                                   size_t n, const fmi3UInt64 counters[],
                                   const fmi3UInt64 resolutions[]) {
  (void)references, (void)counters, (void)resolutions;
  return none_of_type(instance, n);
}

fmi3Status fmi3SetShiftDecimal(fmi3Instance instance, const fmi3ValueReference references[],
                               size_t n, const fmi3Float64 shifts[]) {
  (void)references, (void)shifts;
  return none_of_type(instance, n);
}

fmi3Status fmi3SetShiftFraction(fmi3Instance instance, const fmi3ValueReference references[],
                                size_t n, const fmi3UInt64 counters[],
                                const fmi3UInt64 resolutions[]) {
  (void)references, (void)counters, (void)resolutions;
  return none_of_type(instance, n);
}

/* ---- partial derivatives ---- */

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[],
                                        size_t unknown_count, const fmi3ValueReference knowns[],
                                        size_t known_count, const fmi3Float64 seed[],
                                        size_t seed_count, fmi3Float64 sensitivity[],
                                        size_t sensitivity_count) {
  EXPECT(instance, derivable);
  if (seed_count != known_count || sensitivity_count != unknown_count)
    return refuse(instance, "All variables are scalar.");
  return (fmi3Status)bw_product(instance, 0, unknowns, unknown_count, knowns, known_count, seed,
                                sensitivity);
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[],
                                    size_t unknown_count, const fmi3ValueReference knowns[],
                                    size_t known_count, const fmi3Float64 seed[], size_t seed_count,
                                    fmi3Float64 sensitivity[], size_t sensitivity_count) {
  EXPECT(instance, derivable);
  if (seed_count != unknown_count || sensitivity_count != known_count)
    return refuse(instance, "All variables are scalar.");
  return (fmi3Status)bw_product(instance, 1, unknowns, unknown_count, knowns, known_count, seed,
                                sensitivity);
}

fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance, const fmi3ValueReference references[],
                                    size_t n, const fmi3Int32 orders[], fmi3Float64 values[],
                                    size_t value_count) {
  (void)references, (void)orders, (void)values, (void)value_count;
  return n == 0 && instance ? fmi3OK
                            : refuse(instance, "Derivatives of outputs are not supported.");
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, fmi3ValueReference reference,
                                               size_t* count) {
  (void)reference, (void)count;
  return refuse(instance, "The dependencies are in the model description and do not change.");
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance instance, fmi3ValueReference dependent,
                                       size_t dependent_elements[],
                                       fmi3ValueReference independents[],
                                       size_t independent_elements[], fmi3DependencyKind kinds[],
                                       size_t count) {
  (void)dependent, (void)dependent_elements, (void)independents, (void)independent_elements;
  (void)kinds, (void)count;
  return refuse(instance, "The dependencies are in the model description and do not change.");
}
