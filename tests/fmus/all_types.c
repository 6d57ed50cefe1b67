/* Every type of FMI 2.0, straight from an input to an output, and the less common kinds of variable
 * beside them. The units live in all_types.xml; here they are the factors between what goes in and
 * what comes out. */

#include <string.h>

#include "fmu/fmu_frame.h"

/* real_out has an alias of another name in all_types.xml: the same value reference. */
enum {
  power_in,        /* W */
  power_out,       /* kW */
  temperature_in,  /* degC */
  temperature_out, /* K */
  real_in,
  real_out,
  gain, /* tunable */
  real_parameter,
  twice_real_parameter, /* calculated */
  speed_of_light,       /* constant, m/s */
  real_count
};
enum {
  integer_in,
  integer_out,
  integer_parameter,
  mode_in,
  mode_out,
  mode_parameter,
  integer_count
};
enum { boolean_in, boolean_out, boolean_parameter, boolean_count };
enum { string_in, string_out, string_parameter, string_count };
/* With a gap: an enumeration need not count up. */
enum { mode_off = 1, mode_on = 2, mode_boost = 5 };

static const double reals[real_count] = {
    [power_in] = 1500, [temperature_in] = 20,  [real_in] = 0.25,
    [gain] = 1,        [real_parameter] = 2.5, [speed_of_light] = 299792458};
static const int integers[integer_count] = {[integer_in] = 3,
                                            [integer_parameter] = -7,
                                            [mode_in] = mode_off,
                                            [mode_parameter] = mode_boost};
static const int booleans[boolean_count] = {[boolean_in] = 0, [boolean_parameter] = 1};
static const char* const strings[string_count] = {
    [string_in] = "quiet",
    [string_out] = "",
    [string_parameter] = "a < b & \"c\", \xc3\xa4\xc3\xb6\xc3\xbc"};

static void initialise(Instance* component) {
  component->reals[twice_real_parameter] = 2 * component->reals[real_parameter];
}

static void outputs(Instance* component) {
  double* v = component->reals;
  v[power_out] = v[power_in] / 1000;
  v[temperature_out] = v[temperature_in] + 273.15;
  v[real_out] = v[gain] * v[real_in];
  component->integers[integer_out] = component->integers[integer_in];
  component->integers[mode_out] = component->integers[mode_in];
  component->booleans[boolean_out] = component->booleans[boolean_in];
  memcpy(component->strings[string_out], component->strings[string_in], string_capacity);
}

const Model model = {.real_count = real_count,
                     .integer_count = integer_count,
                     .boolean_count = boolean_count,
                     .string_count = string_count,
                     .real_starts = reals,
                     .integer_starts = integers,
                     .boolean_starts = booleans,
                     .string_starts = strings,
                     .initialise = initialise,
                     .outputs = outputs};
