#pragma once
// The functions of one loaded library, found once, per version of FMI. Functions that the library
// does not export stay null; a run that needs one fails.

#include <string>
#include <variant>
#include <vector>

#include "fmi/description/description.h"
#include "fmi/instance/binary.h"
#include "fmi/instance/fmi1.h"
#include "fmi/instance/fmi2.h"
#include "fmi/instance/fmi3.h"
#include "model/blueprint.h"

namespace bw::fmi {

#define BW_MEMBER(name, result, parameters) name##TYPE* name = nullptr;

struct Functions1 {
  FMI1_COMMON_FUNCTIONS(BW_MEMBER)
  FMI1_CO_SIMULATION_FUNCTIONS(BW_MEMBER)
  FMI1_MODEL_EXCHANGE_FUNCTIONS(BW_MEMBER)
};

struct Functions2 {
  FMI2_COMMON_FUNCTIONS(BW_MEMBER)
  FMI2_CO_SIMULATION_FUNCTIONS(BW_MEMBER)
  FMI2_MODEL_EXCHANGE_FUNCTIONS(BW_MEMBER)
};

struct Functions3 {
  FMI3_COMMON_FUNCTIONS(BW_MEMBER)
  FMI3_CO_SIMULATION_FUNCTIONS(BW_MEMBER)
  FMI3_MODEL_EXCHANGE_FUNCTIONS(BW_MEMBER)
  FMI3_SCHEDULED_EXECUTION_FUNCTIONS(BW_MEMBER)
};

#undef BW_MEMBER

using Functions = std::variant<Functions1, Functions2, Functions3>;

struct FoundFunctions {
  Functions functions;
  std::vector<std::string> missing;         // required by the standard, but a run can do without
  std::vector<std::string> missing_needed;  // no run is possible
};

// `description` offers `interface`.
FoundFunctions find_functions(const Binary& binary, const Description& description,
                              Interface interface);

}  // namespace bw::fmi
