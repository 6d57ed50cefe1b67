#pragma once
// The steps of one integration for Python: their times, and the solution at any time.

#include <pybind11/pybind11.h>

#include "python/recording.h"

namespace bw::python {

struct Steps {
  Recording recording;
  double sign = 1;  // of the user's time
};

void add_steps(pybind11::module_& module);

}  // namespace bw::python
