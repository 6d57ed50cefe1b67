#pragma once
// Where a result comes from: version, command line, options in force, target and date.

#include <chrono>
#include <string>
#include <vector>

#include "result/approach.h"
#include "result/provenance.h"
#include "run/spec/run_spec.h"

namespace bw::run {

// The options of a run as they grew: from the caller, with those of the [run] section, and with
// those of the model's experiment and the defaults that do not depend on the computer.
struct OptionStages {
  const RunSpec& given;
  const RunSpec& with_file;
  const RunSpec& with_model;
  const RunSpec& in_force;
};

// What is hashed, which takes a moment.
struct ReadFiles {
  bool target = true;                 // false: its name is that of a model of the caller
  std::vector<std::string> inputs{};  // besides the target
};

result::Provenance provenance_of(const OptionStages& stages,
                                 std::chrono::system_clock::time_point begin,
                                 const ReadFiles& files = {});

// Options that the system file sets are not called "--step" in what the result says: the reason
// "--step was given" becomes "step is set in the system file" where it is.
std::string with_origin(const std::string& reason, const result::Provenance& provenance);
result::Approach with_origin(result::Approach approach, const result::Provenance& provenance);

}  // namespace bw::run
