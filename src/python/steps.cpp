#include "python/steps.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

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
      .def(py::pickle(&state_of, &made_of));
}

}  // namespace bw::python
