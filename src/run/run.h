#pragma once
// The entry point: a system, a stop time and a tolerance in; rows, bells and a verdict out.

#include <string>

#include "model/model.h"
#include "result/result.h"
#include "run/spec/run_spec.h"

namespace bw::run {

// Throws UsageError (contradicting options) or InputError (a wrong file): then nothing ran. A run
// that could not go on, was rejected or interrupted returns a result that says so, with what was
// computed until then.
result::RunResult run(const RunSpec& spec);

// The same with a model written in C++ (model/state_model.h) instead of spec.target. It is started
// several times, because integrations are repeated to estimate the error.
result::RunResult run(const RunSpec& spec, model::Model& model);

// What a run would do, and why, in a few lines; nothing runs. Throws as above.
std::string describe_plan(const RunSpec& spec);

}  // namespace bw::run
