#pragma once
// A study as it is written:
//
//   [study]
//   target = "system.toml"             # or .fmu .mo .ssp .msim, beside this file
//   time-limit = "1 min"               # of a run; call-timeout: of a call into a component
//   [study.parameters]
//   "room.area" = { from = 10, to = 50, steps = 9 }     # or values = [...], log = true, unit
//   "gain" = { normal = [2, 0.1] }     # uniform, lognormal, triangular, truncated
//   [study.design]
//   kind = "sobol"                     # grid, list, random, latin-hypercube, sensitivity
//   runs = 4096
//   [study.results]
//   peak = "max(room.T)"
//   [run]                              # the options of `bellwether run`
//   stop = 100

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/position.h"
#include "run/spec/run_spec.h"
#include "study/design/points.h"

namespace bw::study {

struct ResultText {
  std::string name, expression;
  Position position;
};

struct Study {
  std::string file{};  // as given
  run::RunSpec run{};  // target and options; without parameters and variables
  std::vector<Parameter> parameters{};
  Design design{};
  std::string list{};  // the CSV file of a list
  std::vector<ResultText> results{};
  std::string identity{};                              // what results depend on, of this file
  std::optional<double> time_limit{}, call_timeout{};  // seconds of a clock
};

// Throws InputError with all mistakes.
Study read_study(const std::string& file);
Study parse_study(std::string_view text, const std::string& file);

// The options of one run.
run::RunSpec spec_of(const Study& study, const Points& points, std::uint64_t run);

}  // namespace bw::study
