#pragma once
// A model written in Python, run like every other.

#include <pybind11/pybind11.h>

namespace bw::python {

void add_run_model(pybind11::module_& module);

}  // namespace bw::python
