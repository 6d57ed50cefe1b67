/* Reads resources/y.txt when it is instantiated: `y` is the number at its beginning, `text` its
 * first line. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmu/fmu_frame.h"

enum { y, integer_count };
enum { text, string_count };

static int load(Instance* component, const char* resources) {
  char path[4096];
  snprintf(path, sizeof path, "%sy.txt", resources);
  FILE* file = fopen(path, "r");
  if (!file) return 0;
  char* line = component->strings[text];
  const int was_read = fgets(line, string_capacity, file) != NULL;
  fclose(file);
  line[strcspn(line, "\r\n")] = 0;
  component->integers[y] = (int)strtol(line, NULL, 10);
  return was_read;
}

const Model model = {.interfaces = co_simulation | model_exchange,
                     .integer_count = integer_count,
                     .string_count = string_count,
                     .load = load};
