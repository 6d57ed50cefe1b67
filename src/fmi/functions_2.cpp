#include "fmi/functions_2.h"

#include "base/error.h"

namespace bw::fmi {

Functions2::Functions2(const Binary& binary, const std::string& fmu) {
#define BW_FIND(name, result, parameters) name = reinterpret_cast<name##TYPE*>(binary.find(#name));
  FMI2_COMMON_FUNCTIONS(BW_FIND)
  FMI2_CO_SIMULATION_FUNCTIONS(BW_FIND)
#undef BW_FIND
  std::string missing;
  const auto need = [&](bool there, const char* symbol) {
    if (!there) missing += (missing.empty() ? "" : ", ") + std::string(symbol);
  };
  need(fmi2Instantiate != nullptr, "fmi2Instantiate");
  need(fmi2FreeInstance != nullptr, "fmi2FreeInstance");
  need(fmi2SetupExperiment != nullptr, "fmi2SetupExperiment");
  need(fmi2EnterInitializationMode != nullptr, "fmi2EnterInitializationMode");
  need(fmi2ExitInitializationMode != nullptr, "fmi2ExitInitializationMode");
  need(fmi2DoStep != nullptr, "fmi2DoStep");
  need(fmi2Terminate != nullptr, "fmi2Terminate");
  if (!missing.empty())
    throw InputError(fmu + ": its library does not export " + missing +
                     ", without which FMI 2.0 co-simulation is impossible.");
}

}  // namespace bw::fmi
