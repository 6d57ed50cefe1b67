#pragma once
// Rows of Python through the writers of the program.

#include <pybind11/pybind11.h>

namespace bw::python {

void add_save(pybind11::module_& module);

}  // namespace bw::python
