#pragma once
// The march of most runs: steps of one size, without iteration, error test or a way back. Nothing
// can be repeated, so a step is a call of the master and no more; with components that take 20 ns,
// what the general march (march.cpp) keeps ready for other cases would cost as much as they do.

#include "cosim/coupling/coupling.h"
#include "cosim/march/march.h"
#include "cosim/master/master.h"

namespace bw::cosim {

bool is_plain(const Coupling& coupling, const MarchPlan& plan);
MarchEnd march_plainly(Coupling& coupling, const MasterKind& master, const MarchPlan& plan,
                       MarchObserver& observer, Tally& tally);

MarchEnd::Reason reason_of(ComponentStatus status);

}  // namespace bw::cosim
