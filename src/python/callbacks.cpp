#include "python/callbacks.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <utility>

#include "python/call.h"

namespace bw::python {
namespace {

namespace py = pybind11;

}  // namespace

VectorFunction python_derivatives(py::object fun, const char* who, const py::tuple& args) {
  return PythonCall(std::move(fun), who, args);
}

VectorFunction python_jacobian(py::object jac) { return PythonCall(std::move(jac), "jac"); }

VectorFunction python_events(const std::vector<py::object>& events, const py::tuple& args) {
  std::vector<PythonCall> calls;
  for (const py::object& event : events) calls.emplace_back(event, "an event function", args);
  return
      [calls = std::move(calls)](double t, std::span<const double> x, std::span<double> z) mutable {
        for (std::size_t i = 0; i < calls.size(); ++i) calls[i](t, x, z.subspan(i, 1));
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
