#pragma once
// Whether a run can leave checkpoints that it can go on from.

#include "run/open/components.h"
#include "run/plan/plan.h"
#include "run/spec/run_spec.h"

namespace bw::run {

// Throws UsageError where --checkpoint was given and cannot be: then nothing has run.
void check_checkpoint(const RunSpec& spec, const Components& components, const Plan& plan);

// Whether a checkpoint of such a run refers to the rows that are in the file: others write theirs
// at the end.
bool writes_as_it_goes(const Plan& plan);

}  // namespace bw::run
