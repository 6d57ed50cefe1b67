#pragma once
// An integration method as a contributor adds one: one file (added_method.cpp), one line of the
// table. The tests that loop over the table loop over this one, too.

#include <vector>

#include "ode/kernel/integrator.h"

namespace bw::test {

extern const ode::MethodKind heun;

// The table with the new line.
inline std::vector<const ode::MethodKind*> all_methods() {
  std::vector<const ode::MethodKind*> all(ode::methods().begin(), ode::methods().end());
  all.push_back(&heun);
  return all;
}

}  // namespace bw::test
