#pragma once
// Parts for model exchange that are wired to each other become one part: their equations are solved
// as one system, without coupling error. Tables that drive nothing else go with them.

#include "run/assemble.h"
#include "run/run_spec.h"

namespace bw::run {

// Nothing is joined where the user names a master. The period is chosen before.
const Assembly& join_models(const RunSpec& spec, Assembly& assembly);

}  // namespace bw::run
