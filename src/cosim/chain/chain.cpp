#include "cosim/chain/chain.h"

#include <algorithm>

#include "base/error.h"
#include "cosim/chain/chain_walk.h"
#include "cosim/chain/event_chain.h"
#include "cosim/chain/find_kinks.h"
#include "cosim/chain/find_spots.h"
#include "cosim/chain/recent_slopes.h"
#include "cosim/coupling/jump_watch.h"

namespace bw::cosim {
namespace {

class Chain final : ChainWalk {
 public:
  Chain(Coupling& coupling, const ChainOrder& order, const RowReader& reader,
        const std::function<bool()>& wanted, Path& path)
      : ChainWalk(coupling, order, reader, wanted, path),
        jumps_(coupling, order.options.tolerance, JumpWatch::From::first_step),
        slopes_(coupling, order.options.tolerance) {}

  void run() {
    if (!read_row()) return;
    for (std::size_t interval = 0; interval < mesh().intervals(); ++interval) {
      if (!walk(interval)) return;
      if (mesh().is_row(interval)) {
        if (!read_row()) return;
        slopes_.raise(path().rates);
      }
      if (!mesh().is_break(interval)) continue;
      jumps_.forget();
      slopes_.forget(coupling().now());
      master().forget();
    }
    find_last_kinks(slopes_, path().kinks);
  }

 private:
  bool walk(std::size_t interval) {
    const double begin = mesh().begin(interval), end = mesh().end(interval);
    for (int j = 1; j < order().steps; ++j)
      if (!step(interval, begin + (end - begin) * j / order().steps)) return false;
    return step(interval, end);
  }

  bool step(std::size_t interval, double end) {
    if (!try_step(end)) return false;
    watch(interval, end);
    accept(end);
    return true;
  }

  void watch(std::size_t interval, double end) {
    const double t = path().time;
    const bool expected = mesh().is_break(interval) && end == mesh().end(interval);
    const bool changed = !expected && coupling().now().discretes != next().discretes;
    const bool jumped = jumps_.see(t, end - t, next());
    slopes_.see(t, end - t, next());
    find_spots(slopes_, path().spots);
    find_kinks(slopes_, path().kinks);
    if (!changed && !jumped) return;
    auto& known = path().jumped;
    if (const std::size_t signal = jumps_.last().signal;
        jumped && std::ranges::find(known, signal) == known.end())
      known.push_back(signal);
    if (path().jumps++ > 0) return;
    const bool real = jumped && !changed;
    path().first_jump = {
        real ? jumps_.last().t : t, interval,
        real ? coupling().real_name(jumps_.last().signal) : std::string("a discrete signal")};
  }

  JumpWatch jumps_;
  RecentSlopes slopes_;
};

}  // namespace

long Path::advances() const {
  long sum = 0;
  for (const ComponentCount& component : components) sum += component.advances;
  return sum;
}

void count_components(const Coupling& coupling, Path& path) {
  path.components.clear();
  for (std::size_t i = 0; i < coupling.size(); ++i) {
    const ComponentCounters& c = coupling.counters(i);
    path.components.push_back({c.advances, c.saves, c.restores, c.advancing.seconds(),
                               c.saving.seconds(), c.restoring.seconds()});
  }
}

void add_counts(const std::vector<Path::ComponentCount>& from,
                std::vector<Path::ComponentCount>& to) {
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
  if (order.parts > 1) coupling.divide_steps(order.parts, order.divided_from);
  if (order.locates_events)
    run_event_chain(coupling, order, reader, wanted, path);
  else
    Chain(coupling, order, reader, wanted, path).run();
}

Path DirectRunner::run(const ChainOrder& order) {
  Coupling coupling = make_();
  Path path;
  try {
    run_chain(
        coupling, order, reader_, [] { return true; }, path);
  } catch (const ComponentFailure& failure) {
    path.end = Path::End::component_failed;
    path.subject = failure.component;
    path.reason = failure.what();
  }
  count_components(coupling, path);
  return path;
}

void SignalReader::read(Coupling& coupling, std::span<double> reals,
                        std::span<Discrete> discretes) const {
  std::copy(coupling.now().reals.begin(), coupling.now().reals.end(), reals.begin());
  std::copy(coupling.now().discretes.begin(), coupling.now().discretes.end(), discretes.begin());
}

}  // namespace bw::cosim
