#pragma once
// Components for model exchange that are connected to each other become one component: their
// equations are solved as one system, without coupling error. Tables that drive nothing else go
// with them.

#include "run/open/assemble.h"
#include "run/spec/run_spec.h"

namespace bw::run {

// Nothing is joined where the user names a master. The period is chosen before.
const Assembly& join_models(const RunSpec& spec, Assembly& assembly);

}  // namespace bw::run
