/* The functions of FMI 3.0 for values, derivatives and clocks. A value reference is 1000 times the
 * number of the type plus the index in its array, and 999 is the time. */

#define FMI3_FMU
#include "fmi/instance/fmi3.h"
#include "fmu/frame_core.h"

enum { references_per_type = 1000, time_reference = 999, ticks_per_second = 1000 };

/* ---- numbers and Booleans: scalars of any type ---- */

static int check_sizes(const Instance* instance, const char* word, size_t references,
                       size_t values) {
  if (references == values) return answer_ok;
  return complain(instance, "%zu variables of type %s have %zu values, not %zu.", references, word,
                  references, values);
}

#define GET(name, array, one, number)                                                             \
  fmi3Status fmi3Get##name(fmi3Instance component, const fmi3ValueReference references[],         \
                           size_t n, fmi3##name to[], size_t value_count) {                       \
    Instance* instance = component;                                                               \
    if (!instance || check_sizes(instance, #name, n, value_count) != answer_ok) return fmi3Error; \
    refresh_if_due(instance);                                                                     \
    for (size_t i = 0; i < n; ++i) {                                                              \
      const size_t index = (size_t)references[i] - (number)*references_per_type;                  \
      if (index >= model.one##_count)                                                             \
        return unknown_reference(instance, #name, references[i], model.one##_count);              \
      to[i] = (fmi3##name)instance->array[index];                                                 \
    }                                                                                             \
    return fmi3OK;                                                                                \
  }

#define SET(name, array, one, number, check)                                                      \
  fmi3Status fmi3Set##name(fmi3Instance component, const fmi3ValueReference references[],         \
                           size_t n, const fmi3##name from[], size_t value_count) {               \
    Instance* instance = component;                                                               \
    if (!instance || check_sizes(instance, #name, n, value_count) != answer_ok) return fmi3Error; \
    for (size_t i = 0; i < n; ++i) {                                                              \
      const size_t index = (size_t)references[i] - (number)*references_per_type;                  \
      if (index >= model.one##_count)                                                             \
        return unknown_reference(instance, #name, references[i], model.one##_count);              \
      if (check(instance, index, from[i]) != answer_ok) return fmi3Error;                         \
      instance->array[index] = from[i];                                                           \
    }                                                                                             \
    instance->now->stale = 1;                                                                     \
    return fmi3OK;                                                                                \
  }

#define NO_CHECK(instance, index, value) answer_ok

static int check_structural(const Instance* instance, size_t index, uint64_t value) {
  if (index >= model.structural_count) return answer_ok;
  if (instance->now->mode != mode_configuring)
    return complain(instance, "A structural parameter can be set in configuration mode only.");
  if (value < 1 || value > model.structural_max)
    return complain(instance, "A structural parameter can be from 1 to %llu here, not %llu.",
                    (unsigned long long)model.structural_max, (unsigned long long)value);
  return answer_ok;
}

GET(Float32, float32s, float32, 4)
GET(Int8, int8s, int8, 5)
GET(UInt8, uint8s, uint8, 6)
GET(Int16, int16s, int16, 7)
GET(UInt16, uint16s, uint16, 8)
GET(Int32, integers, integer, 1)
GET(UInt32, uint32s, uint32, 9)
GET(Int64, int64s, int64, 10)
GET(UInt64, uint64s, uint64, 11)
GET(Boolean, booleans, boolean, 2)
GET(String, strings, string, 3)
SET(Float32, float32s, float32, 4, NO_CHECK)
SET(Int8, int8s, int8, 5, NO_CHECK)
SET(UInt8, uint8s, uint8, 6, NO_CHECK)
SET(Int16, int16s, int16, 7, NO_CHECK)
SET(UInt16, uint16s, uint16, 8, NO_CHECK)
SET(Int32, integers, integer, 1, NO_CHECK)
SET(UInt32, uint32s, uint32, 9, NO_CHECK)
SET(Int64, int64s, int64, 10, NO_CHECK)
SET(UInt64, uint64s, uint64, 11, check_structural)
SET(Boolean, booleans, boolean, 2, NO_CHECK)

/* ---- Float64: arrays, too, and the time ---- */

static size_t size_of(const Instance* instance, size_t real) {
  return model.array_size ? model.array_size(instance, real) : 1;
}

static int wrong_size(const Instance* instance, size_t given) {
  return complain(instance, "%zu is not the number of values of these variables.", given);
}

fmi3Status fmi3GetFloat64(fmi3Instance component, const fmi3ValueReference references[], size_t n,
                          fmi3Float64 to[], size_t value_count) {
  Instance* instance = component;
  if (!instance) return fmi3Error;
  refresh_if_due(instance);
  size_t next = 0;
  for (size_t i = 0; i < n; ++i) {
    const bool is_time = references[i] == time_reference;
    if (!is_time && references[i] >= model.real_count)
      return unknown_reference(instance, "Float64", references[i], model.real_count);
    const size_t size = is_time ? 1 : size_of(instance, references[i]);
    if (next + size > value_count) return wrong_size(instance, value_count);
    const double* from = is_time ? &instance->now->time : instance->reals + references[i];
    for (size_t j = 0; j < size; ++j) to[next++] = from[j];
  }
  return next == value_count ? fmi3OK : wrong_size(instance, value_count);
}

fmi3Status fmi3SetFloat64(fmi3Instance component, const fmi3ValueReference references[], size_t n,
                          const fmi3Float64 from[], size_t value_count) {
  Instance* instance = component;
  if (!instance) return fmi3Error;
  size_t next = 0;
  for (size_t i = 0; i < n; ++i) {
    if (references[i] >= model.real_count)
      return unknown_reference(instance, "Float64", references[i], model.real_count);
    const size_t size = size_of(instance, references[i]);
    if (next + size > value_count) return wrong_size(instance, value_count);
    for (size_t j = 0; j < size; ++j) instance->reals[references[i] + j] = from[next++];
  }
  instance->now->stale = 1;
  return next == value_count ? fmi3OK : wrong_size(instance, value_count);
}

/* ---- texts and bytes ---- */

fmi3Status fmi3SetString(fmi3Instance component, const fmi3ValueReference references[], size_t n,
                         const fmi3String from[], size_t value_count) {
  Instance* instance = component;
  if (!instance || check_sizes(instance, "String", n, value_count) != answer_ok) return fmi3Error;
  for (size_t i = 0; i < n; ++i) {
    const size_t index = (size_t)references[i] - 3 * references_per_type;
    if (index >= model.string_count)
      return unknown_reference(instance, "String", references[i], model.string_count);
    if (set_text(instance, index, from[i]) != answer_ok) return fmi3Error;
  }
  instance->now->stale = 1;
  return fmi3OK;
}

fmi3Status fmi3GetBinary(fmi3Instance component, const fmi3ValueReference references[], size_t n,
                         size_t sizes[], fmi3Binary to[], size_t value_count) {
  Instance* instance = component;
  if (!instance || check_sizes(instance, "Binary", n, value_count) != answer_ok) return fmi3Error;
  refresh_if_due(instance);
  for (size_t i = 0; i < n; ++i) {
    const size_t index = (size_t)references[i] - 12 * references_per_type;
    if (index >= model.binary_count)
      return unknown_reference(instance, "Binary", references[i], model.binary_count);
    sizes[i] = instance->binaries[index].size;
    to[i] = instance->binaries[index].bytes;
  }
  return fmi3OK;
}

fmi3Status fmi3SetBinary(fmi3Instance component, const fmi3ValueReference references[], size_t n,
                         const size_t sizes[], const fmi3Binary from[], size_t value_count) {
  Instance* instance = component;
  if (!instance || check_sizes(instance, "Binary", n, value_count) != answer_ok) return fmi3Error;
  for (size_t i = 0; i < n; ++i) {
    const size_t index = (size_t)references[i] - 12 * references_per_type;
    if (index >= model.binary_count)
      return unknown_reference(instance, "Binary", references[i], model.binary_count);
    if (sizes[i] > binary_capacity || (sizes[i] && !from[i]))
      return complain(instance, "The Binary with value reference %u takes up to %d bytes.",
                      references[i], binary_capacity);
    instance->binaries[index].size = sizes[i];
    if (sizes[i]) memcpy(instance->binaries[index].bytes, from[i], sizes[i]);
  }
  instance->now->stale = 1;
  return fmi3OK;
}

/* ---- derivatives; a variable that is an array counts once for each of its elements ---- */

static size_t count_elements(const Instance* instance, const fmi3ValueReference references[],
                             size_t count) {
  size_t elements = 0;
  for (size_t i = 0; i < count; ++i) elements += size_of(instance, references[i]);
  return elements;
}

/* The real that is the n-th element of all these variables. */
static size_t element(const Instance* instance, const fmi3ValueReference references[], size_t n) {
  for (; n >= size_of(instance, *references); ++references) n -= size_of(instance, *references);
  return *references + n;
}

static int check_derivative(Instance* instance, const char* function,
                            const fmi3ValueReference from[], size_t from_count, size_t seed_count,
                            const fmi3ValueReference to[], size_t to_count,
                            size_t sensitivity_count) {
  if (!instance || !model.partial) return refuse(instance, function);
  refresh_if_due(instance);
  if (count_elements(instance, from, from_count) != seed_count)
    return wrong_size(instance, seed_count);
  if (count_elements(instance, to, to_count) != sensitivity_count)
    return wrong_size(instance, sensitivity_count);
  return answer_ok;
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[],
                                        size_t unknown_count, const fmi3ValueReference knowns[],
                                        size_t known_count, const fmi3Float64 seed[],
                                        size_t seed_count, fmi3Float64 sensitivity[],
                                        size_t sensitivity_count) {
  if (check_derivative(instance, "fmi3GetDirectionalDerivative", knowns, known_count, seed_count,
                       unknowns, unknown_count, sensitivity_count) != answer_ok)
    return fmi3Error;
  for (size_t i = 0; i < sensitivity_count; ++i) {
    sensitivity[i] = 0;
    for (size_t j = 0; j < seed_count; ++j)
      sensitivity[i] += seed[j] * model.partial(instance, element(instance, unknowns, i),
                                                element(instance, knowns, j));
  }
  return fmi3OK;
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[],
                                    size_t unknown_count, const fmi3ValueReference knowns[],
                                    size_t known_count, const fmi3Float64 seed[], size_t seed_count,
                                    fmi3Float64 sensitivity[], size_t sensitivity_count) {
  if (check_derivative(instance, "fmi3GetAdjointDerivative", unknowns, unknown_count, seed_count,
                       knowns, known_count, sensitivity_count) != answer_ok)
    return fmi3Error;
  for (size_t j = 0; j < sensitivity_count; ++j) {
    sensitivity[j] = 0;
    for (size_t i = 0; i < seed_count; ++i)
      sensitivity[j] += seed[i] * model.partial(instance, element(instance, unknowns, i),
                                                element(instance, knowns, j));
  }
  return fmi3OK;
}

fmi3Status fmi3GetOutputDerivatives(fmi3Instance component, const fmi3ValueReference references[],
                                    size_t n, const fmi3Int32 orders[], fmi3Float64 values[],
                                    size_t value_count) {
  Instance* instance = component;
  if (!instance || !model.derivatives) return refuse(instance, "fmi3GetOutputDerivatives");
  size_t next = 0;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < size_of(instance, references[i]); ++j) {
      if (next == value_count) return wrong_size(instance, value_count);
      if (get_output_derivative(instance, references[i] + j, orders[i], &values[next++]) !=
          answer_ok)
        return fmi3Error;
    }
  return next == value_count ? fmi3OK : wrong_size(instance, value_count);
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, fmi3ValueReference reference,
                                               size_t* count) {
  (void)reference, (void)count;
  return refuse(instance, "fmi3GetNumberOfVariableDependencies");
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance instance, fmi3ValueReference dependent,
                                       size_t dependent_elements[],
                                       fmi3ValueReference independents[],
                                       size_t independent_elements[], fmi3DependencyKind kinds[],
                                       size_t count) {
  (void)dependent, (void)dependent_elements, (void)independents, (void)independent_elements;
  (void)kinds, (void)count;
  return refuse(instance, "fmi3GetVariableDependencies");
}

/* ---- clocks ---- */

static Clock* find_clock(Instance* instance, fmi3ValueReference reference) {
  const size_t index = (size_t)reference - 13 * references_per_type;
  if (index < model.clock_count) return &instance->clocks[index];
  unknown_reference(instance, "Clock", reference, model.clock_count);
  return NULL;
}

static Clock* find_timed_clock(Instance* instance, fmi3ValueReference reference) {
  Clock* clock = find_clock(instance, reference);
  if (!clock || (clock->kind != clock_input && clock->kind != clock_output)) return clock;
  complain(instance, "The clock with value reference %u is triggered: it has no interval.",
           reference);
  return NULL;
}

static Clock* find_settable_clock(Instance* instance, fmi3ValueReference reference) {
  Clock* clock = find_clock(instance, reference);
  if (!clock || clock->kind == clock_settable) return clock;
  complain(instance, "The interval of the clock with value reference %u cannot be set.", reference);
  return NULL;
}

/* In scheduled execution an activation is reported once; in event mode it lasts till the mode's
 * end. */
fmi3Status fmi3GetClock(fmi3Instance component, const fmi3ValueReference references[], size_t n,
                        fmi3Clock values[]) {
  Instance* instance = component;
  const unsigned modes = IN(mode_initialising) | IN(mode_event) | IN(mode_scheduled);
  if (expect(instance, modes, "fmi3GetClock") != answer_ok) return fmi3Error;
  refresh_if_due(instance);
  for (size_t i = 0; i < n; ++i) {
    Clock* clock = find_clock(instance, references[i]);
    if (!clock) return fmi3Error;
    values[i] = clock->active != 0;
    if (instance->now->mode == mode_scheduled) clock->active = 0;
  }
  return fmi3OK;
}

fmi3Status fmi3SetClock(fmi3Instance component, const fmi3ValueReference references[], size_t n,
                        const fmi3Clock values[]) {
  Instance* instance = component;
  if (expect(instance, IN(mode_event), "fmi3SetClock") != answer_ok) return fmi3Error;
  for (size_t i = 0; i < n; ++i) {
    Clock* clock = find_clock(instance, references[i]);
    if (!clock) return fmi3Error;
    if (clock->kind == clock_output)
      return complain(instance, "The clock with value reference %u is an output.", references[i]);
    clock->active = values[i];
  }
  instance->now->stale = 1;
  return fmi3OK;
}

enum { intervals_known = IN(mode_initialising) | IN(mode_event) | IN(mode_scheduled) };

fmi3Status fmi3GetIntervalDecimal(fmi3Instance component, const fmi3ValueReference references[],
                                  size_t n, fmi3Float64 intervals[],
                                  fmi3IntervalQualifier qualifiers[]) {
  Instance* instance = component;
  if (expect(instance, intervals_known, "fmi3GetIntervalDecimal") != answer_ok) return fmi3Error;
  if (instance->now->stale) refresh(instance); /* a parameter may have changed it, in any mode */
  for (size_t i = 0; i < n; ++i) {
    Clock* clock = find_timed_clock(instance, references[i]);
    if (!clock) return fmi3Error;
    intervals[i] = clock->interval;
    qualifiers[i] = (fmi3IntervalQualifier)clock->qualifier;
    if (clock->qualifier == fmi3IntervalChanged) clock->qualifier = fmi3IntervalUnchanged;
  }
  return fmi3OK;
}

static fmi3UInt64 to_ticks(double seconds) {
  return (fmi3UInt64)llround(seconds * ticks_per_second);
}

fmi3Status fmi3GetIntervalFraction(fmi3Instance instance, const fmi3ValueReference references[],
                                   size_t n, fmi3UInt64 counters[], fmi3UInt64 resolutions[],
                                   fmi3IntervalQualifier qualifiers[]) {
  for (size_t i = 0; i < n; ++i) {
    fmi3Float64 interval;
    if (fmi3GetIntervalDecimal(instance, &references[i], 1, &interval, &qualifiers[i]) != fmi3OK)
      return fmi3Error;
    counters[i] = to_ticks(interval);
    resolutions[i] = ticks_per_second;
  }
  return fmi3OK;
}

fmi3Status fmi3GetShiftDecimal(fmi3Instance component, const fmi3ValueReference references[],
                               size_t n, fmi3Float64 shifts[]) {
  Instance* instance = component;
  if (expect(instance, intervals_known, "fmi3GetShiftDecimal") != answer_ok) return fmi3Error;
  refresh_if_due(instance);
  for (size_t i = 0; i < n; ++i) {
    const Clock* clock = find_timed_clock(instance, references[i]);
    if (!clock) return fmi3Error;
    shifts[i] = clock->shift;
  }
  return fmi3OK;
}

fmi3Status fmi3GetShiftFraction(fmi3Instance instance, const fmi3ValueReference references[],
                                size_t n, fmi3UInt64 counters[], fmi3UInt64 resolutions[]) {
  for (size_t i = 0; i < n; ++i) {
    fmi3Float64 shift;
    if (fmi3GetShiftDecimal(instance, &references[i], 1, &shift) != fmi3OK) return fmi3Error;
    counters[i] = to_ticks(shift);
    resolutions[i] = ticks_per_second;
  }
  return fmi3OK;
}

fmi3Status fmi3SetIntervalDecimal(fmi3Instance component, const fmi3ValueReference references[],
                                  size_t n, const fmi3Float64 intervals[]) {
  Instance* instance = component;
  if (expect(instance, intervals_known, "fmi3SetIntervalDecimal") != answer_ok) return fmi3Error;
  for (size_t i = 0; i < n; ++i) {
    Clock* clock = find_settable_clock(instance, references[i]);
    if (!clock) return fmi3Error;
    if (!(intervals[i] > 0)) return complain(instance, "%g is not an interval.", intervals[i]);
    clock->interval = intervals[i];
  }
  instance->now->stale = 1;
  return fmi3OK;
}

fmi3Status fmi3SetIntervalFraction(fmi3Instance instance, const fmi3ValueReference references[],
                                   size_t n, const fmi3UInt64 counters[],
                                   const fmi3UInt64 resolutions[]) {
  for (size_t i = 0; i < n; ++i) {
    const fmi3Float64 interval = (fmi3Float64)counters[i] / (fmi3Float64)resolutions[i];
    if (fmi3SetIntervalDecimal(instance, &references[i], 1, &interval) != fmi3OK) return fmi3Error;
  }
  return fmi3OK;
}

fmi3Status fmi3SetShiftDecimal(fmi3Instance component, const fmi3ValueReference references[],
                               size_t n, const fmi3Float64 shifts[]) {
  Instance* instance = component;
  if (expect(instance, IN(mode_initialising), "fmi3SetShiftDecimal") != answer_ok) return fmi3Error;
  for (size_t i = 0; i < n; ++i) {
    Clock* clock = find_settable_clock(instance, references[i]);
    if (!clock) return fmi3Error;
    if (!(shifts[i] >= 0)) return complain(instance, "%g is not a shift.", shifts[i]);
    clock->shift = shifts[i];
  }
  return fmi3OK;
}

fmi3Status fmi3SetShiftFraction(fmi3Instance instance, const fmi3ValueReference references[],
                                size_t n, const fmi3UInt64 counters[],
                                const fmi3UInt64 resolutions[]) {
  for (size_t i = 0; i < n; ++i) {
    const fmi3Float64 shift = (fmi3Float64)counters[i] / (fmi3Float64)resolutions[i];
    if (fmi3SetShiftDecimal(instance, &references[i], 1, &shift) != fmi3OK) return fmi3Error;
  }
  return fmi3OK;
}
