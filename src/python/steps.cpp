#include "python/steps.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace bw::python {
namespace {

namespace py = pybind11;
using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;

Array times_of(const Steps& steps) {
  Array times(static_cast<py::ssize_t>(steps.recording.times.size()));
  double* to = times.mutable_data();
  for (const double t : steps.recording.times) *to++ = steps.sign * t;
  return times;
}

// (states, times)
Array states_at(const Steps& steps, const Array& times) {
  const auto count = static_cast<std::size_t>(times.size());
  std::vector<double> x(steps.recording.first.size());
  Array all({x.size(), count});
  double* to = all.mutable_data();
  std::size_t hint = 0;
  for (std::size_t k = 0; k < count; ++k) {
    steps.recording.at(steps.sign * times.data()[k], x, hint);
    for (std::size_t i = 0; i < x.size(); ++i) to[i * count + k] = x[i];
  }
  return all;
}

// The largest of what was there and of the differences of two solutions, state by state; those of
// complex states stand in pairs. Every `stride`-th place of `errors` belongs to one time.
void raise_errors(std::span<const double> x, std::span<const double> other, bool is_complex,
                  double* errors, std::size_t stride) {
  const std::size_t parts = is_complex ? 2 : 1;
  for (std::size_t i = 0; i < x.size(); i += parts, errors += stride) {
    const double first = x[i] - other[i];
    const double size = is_complex ? std::hypot(first, x[i + 1] - other[i + 1]) : std::abs(first);
    if (!(size <= *errors)) *errors = size;  // also where it is NaN
  }
}

// The solution and how much another one differs from it at and a little before each time: values
// (reals, times) and errors (states, times).
py::tuple compared(const Steps& steps, const Steps& other, const Array& times, bool is_complex) {
  const Recording &fine = steps.recording, &coarse = other.recording;
  const auto count = static_cast<std::size_t>(times.size());
  std::vector<double> x(fine.first.size()), y(x.size());
  Array values({x.size(), count}), errors({x.size() / (is_complex ? 2 : 1), count});
  double *to = values.mutable_data(), *error = errors.mutable_data();
  std::fill_n(error, errors.size(), 0.0);
  std::size_t hint = 0, other_hint = 0;
  double previous = fine.times.front();
  for (std::size_t k = 0; k < count; ++k) {
    const double t = steps.sign * times.data()[k];
    for (const double place : {place_before(t, previous), t}) {
      fine.at(place, x, hint);
      coarse.at(place, y, other_hint);  // perhaps a little beyond its end
      raise_errors(x, y, is_complex, error + k, count);
    }
    for (std::size_t i = 0; i < x.size(); ++i) to[i * count + k] = x[i];
    previous = t;
  }
  return py::make_tuple(values, errors);
}

py::tuple state_of(const Steps& steps) {
  const Recording& made = steps.recording;
  return py::make_tuple(steps.sign, made.times, made.first, made.inside);
}

Steps made_of(const py::tuple& state) {
  Recording recording;
  recording.times = state[1].cast<std::vector<double>>();
  recording.first = state[2].cast<std::vector<double>>();
  recording.inside = state[3].cast<std::vector<double>>();
  if (recording.times.size() < 2 ||
      recording.inside.size() != recording.steps() * Recorder::points * recording.first.size())
    throw py::value_error("these are no steps.");
  return {std::move(recording), state[0].cast<double>()};
}

}  // namespace

void add_steps(py::module_& module) {
  py::class_<Steps>(module, "Steps")
      .def_property_readonly("times", &times_of)
      .def("at", &states_at, py::arg("times"))
      .def("compared", &compared, py::arg("other"), py::arg("times"), py::arg("is_complex"))
      .def(py::pickle(&state_of, &made_of));
}

}  // namespace bw::python
