#include "fmi/instance/functions.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace bw::fmi {
namespace {

// Without these no run is possible; others are needed only where they are used.
constexpr std::string_view needed_1_cs[] = {"fmiInstantiateSlave", "fmiInitializeSlave",
                                            "fmiDoStep", "fmiTerminateSlave",
                                            "fmiFreeSlaveInstance"};
constexpr std::string_view needed_1_me[] = {
    "fmiInstantiateModel",    "fmiInitialize",     "fmiSetTime",     "fmiSetContinuousStates",
    "fmiGetContinuousStates", "fmiGetDerivatives", "fmiEventUpdate", "fmiFreeModelInstance"};
constexpr std::string_view needed_2_cs[] = {"fmi2Instantiate",
                                            "fmi2FreeInstance",
                                            "fmi2SetupExperiment",
                                            "fmi2EnterInitializationMode",
                                            "fmi2ExitInitializationMode",
                                            "fmi2DoStep",
                                            "fmi2Terminate"};
constexpr std::string_view needed_2_me[] = {"fmi2Instantiate",
                                            "fmi2FreeInstance",
                                            "fmi2SetupExperiment",
                                            "fmi2EnterInitializationMode",
                                            "fmi2ExitInitializationMode",
                                            "fmi2Terminate",
                                            "fmi2NewDiscreteStates",
                                            "fmi2EnterContinuousTimeMode",
                                            "fmi2EnterEventMode",
                                            "fmi2SetTime"};
constexpr std::string_view needed_3_cs[] = {"fmi3InstantiateCoSimulation", "fmi3FreeInstance",
                                            "fmi3EnterInitializationMode",
                                            "fmi3ExitInitializationMode", "fmi3DoStep"};
constexpr std::string_view needed_3_me[] = {
    "fmi3InstantiateModelExchange", "fmi3FreeInstance",
    "fmi3EnterInitializationMode",  "fmi3ExitInitializationMode",
    "fmi3UpdateDiscreteStates",     "fmi3EnterContinuousTimeMode",
    "fmi3EnterEventMode",           "fmi3SetTime"};
constexpr std::string_view needed_3_se[] = {
    "fmi3InstantiateScheduledExecution", "fmi3FreeInstance", "fmi3EnterInitializationMode",
    "fmi3ExitInitializationMode", "fmi3ActivateModelPartition"};

class Finder {
 public:
  // `other_prefix`: also searched, because some tools prefix the names of a shared library, too.
  Finder(const Binary& binary, std::string prefix, std::string other_prefix,
         std::span<const std::string_view> needed)
      : binary_(binary),
        prefix_(std::move(prefix)),
        other_prefix_(std::move(other_prefix)),
        needed_(needed) {}

  // The function `name`, or null; `wanted`: report it when missing.
  void* find(const char* name, bool wanted) {
    const std::string symbol = prefix_ + name;
    void* function = binary_.find(symbol.c_str());
    if (function == nullptr) function = binary_.find((other_prefix_ + name).c_str());
    if (function == nullptr && wanted) {
      const bool is_needed = std::ranges::find(needed_, name) != needed_.end();
      (is_needed ? found.missing_needed : found.missing).push_back(symbol);
    }
    return function;
  }

  FoundFunctions found;

 private:
  const Binary& binary_;
  std::string prefix_, other_prefix_;
  std::span<const std::string_view> needed_;
};

#define BW_FIND(name, result, parameters) \
  f.name = reinterpret_cast<name##TYPE*>(finder.find(#name, wanted));

FoundFunctions find_1(const Binary& binary, const std::string& identifier, bool co_simulation) {
  Finder finder(binary, identifier + "_", "",
                co_simulation ? std::span<const std::string_view>(needed_1_cs)
                              : std::span<const std::string_view>(needed_1_me));
  Functions1 f;
  bool wanted = true;
  FMI1_COMMON_FUNCTIONS(BW_FIND)
  wanted = co_simulation;
  FMI1_CO_SIMULATION_FUNCTIONS(BW_FIND)
  wanted = !co_simulation;
  FMI1_MODEL_EXCHANGE_FUNCTIONS(BW_FIND)
  finder.found.functions = f;
  return std::move(finder.found);
}

FoundFunctions find_2(const Binary& binary, const std::string& identifier, bool co_simulation) {
  Finder finder(binary, "", identifier + "_",
                co_simulation ? std::span<const std::string_view>(needed_2_cs)
                              : std::span<const std::string_view>(needed_2_me));
  Functions2 f;
  bool wanted = true;
  FMI2_COMMON_FUNCTIONS(BW_FIND)
  wanted = co_simulation;
  FMI2_CO_SIMULATION_FUNCTIONS(BW_FIND)
  wanted = !co_simulation;
  FMI2_MODEL_EXCHANGE_FUNCTIONS(BW_FIND)
  finder.found.functions = f;
  return std::move(finder.found);
}

FoundFunctions find_3(const Binary& binary, const std::string& identifier, Interface interface) {
  std::span<const std::string_view> needed = needed_3_cs;
  if (interface == Interface::model_exchange) needed = needed_3_me;
  if (interface == Interface::scheduled_execution) needed = needed_3_se;
  Finder finder(binary, "", identifier + "_", needed);
  Functions3 f;
  bool wanted = true;
  FMI3_COMMON_FUNCTIONS(BW_FIND)
  wanted = interface == Interface::co_simulation;
  FMI3_CO_SIMULATION_FUNCTIONS(BW_FIND)
  wanted = interface == Interface::model_exchange;
  FMI3_MODEL_EXCHANGE_FUNCTIONS(BW_FIND)
  wanted = interface == Interface::scheduled_execution;
  FMI3_SCHEDULED_EXECUTION_FUNCTIONS(BW_FIND)
  finder.found.functions = f;
  return std::move(finder.found);
}

#undef BW_FIND

}  // namespace

FoundFunctions find_functions(const Binary& binary, const Description& description,
                              Interface interface) {
  const bool co_simulation = interface == Interface::co_simulation;
  const std::string& identifier = description.at(interface)->model_identifier;
  switch (description.version) {
    case Version::fmi1: return find_1(binary, identifier, co_simulation);
    case Version::fmi2: return find_2(binary, identifier, co_simulation);
    case Version::fmi3: break;
  }
  return find_3(binary, identifier, interface);
}

}  // namespace bw::fmi
