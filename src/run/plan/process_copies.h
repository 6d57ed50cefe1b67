#pragma once
// Rollback for FMUs that cannot save their state, or that are not restored by it: by copies of a
// process of their own (model/isolated), where the run may have to roll back and a trial shows that
// they work.

#include <string>

#include "run/open/components.h"
#include "run/plan/period.h"
#include "run/spec/run_spec.h"

namespace bw::run {

// Components that can roll back by copies are isolated where they will be rolled back; of one that
// cannot, OpenedComponent::no_copies says why. Unchanged where nothing rolls back. Throws
// InputError where neither works.
Components with_process_copies(const RunSpec& spec, const Period& period, Components components);

// The same for a run that begins to roll back: FMU states that do not restore their components are
// replaced by copies. Throws InputError where these do not work either.
Components with_tried_states(const Period& period, Components components);

// "rollback of 'a' and 'b' by process copy"; empty: of none.
std::string copies_remark(const Components& components);

}  // namespace bw::run
