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

  BW_INLINE void get(Instance2& instance, const model::SignalsOut& values) {
    if (!reals_.empty()) instance.get(reals_, values.reals);
    if (has_discretes_) [[unlikely]]
      get_discretes(instance, values.discretes);
  }
  BW_INLINE void set(Instance2& instance, const model::SignalsIn& values) {
    if (!reals_.empty()) instance.set(reals_, values.reals);
    if (has_discretes_) [[unlikely]]
      set_discretes(instance, values.discretes);
  }

 private:
  void get_discretes(Instance2& instance, std::span<Discrete> values);
  void set_discretes(Instance2& instance, std::span<const Discrete> values);

  template <class Item>
  struct Lane {
    std::vector<fmi2ValueReference> references;
    std::vector<std::size_t> places;  // in the discrete lane
    std::vector<Item> items;
  };

  std::vector<fmi2ValueReference> reals_;
  bool has_discretes_ = false;
  Lane<fmi2Integer> integers_, booleans_;  // enumerations are integers to FMI 2.0
  Lane<fmi2String> strings_;
};

}  // namespace bw::fmi
