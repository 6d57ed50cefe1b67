#include "python/solve.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "python/callbacks.h"
#include "python/ivp_model.h"
#include "python/recording.h"
#include "python/steps.h"
#include "result/result.h"
#include "result/summary/summary.h"
#include "run/run.h"
#include "run/spec/run_spec.h"

namespace bw::python {
namespace {

namespace py = pybind11;

// What Python has prepared; everything is checked there.
struct Request {
  IvpProblem problem{};
  double start = 0, stop = 1;
  double tolerance = 1e-3;
  std::string method = "auto";
  bool certify = true;
  double first_step = 0, max_step = 0;  // 0: none
  // Where only some times are requested: these. The solution is looked at there and a little before
  // them (place_before). Empty: anywhere.
  std::vector<double> rows{};
  bool is_compiled = false;  // nothing of it needs the interpreter
};

py::array_t<double> array(const std::vector<double>& values) {
  return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
}

py::list events_of(const IvpModel::Integration& integration) {
  py::list events;
  for (const IvpEvent& event : integration.events)
    events.append(py::make_tuple(event.which, event.time, array(event.state)));
  return events;
}

py::dict words_of(Recording recording, double sign, const IvpModel& model) {
  const IvpModel::Integration& integration = model.integrations().at(recording.number);
  py::dict words;
  words["end"] = sign * recording.times.back();
  words["steps"] = py::cast(Steps{std::move(recording), sign});
  words["events"] = events_of(integration);
  words["ended_by_event"] = integration.ended_by_event;
  return words;
}

// Rows are where the error is compared; one integration alone needs none. A span of a few thousand
// numbers has no room for the usual ones.
std::optional<double> row_interval(const Request& request) {
  constexpr double usual_rows = 500, spacing = 32 * std::numeric_limits<double>::epsilon();
  const double span = request.stop - request.start;
  if (!request.certify) return span;
  const double largest = std::max(std::abs(request.start), std::abs(request.stop));
  if (span / usual_rows >= spacing * largest) return {};
  return span / std::max(1.0, std::floor(span / (spacing * largest)));
}

// The tolerance holds at the times that were requested, not for what nobody sees: at each that the
// ones before leave room for, and at both ends.
std::vector<double> row_times(const Request& request) {
  if (request.rows.empty()) return {};
  constexpr double spacing = 512 * std::numeric_limits<double>::epsilon();
  const double room = spacing * std::max(std::abs(request.start), std::abs(request.stop));
  std::vector<double> times{request.start};
  for (const double t : request.rows)
    if (t - times.back() > room && request.stop - t > room) times.push_back(t);
  times.push_back(request.stop);
  return times;
}

// Everywhere that the solution is looked at.
std::vector<double> shown_times(const Request& request) {
  std::vector<double> times;
  double previous = request.start;
  for (const double t : request.rows) {
    times.insert(times.end(), {place_before(t, previous), t});
    previous = t;
  }
  return times;
}

run::RunSpec spec_of(const Request& request, Recorder& recorder) {
  run::RunSpec spec;
  spec.target = "solve_ivp";
  spec.start = request.start;
  spec.stop = request.stop;
  spec.tolerance = request.tolerance;
  spec.method = request.method;
  spec.certify = request.certify;
  spec.interval = row_interval(request);
  spec.stepping.watcher = &recorder;
  spec.stepping.row_times = row_times(request);
  spec.stepping.first_step = request.first_step;
  if (request.max_step > 0) spec.stepping.largest_step = request.max_step;
  return spec;
}

// What few read, and takes longer to make than a short integration.
struct Summary {
  std::shared_ptr<const result::RunResult> result;
};

py::dict solve(Request request) {
  const double sign = request.problem.sign;
  request.problem.tolerance = request.tolerance;
  request.problem.span = request.stop - request.start;
  IvpModel model(std::move(request.problem));
  Recorder recorder([&] { return model.integrations().size(); }, shown_times(request));
  const run::RunSpec spec = spec_of(request, recorder);
  const auto shared = std::make_shared<result::RunResult>();
  {
    std::optional<py::gil_scoped_release> without;
    if (request.is_compiled) without.emplace();
    *shared = run::run(spec, model);
  }
  const result::RunResult& result = *shared;
  py::dict answer;
  answer["summary"] = Summary{shared};
  answer["verdict"] = std::string(name(result.verdict));
  answer["estimated_error"] = result.estimated_error;
  if (!result.bells.empty()) answer["diagnostics"] = result::diagnostics_json(result);
  py::list recordings;
  long factorisations = 0;
  for (Recording& recording : recorder.take()) {
    factorisations += recording.factorisations;
    if (recording.times.size() > 1) recordings.append(words_of(std::move(recording), sign, model));
  }
  answer["recordings"] = recordings;
  answer["is_complete"] = result.ending == result::RunEnding::complete;
  if (!model.unrepeatable().empty() && result.verdict == result::Verdict::rejected) {
    answer["is_complete"] = false;
    answer["reason"] = model.unrepeatable();
  }
  answer["nfev"] = model.rhs_evaluations();
  answer["njev"] = std::max(model.jacobian_evaluations(), result.statistics.jacobian_evaluations);
  answer["nlu"] = factorisations;
  return answer;
}

std::vector<double> numbers(const py::handle& given) {
  const auto array = given.cast<py::array_t<double, py::array::c_style | py::array::forcecast>>();
  return {array.data(), array.data() + array.size()};
}

IvpProblem problem_of(const py::dict& given) {
  IvpProblem problem;
  problem.start = numbers(given["y0"]);
  problem.nominals = numbers(given["nominals"]);
  if (problem.nominals.size() == 1)
    problem.nominals.resize(problem.start.size(), problem.nominals[0]);
  problem.sign = given["sign"].cast<double>();
  if (given.contains("compiled")) {
    const auto words = given["compiled"].cast<py::dict>();
    problem.derivatives = compiled_derivatives(
        {words["address"].cast<std::uintptr_t>(), words["data"].cast<std::uintptr_t>(),
         words["takes_data"].cast<bool>(), words["returns_int"].cast<bool>()});
  } else {
    constexpr double usual_seconds = 5e-6;  // of a function in Python
    problem.derivatives = python_derivatives(given["fun"], "fun", given["args"]);
    problem.rhs_seconds = usual_seconds;
  }
  if (given.contains("jac")) problem.jacobian = python_jacobian(given["jac"]);
  if (given.contains("constant_jac"))
    problem.jacobian = constant_jacobian(numbers(given["constant_jac"]));
  if (given.contains("sparsity"))
    problem.sparsity = given["sparsity"].cast<std::vector<std::vector<std::size_t>>>();
  const auto events = given["events"].cast<std::vector<py::object>>();
  const auto directions = given["directions"].cast<std::vector<int>>();
  const auto ends = given["ends_after"].cast<std::vector<long>>();
  for (std::size_t i = 0; i < events.size(); ++i) problem.kinds.push_back({directions[i], ends[i]});
  if (!events.empty()) problem.events = python_events(events, given["args"]);
  return problem;
}

py::dict solve_given(const py::dict& given) {
  Request request;
  request.problem = problem_of(given);
  request.start = given["start"].cast<double>();
  request.stop = given["stop"].cast<double>();
  request.tolerance = given["tolerance"].cast<double>();
  request.method = given["method"].cast<std::string>();
  request.certify = given["certify"].cast<bool>();
  request.first_step = given["first_step"].cast<double>();
  request.max_step = given["max_step"].cast<double>();
  if (given.contains("rows")) request.rows = numbers(given["rows"]);
  request.is_compiled =
      given.contains("compiled") && !given.contains("jac") && request.problem.kinds.empty();
  return solve(std::move(request));
}

}  // namespace

void add_solve(py::module_& module) {
  module.def("solve", &solve_given, py::arg("problem"));
  py::class_<Summary>(module, "Summary").def("__call__", [](const Summary& summary) {
    return result::summary_json(*summary.result);
  });
}

}  // namespace bw::python
