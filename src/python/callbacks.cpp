#include "python/callbacks.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <utility>

namespace bw::python {
namespace {

namespace py = pybind11;
using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;

// A new one for each call, because a function may keep or change it.
Array array_of(std::span<const double> x) {
  return Array(static_cast<py::ssize_t>(x.size()), x.data());
}

std::string shape_of(const py::array& array) {
  return py::str(
      py::tuple(py::cast(std::vector<py::ssize_t>(array.shape(), array.shape() + array.ndim()))));
}

Array values_of(const py::object& returned, const char* who) {
  try {
    return Array(returned);
  } catch (const py::error_already_set& problem) {  // Ctrl-C may come in between
    if (!problem.matches(PyExc_TypeError) && !problem.matches(PyExc_ValueError)) throw;
  }
  throw py::type_error(std::string(who) + " must return numbers, not " +
                       std::string(py::str(py::type::of(returned))) + ".");
}

void fill(const py::object& returned, const char* who, std::span<double> into) {
  const Array values = values_of(returned, who);
  const auto size = static_cast<std::size_t>(values.size());
  if (size == into.size())
    std::copy(values.data(), values.data() + size, into.begin());
  else if (size == 1)
    std::fill(into.begin(), into.end(), *values.data());
  else
    throw py::value_error(std::string(who) + " returned an array of shape " + shape_of(values) +
                          "; " + std::to_string(into.size()) + " values are needed.");
}

}  // namespace

VectorFunction python_derivatives(py::object fun) {
  return [fun = std::move(fun)](double t, std::span<const double> x, std::span<double> dx) {
    fill(fun(t, array_of(x)), "fun", dx);
  };
}

VectorFunction python_jacobian(py::object jac) {
  return [jac = std::move(jac)](double t, std::span<const double> x, std::span<double> j) {
    fill(jac(t, array_of(x)), "jac", j);
  };
}

VectorFunction python_events(std::vector<py::object> events) {
  return [events = std::move(events)](double t, std::span<const double> x, std::span<double> z) {
    for (std::size_t i = 0; i < events.size(); ++i)
      fill(events[i](t, array_of(x)), "an event function", z.subspan(i, 1));
  };
}

VectorFunction constant_jacobian(std::vector<double> values) {
  return [values = std::move(values)](double, std::span<const double>, std::span<double> j) {
    std::copy(values.begin(), values.end(), j.begin());
  };
}

void SignalCheck::operator()() {
  constexpr unsigned stride = 256;
  constexpr double interval = 0.05;
  if (++calls_ % stride != 0) return;
  const double now =
      std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  if (now < next_) return;
  next_ = now + interval;
  const py::gil_scoped_acquire interpreter;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

VectorFunction compiled_derivatives(const CompiledFunction& function) {
  using Plain = int (*)(double, const double*, double*);
  using WithData = int (*)(double, const double*, double*, void*);
  const auto call = [function](double t, const double* x, double* dx) {
    if (function.takes_data)
      return std::bit_cast<WithData>(function.address)(t, x, dx,
                                                       std::bit_cast<void*>(function.data));
    return std::bit_cast<Plain>(function.address)(t, x, dx);
  };
  return [call, function, check = SignalCheck()](double t, std::span<const double> x,
                                                 std::span<double> dx) mutable {
    check();
    // What a function without a result leaves in the register has no meaning.
    const int status = call(t, x.data(), dx.data());
    if (function.returns_int && status != 0)
      std::fill(dx.begin(), dx.end(), std::numeric_limits<double>::quiet_NaN());
  };
}

}  // namespace bw::python
