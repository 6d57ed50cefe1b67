#pragma once
// Some variables of an FMU, moved together: one call per FMI type. The real lane goes through
// without a copy, because a run is mostly reals.

#include <span>
#include <vector>

#include "fmi/description.h"
#include "fmi/instance_2.h"
#include "model/signals.h"

namespace bw::fmi {

class VariableGroup {
 public:
  VariableGroup(const Description& description, std::span<const std::size_t> variables);

  void get(Instance2& instance, model::SignalsOut values);
  void set(Instance2& instance, model::SignalsIn values);

 private:
  template <class Item>
  struct Lane {
    std::vector<fmi2ValueReference> references;
    std::vector<std::size_t> places;  // in the discrete lane
    std::vector<Item> items;
  };

  std::vector<fmi2ValueReference> reals_;
  Lane<fmi2Integer> integers_, booleans_;  // enumerations are integers to FMI 2.0
  Lane<fmi2String> strings_;
};

}  // namespace bw::fmi
