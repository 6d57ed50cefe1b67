#pragma once
// The march of most runs: steps of one size, without iteration, error test or rollback. Nothing can
// be repeated, so a step is a call of the master and no more; with components that take 20 ns, the
// general march (march.cpp) would double the cost.

#include <vector>

#include "cosim/coupling/coupling.h"
#include "cosim/march/march.h"
#include "cosim/master/holder.h"
#include "cosim/master/master.h"

namespace bw::cosim {

bool is_plain(const Coupling& coupling, const MarchPlan& plan);
MarchEnd march_plainly(Coupling& coupling, const MasterKind& master, const MarchPlan& plan,
                       MarchObserver& observer, Tally& tally, const MarchMemory* from = nullptr);

// The history of signals that a master keeps, for a checkpoint.
std::vector<SignalHistory::Entry> history_of(const Master& master);
void set_history(const std::vector<SignalHistory::Entry>& entries, Master& master);

MarchEnd::Reason reason_of(ComponentStatus status);

}  // namespace bw::cosim
