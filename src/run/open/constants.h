#pragma once
// The parameters and constants of a system with the values of a run, for results that have a place
// for them.

#include <vector>

#include "result/heading.h"
#include "run/open/components.h"

namespace bw::run {

// Those whose value is known before the run and that are no column: what a component computes from
// others at its start is not.
std::vector<result::Constant> constants_of(const Components& components);

}  // namespace bw::run
