#pragma once
// Calls of a function in Python from numerical code, f(t, x, ...) -> numbers, as cheap as they can
// be: the array of x is used again unless the function has kept it, and usual results (lists,
// tuples and arrays of floats) are read without conversion.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <span>
#include <string>
#include <vector>

namespace bw::python {

using Numbers = pybind11::array_t<double, pybind11::array::c_style | pybind11::array::forcecast>;

// What a function returned. TypeError where numpy makes no numbers of it, and for complex ones, of
// which it would drop a part.
Numbers real_numbers(const pybind11::object& returned, const std::string& who);

class PythonCall {
 public:
  // `who` begins messages; `args` follow t and x.
  PythonCall(pybind11::object function, std::string who,
             const pybind11::tuple& args = pybind11::tuple());

  // As many values as there are places, or one for all. Throws what the function raises.
  void operator()(double t, std::span<const double> x, std::span<double> into);
  // What the function returned.
  pybind11::object result(double t, std::span<const double> x);

 private:
  void place(std::span<const double> x);
  bool read_list(PyObject* returned, std::span<double> into) const;
  bool read_array(PyObject* returned, std::span<double> into) const;
  void read_any(const pybind11::object& returned, std::span<double> into) const;

  pybind11::object function_;
  std::string who_;
  pybind11::tuple args_;
  Numbers x_;
  std::vector<PyObject*> slots_;  // one that Python may use, t, x, args
};

}  // namespace bw::python
