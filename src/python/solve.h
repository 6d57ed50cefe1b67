#pragma once
// solve_ivp without its Python face: an initial value problem is run like every other model.

#include <pybind11/pybind11.h>

namespace bw::python {

void add_solve(pybind11::module_& module);

}  // namespace bw::python
