/* Every type of every version of FMI, straight from an input to an output, with parameters beside
 * them. A description names those that its version has. */

#include <string.h>

#include "fmu/fmu_frame.h"

enum {
  continuous_in,
  continuous_out,
  discrete_in,
  discrete_out,
  fixed_parameter,
  tunable_parameter,
  parameter_sum,
  real_count
};
enum { integer_in, integer_out, integer_parameter, mode_in, mode_out, integer_count };
enum { float32_in, float32_out, discrete_float32_in, discrete_float32_out, float32_count };
enum { int64_in, int64_out, wide_mode_in, wide_mode_out, int64_count };
enum { in, out, pair_count }; /* of the types that have no more */
enum { text_in, text_out, text_parameter, string_count };

static const double reals[real_count] = {[fixed_parameter] = 1, [tunable_parameter] = 2};
static const int integers[integer_count] = {[integer_parameter] = 7, [mode_in] = 1};
static const int64_t int64s[int64_count] = {[wide_mode_in] = 1};
static const char* const strings[string_count] = {
    [text_in] = "set me!", [text_out] = "", [text_parameter] = "a < b & \"c\", \xc3\xa4"};
static const Binary binaries[pair_count] = {[in] = {.size = 3, .bytes = "foo"}};

static void outputs(Instance* component) {
  double* v = component->reals;
  v[continuous_out] = v[continuous_in];
  v[discrete_out] = v[discrete_in];
  v[parameter_sum] = v[fixed_parameter] + v[tunable_parameter];
  component->integers[integer_out] = component->integers[integer_in];
  component->integers[mode_out] = component->integers[mode_in];
  component->float32s[float32_out] = component->float32s[float32_in];
  component->float32s[discrete_float32_out] = component->float32s[discrete_float32_in];
  component->int64s[int64_out] = component->int64s[int64_in];
  component->int64s[wide_mode_out] = component->int64s[wide_mode_in];
  component->int8s[out] = component->int8s[in];
  component->uint8s[out] = component->uint8s[in];
  component->int16s[out] = component->int16s[in];
  component->uint16s[out] = component->uint16s[in];
  component->uint32s[out] = component->uint32s[in];
  component->uint64s[out] = component->uint64s[in];
  component->booleans[out] = component->booleans[in];
  component->binaries[out] = component->binaries[in];
  memcpy(component->strings[text_out], component->strings[text_in], string_capacity);
}

const Model model = {.interfaces = co_simulation | model_exchange,
                     .real_count = real_count,
                     .integer_count = integer_count,
                     .boolean_count = pair_count,
                     .string_count = string_count,
                     .float32_count = float32_count,
                     .int8_count = pair_count,
                     .uint8_count = pair_count,
                     .int16_count = pair_count,
                     .uint16_count = pair_count,
                     .uint32_count = pair_count,
                     .int64_count = int64_count,
                     .uint64_count = pair_count,
                     .binary_count = pair_count,
                     .real_starts = reals,
                     .integer_starts = integers,
                     .string_starts = strings,
                     .int64_starts = int64s,
                     .binary_starts = binaries,
                     .outputs = outputs};
