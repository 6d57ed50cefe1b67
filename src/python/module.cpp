// The extension module bellwether._bellwether. What users call is in python/bellwether.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/nearest.h"
#include "base/units.h"
#include "inspect/diagram.h"
#include "python/run_model.h"
#include "python/save.h"
#include "python/solve.h"
#include "run/spec/options.h"
#include "run/spec/run_spec.h"

namespace bw::python {
namespace {

namespace py = pybind11;

std::string kind_of(const run::Option& option) {
  if (std::holds_alternative<std::optional<double> run::RunSpec::*>(option.member)) return "number";
  if (std::holds_alternative<std::optional<bool> run::RunSpec::*>(option.member)) return "flag";
  if (std::holds_alternative<std::vector<std::string> run::RunSpec::*>(option.member))
    return "list";
  return "text";
}

// The one table of options, from which keywords and their help are made.
py::list options() {
  py::list rows;
  for (const run::Option& option : run::options()) {
    py::dict row;
    row["key"] = std::string(option.key);
    row["spelling"] = std::string(option.spelling);
    row["kind"] = kind_of(option);
    row["heading"] = std::string(run::heading(option.group));
    row["help"] = std::string(option.help);
    row["default"] = std::string(option.by_default);
    row["needs"] = run::needed(option);
    row["words"] = run::words_of(option);
    row["is_time"] =
        option.rule == run::Option::Rule::time || option.rule == run::Option::Rule::duration;
    row["is_file"] = option.rule == run::Option::Rule::file;
    rows.append(row);
  }
  return rows;
}

PYBIND11_MODULE(_bellwether, module) {
  module.doc() = "Bellwether, translated for Python";
  module.attr("version") = BELLWETHER_VERSION;
  module.def("options", &options);
  module.def("seconds_in", &seconds_in, py::arg("unit"));
  module.def("nearest", &nearest_names, py::arg("wrong"), py::arg("known"));
  // Opens descriptions only; nothing foreign runs.
  module.def(
      "diagram", [](const std::string& system) { return inspect::system_svg(system); },
      py::arg("system"));
  // A ValueError, and no ValueError of a user's function.
  py::register_exception<Error>(module, "Mistake", PyExc_ValueError);
  add_run_model(module);
  add_save(module);
  add_solve(module);
}

}  // namespace
}  // namespace bw::python
