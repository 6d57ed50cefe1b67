#include "cosim/chain.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "cosim/jump_watch.h"
#include "cosim/loop_signals.h"
#include "math/finite.h"

namespace bw::cosim {
namespace {

Path::End end_of(PartStatus status) {
  switch (status) {
    case PartStatus::discarded: return Path::End::part_discarded;
    case PartStatus::terminated: return Path::End::part_terminated;
    case PartStatus::interrupted: return Path::End::interrupted;
    default: return Path::End::not_finite;
  }
}

class Chain {
 public:
  Chain(Coupling& coupling, const ChainOrder& order, const RowReader& reader,
        const std::function<bool()>& wanted, Path& path)
      : coupling_(coupling),
        order_(order),
        reader_(reader),
        wanted_(wanted),
        path_(path),
        master_(order.base->make(coupling, order.options)),
        next_(coupling.now()),
        jumps_(coupling, order.options.tolerance) {
    if (order.options.iterations > 1)
      for (const Loop& loop : coupling.loops())
        if (loop.closed) marked_.insert(marked_.end(), loop.parts.begin(), loop.parts.end());
    path_.reals.reserve(order.mesh->rows() * reader.reals());
    path_.discretes.reserve(order.mesh->rows() * reader.discretes());
  }

  void run() {
    const Mesh& mesh = *order_.mesh;
    path_.time = mesh.start();
    if (!read_row()) return;
    for (std::size_t cell = 0; cell < mesh.cells(); ++cell) {
      if (!walk(cell)) return;
      if (mesh.is_break(cell)) {
        jumps_.forget();
        master_->forget();
      }
      if (mesh.is_row(cell) && !read_row()) return;
    }
  }

 private:
  bool walk(std::size_t cell) {
    const double begin = order_.mesh->begin(cell), end = order_.mesh->end(cell);
    for (int j = 1; j < order_.steps; ++j)
      if (!step(cell, begin + (end - begin) * j / order_.steps)) return false;
    return step(cell, end);
  }

  bool step(std::size_t cell, double end) {
    if (!wanted_()) return stop(Path::End::interrupted, "run", "the run was interrupted");
    const double t = path_.time;
    if (!marked_.empty()) coupling_.mark(marked_, begin_);
    const MacroStep made = master_->step(coupling_, begin_, t, end - t, next_);
    if (made.part != PartStatus::ok) return troubled(made.part);
    if (!made.converged) {
      const std::string loop = name_of(coupling_, coupling_.loops()[made.loop]);
      return stop(Path::End::not_converged, loop,
                  "the loop " + loop + " did not converge at t = " + shortest(t));
    }
    watch(cell, t, end);
    coupling_.accept(next_);
    path_.time = end;
    return true;
  }

  void watch(std::size_t cell, double t, double end) {
    const bool expected = order_.mesh->is_break(cell) && end == order_.mesh->end(cell);
    const bool changed = !expected && coupling_.now().discretes != next_.discretes;
    const bool jumped = jumps_.see(t, end - t, next_);
    if (!changed && !jumped) return;
    if (path_.jumps++ > 0) return;
    path_.first_jump = {jumped && !changed ? jumps_.last().t : t, cell,
                        jumped && !changed ? coupling_.real_name(jumps_.last().signal)
                                           : std::string("a discrete signal")};
  }

  bool read_row() {
    const std::size_t reals = path_.reals.size(), discretes = path_.discretes.size();
    path_.reals.resize(reals + reader_.reals());
    path_.discretes.resize(discretes + reader_.discretes());
    const std::span<double> row = std::span(path_.reals).subspan(reals);
    reader_.read(coupling_, row, std::span(path_.discretes).subspan(discretes));
    if (!math::all_finite(row)) {
      path_.reals.resize(reals);
      path_.discretes.resize(discretes);
      return stop(Path::End::not_finite, "run",
                  "a recorded variable is not a finite number at t = " + shortest(path_.time) + ".");
    }
    ++path_.rows;
    return true;
  }

  bool troubled(PartStatus status) {
    const Trouble& trouble = coupling_.trouble();
    const std::string& part = coupling_.shape(trouble.part).name;
    const bool value = status == PartStatus::not_finite;
    path_.time = std::max(path_.time, trouble.time);
    const std::string name = part + "." + trouble.reason;
    return stop(end_of(status), value ? name : part,
                value ? name + " is not a finite number at t = " + shortest(trouble.time) + "."
                      : trouble.reason);
  }

  bool stop(Path::End end, std::string subject, std::string reason) {
    path_.end = end;
    path_.subject = std::move(subject);
    path_.reason = std::move(reason);
    return false;
  }

  Coupling& coupling_;
  const ChainOrder& order_;
  const RowReader& reader_;
  const std::function<bool()>& wanted_;
  Path& path_;
  std::unique_ptr<Master> master_;
  Signals next_;
  JumpWatch jumps_;
  std::vector<std::size_t> marked_;
  Checkpoint begin_;
};

}  // namespace

long Path::advances() const {
  long sum = 0;
  for (const PartCount& part : parts) sum += part.advances;
  return sum;
}

void count_parts(const Coupling& coupling, Path& path) {
  path.parts.clear();
  for (std::size_t i = 0; i < coupling.size(); ++i) {
    const PartCounters& c = coupling.counters(i);
    path.parts.push_back({c.advances, c.saves, c.restores, c.advancing.seconds(),
                          c.saving.seconds(), c.restoring.seconds()});
  }
}

void add_counts(const std::vector<Path::PartCount>& from, std::vector<Path::PartCount>& to) {
  to.resize(std::max(from.size(), to.size()));
  for (std::size_t i = 0; i < from.size(); ++i) {
    to[i].advances += from[i].advances;
    to[i].saves += from[i].saves;
    to[i].restores += from[i].restores;
    to[i].advancing += from[i].advancing;
    to[i].saving += from[i].saving;
    to[i].restoring += from[i].restoring;
  }
}

void run_chain(Coupling& coupling, const ChainOrder& order, const RowReader& reader,
               const std::function<bool()>& wanted, Path& path) {
  Chain(coupling, order, reader, wanted, path).run();
}

Path DirectRunner::run(const ChainOrder& order) {
  Coupling coupling = make_();
  Path path;
  try {
    run_chain(coupling, order, reader_, [] { return true; }, path);
  } catch (const PartFailure& failure) {
    path.end = Path::End::part_failed;
    path.subject = failure.part;
    path.reason = failure.what();
  }
  count_parts(coupling, path);
  return path;
}

void SignalReader::read(Coupling& coupling, std::span<double> reals,
                        std::span<Discrete> discretes) const {
  std::copy(coupling.now().reals.begin(), coupling.now().reals.end(), reals.begin());
  std::copy(coupling.now().discretes.begin(), coupling.now().discretes.end(), discretes.begin());
}

}  // namespace bw::cosim
