#include "cosim/chain/chain_walk.h"

#include <algorithm>

#include "base/text.h"
#include "cosim/coupling/loop_signals.h"
#include "math/finite.h"

namespace bw::cosim {
namespace {

Path::End end_of(ComponentStatus status) {
  switch (status) {
    case ComponentStatus::discarded: return Path::End::component_discarded;
    case ComponentStatus::terminated: return Path::End::component_terminated;
    case ComponentStatus::interrupted: return Path::End::interrupted;
    default: return Path::End::not_finite;
  }
}

}  // namespace

ChainWalk::ChainWalk(Coupling& coupling, const ChainOrder& order, const RowReader& reader,
                     const std::function<bool()>& wanted, Path& path)
    : coupling_(coupling),
      order_(order),
      reader_(reader),
      wanted_(wanted),
      path_(path),
      master_(order.base->make(coupling, order.options)),
      next_(coupling.now()) {
  if (order.options.iterations > 1)
    for (const Loop& loop : coupling.loops())
      if (loop.closed)
        marked_.insert(marked_.end(), loop.components.begin(), loop.components.end());
  path_.time = mesh().start();
  path_.reals.reserve(mesh().rows() * reader.reals());
  path_.discretes.reserve(mesh().rows() * reader.discretes());
}

bool ChainWalk::try_step(double end) {
  reported_event_.reset();
  if (!wanted_()) return stop(Path::End::interrupted, "run", "the run was interrupted");
  const double t = path_.time;
  if (!marked_.empty()) coupling_.mark(marked_, begin_);
  const CommunicationStep made = master_->step(coupling_, begin_, t, end - t, next_);
  if (made.component == ComponentStatus::event) {
    reported_event_ = coupling_.trouble().time;
    return false;
  }
  if (made.component != ComponentStatus::ok) return troubled(made.component);
  if (made.converged) return true;
  const std::string loop = name_of(coupling_, coupling_.loops()[made.loop]);
  return stop(Path::End::not_converged, loop,
              "the loop " + loop + " did not converge at t = " + brief(t) + ".");
}

void ChainWalk::accept(double end) {
  coupling_.accept(next_);
  path_.time = end;
}

bool ChainWalk::read_row() {
  const std::size_t reals = path_.reals.size(), discretes = path_.discretes.size();
  path_.reals.resize(reals + reader_.reals());
  path_.discretes.resize(discretes + reader_.discretes());
  const std::span<double> row = std::span(path_.reals).subspan(reals);
  reader_.read(coupling_, row, std::span(path_.discretes).subspan(discretes));
  if (math::all_finite(row)) {
    ++path_.rows;
    return true;
  }
  path_.reals.resize(reals);
  path_.discretes.resize(discretes);
  return stop(Path::End::not_finite, "run",
              "a recorded variable is not a finite number at t = " + brief(path_.time) + ".");
}

std::vector<double> ChainWalk::peek_row() {
  std::vector<double> reals(reader_.reals());
  std::vector<Discrete> discretes(reader_.discretes());
  reader_.read(coupling_, reals, discretes);
  return reals;
}

bool ChainWalk::troubled(ComponentStatus status) {
  const Trouble& trouble = coupling_.trouble();
  const std::string& component = coupling_.shape(trouble.component).name;
  path_.time = std::max(path_.time, trouble.time);
  if (status != ComponentStatus::not_finite) return stop(end_of(status), component, trouble.reason);
  const std::string name = component + "." + trouble.reason;
  return stop(end_of(status), name,
              name + " is not a finite number at t = " + brief(trouble.time) + ".");
}

bool ChainWalk::stop(Path::End end, std::string subject, std::string reason) {
  path_.end = end;
  path_.subject = std::move(subject);
  path_.reason = std::move(reason);
  return false;
}

}  // namespace bw::cosim
