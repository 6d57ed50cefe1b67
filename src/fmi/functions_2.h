#pragma once
// The functions of one FMI 2.0 library, found once when it is loaded.

#include <string>

#include "fmi/binary.h"
#include "fmi/fmi2.h"

namespace bw::fmi {

struct Functions2 {
  // Throws InputError when a function is missing that no co-simulation can do without. Others stay
  // null, and only a run that needs one complains.
  Functions2(const Binary& binary, const std::string& fmu);

#define BW_MEMBER(name, result, parameters) name##TYPE* name = nullptr;
  FMI2_COMMON_FUNCTIONS(BW_MEMBER)
  FMI2_CO_SIMULATION_FUNCTIONS(BW_MEMBER)
#undef BW_MEMBER
};

}  // namespace bw::fmi
