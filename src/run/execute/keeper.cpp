#include "run/execute/keeper.h"

#include <vector>

#include "run/spec/times.h"

namespace bw::run {

Keeper::Keeper(const Execution& run) : run_(run), kept_(result::KeptRows::of_this_process()) {
  if (kept_ == nullptr) return;
  std::vector<result::Column> columns;
  for (const Recorded& recorded : run.components.recorded) {
    columns.push_back(recorded.column);
    ++(is_real(recorded.column.type) ? reals_ : discretes_);
  }
  take_ = kept_->begin(run.spec.time_unit.value_or(""), columns);
}

void Keeper::row(double time, std::span<const double> reals, std::span<const Discrete> discretes) {
  if (take_ != nullptr)
    kept_->row(take_, {in_unit(time, run_.plan.time_unit), reals.first(reals_),
                       discretes.first(discretes_)});
}

}  // namespace bw::run
