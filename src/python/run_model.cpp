#include "python/run_model.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/value.h"
#include "model/model.h"
#include "model/state_model.h"
#include "python/call.h"
#include "python/callbacks.h"
#include "result/result.h"
#include "result/summary/summary.h"
#include "result/trajectory.h"
#include "run/run.h"
#include "run/spec/options.h"
#include "run/spec/run_spec.h"

namespace bw::python {
namespace {

namespace py = pybind11;

class WrittenModel final : public model::StateModel {
 public:
  WrittenModel(const py::dict& given, std::vector<model::State> states)
      : StateModel(given["name"].cast<std::string>(), std::move(states),
                   given["event_count"].cast<std::size_t>()),
        f_(python_derivatives(given["derivatives"], "derivatives")),
        on_start_(given["on_start"]),
        on_event_(given["on_event"]) {
    constexpr double usual_seconds = 5e-6;  // of a function in Python
    shape_.rhs_seconds = usual_seconds;
    if (shape_.indicators > 0) z_ = python_derivatives(given["events"], "events");
    if (given.contains("jacobian")) jacobian_ = python_jacobian(given["jacobian"]);
    shape_.has_jacobian = static_cast<bool>(jacobian_);
  }

  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    f_(t, x, dx);
  }
  void jacobian(double t, std::span<const double> x, std::span<double> j) override {
    jacobian_(t, x, j);
  }
  void indicators(double t, std::span<const double> x, std::span<double> z) override {
    if (!z.empty()) z_(t, x, z);
  }
  model::EventUpdate handle_event(double t, std::span<double> x) override {
    model::EventUpdate update;
    if (on_event_.is_none()) return update;
    const py::object returned = on_event_(t, Numbers(static_cast<py::ssize_t>(x.size()), x.data()));
    if (returned.is_none()) return update;
    const Numbers values = real_numbers(returned, "on_event");
    if (static_cast<std::size_t>(values.size()) != x.size())
      throw py::value_error("on_event must return None or " + std::to_string(x.size()) +
                            " values, one for each state.");
    update.states_changed = !std::equal(x.begin(), x.end(), values.data());
    std::copy_n(values.data(), x.size(), x.begin());
    return update;
  }

 private:
  model::EventUpdate restart(std::span<double> /*x*/) override {
    if (!on_start_.is_none()) on_start_();
    return {};
  }

  VectorFunction f_, z_, jacobian_;
  py::object on_start_, on_event_;
};

std::vector<model::State> states_of(const py::list& given) {
  std::vector<model::State> states;
  for (const py::handle& each : given) {
    const auto words = each.cast<py::tuple>();
    states.push_back({words[0].cast<std::string>(), words[1].cast<double>(),
                      words[2].cast<double>(), words[3].cast<std::string>()});
  }
  return states;
}

Value value_of(const py::handle& given) {
  if (py::isinstance<py::bool_>(given)) return given.cast<bool>();
  if (py::isinstance<py::str>(given)) return given.cast<std::string>();
  return given.cast<double>();
}

// Keywords as the table of options stores them; Python has checked that they are known.
run::RunSpec spec_of(const py::dict& options) {
  run::RunSpec spec;
  for (const auto& [key, given] : options) {
    const auto word = key.cast<std::string>();
    const auto row = std::ranges::find_if(
        run::options(), [&](const run::Option& option) { return option.key == word; });
    std::vector<Value> values;
    if (py::isinstance<py::list>(given))
      for (const py::handle& each : given) values.push_back(value_of(each));
    else
      values.push_back(value_of(given));
    std::string subject = "--" + word;
    run::store(*row, values, subject, spec);
  }
  return spec;
}

py::array_t<double> block_of(const result::Trajectory& rows) {
  const std::size_t width = rows.columns().size() + 1;
  py::array_t<double> block({rows.rows(), width});
  double* to = block.mutable_data();
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    *to++ = rows.times()[r];
    for (std::size_t c = 0; c + 1 < width; ++c) *to++ = std::get<double>(rows.cell(r, c));
  }
  return block;
}

using File = std::optional<std::string>;

py::dict run_model(const py::dict& given, const py::dict& options, File output, File summary) {
  WrittenModel model(given, states_of(given["states"]));
  run::RunSpec spec = spec_of(options);
  spec.later_output = std::move(output);
  spec.later_summary = std::move(summary);
  spec.target = model.shape().name;
  spec.errors_where_estimated = true;
  const result::RunResult result = run::run(spec, model);
  py::dict answer;
  py::list columns;
  for (const result::Column& column : result.trajectory.columns())
    columns.append(py::make_tuple(column.name, std::string(name(column.type)), column.unit));
  answer["columns"] = columns;
  answer["block"] = block_of(result.trajectory);
  answer["time_unit"] = result.time_unit.empty() ? "s" : result.time_unit;
  answer["summary"] = result::summary_json(result);
  answer["exit_code"] = static_cast<int>(result.exit_code);
  return answer;
}

}  // namespace

void add_run_model(py::module_& module) {
  module.def("run_model", &run_model, py::arg("model"), py::arg("options"), py::arg("output"),
             py::arg("summary"));
}

}  // namespace bw::python
