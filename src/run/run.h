#pragma once
// The entry point: a system, a stop time and a tolerance in; rows, bells and a verdict out.

#include <string>
#include <vector>

#include "model/model.h"
#include "result/result.h"
#include "result/trajectory.h"
#include "run/spec/run_spec.h"

namespace bw::run {

// Throws UsageError (an option that makes no sense) or InputError (a file that is wrong): then
// nothing ran. A run that could not go on, was rejected or interrupted comes back as a result that
// says so, with what was computed until then. With a model written in C++ (model/state_model.h) it
// takes the place of spec.target; it is started several times, because a run is repeated to see its
// error.
result::RunResult run(const RunSpec& spec, model::Model* model = nullptr);
inline result::RunResult run(const RunSpec& spec, model::Model& model) { return run(spec, &model); }

// All variables that a run of this target with these settings can record. Throws as above.
std::vector<result::Column> recordable(const RunSpec& spec);

// What a run would do, and why, in a few lines; nothing runs. Throws as above.
std::string describe_plan(const RunSpec& spec);

}  // namespace bw::run
