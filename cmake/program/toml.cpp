// The compiled half of toml++; Debian has no archive of it.

#define TOML_IMPLEMENTATION
#include <toml++/toml.h>
