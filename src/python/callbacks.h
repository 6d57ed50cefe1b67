#pragma once
// Functions of a user, written in Python or compiled, as functions of an IvpProblem.

#include <pybind11/pybind11.h>

#include <functional>
#include <span>
#include <vector>

#include "python/ivp_model.h"

namespace bw::python {

using VectorFunction = std::function<void(double, std::span<const double>, std::span<double>)>;

// fun(t, y, *args) -> an array of as many values, or one for all; `who` begins messages.
VectorFunction python_derivatives(pybind11::object fun, const char* who,
                                  const pybind11::tuple& args = pybind11::tuple());
// jac(t, y) -> an array n x n, row-major.
VectorFunction python_jacobian(pybind11::object jac);
// Each event(t, y, *args) -> a number.
VectorFunction python_events(const std::vector<pybind11::object>& events,
                             const pybind11::tuple& args = pybind11::tuple());
// A matrix that does not change, given as its values.
VectorFunction constant_jacobian(std::vector<double> values);

// The address of a function in C: void or int (double t, double* y, double* dy[, void* data]); an
// int that is not 0 says that y is out of its range.
struct CompiledFunction {
  std::uintptr_t address = 0, data = 0;
  bool takes_data = false, returns_int = false;
};
VectorFunction compiled_derivatives(const CompiledFunction& function);

// Lets Ctrl-C end what runs without the interpreter: looks for signals some times a second.
class SignalCheck {
 public:
  void operator()();

 private:
  unsigned calls_ = 0;
  double next_ = 0;  // of a clock, in s
};

}  // namespace bw::python
