#include "run/certified.h"

#include <algorithm>
#include <chrono>

#include "cosim/certify/worker_runner.h"
#include "cosim/march/march.h"

namespace bw::run {
namespace {

using cosim::Path;
using Clock = std::chrono::steady_clock;

constexpr std::size_t least_cells = 10;
// Errors of solvers that are ours must be small against what is extrapolated away.
constexpr double inner_share = 1e-3, least_inner = 1e-13;

Tolerance inner_tolerance(const Tolerance& tolerance) {
  Tolerance inner = tolerance;
  inner.relative = std::max(least_inner, inner_share * tolerance.relative);
  if (inner.absolute) *inner.absolute *= inner_share;
  return inner;
}

// For those who watch the run, wherever its chains are computed.
class Counted final : public cosim::ChainRunner {
 public:
  Counted(cosim::ChainRunner& runner, long& steps) : runner_(runner), steps_(steps) {}
  Path run(const cosim::ChainOrder& order) override {
    Path path = runner_.run(order);
    steps_ += path.advances();
    return path;
  }
  void expect(const std::vector<cosim::ChainOrder>& orders) override { runner_.expect(orders); }

 private:
  cosim::ChainRunner& runner_;
  long& steps_;
};

}  // namespace

CertifiedRun::CertifiedRun(const RunSpec& spec, const Period& period, const Itinerary& itinerary,
                           Assembly& assembly, Bells& bells)
    : spec_(spec),
      period_(period),
      how_(*itinerary.certified),
      tolerance_(choose_tolerance(spec)),
      assembly_(assembly),
      bells_(bells),
      columns_(types_of(assembly), assembly.recorded),
      delivered_(columns_.reals()),
      maker_(assembly, columns_, period, tolerance_),
      row_times_(times_of_rows(period, how_.interval)),
      mesh_(how_.allowed_steps.empty()
                ? cosim::Mesh(row_times_, assembly.known_breaks(period.start, period.stop),
                              least_cells)
                : cosim::Mesh::uniform(period.start, period.stop, row_times_.size() - 1)) {
  columns_.add_connections(assembly.connections);
  describe_columns();
}

void CertifiedRun::describe_columns() {
  for (const Columns::Source& source : columns_.real_sources()) {
    const model::ComponentRequest& request = assembly_.requests[source.component];
    const std::size_t index =
        (source.from_outputs ? request.outputs : request.records)[source.place];
    std::vector<model::Variable> variable{
        assembly_.blueprints[source.component]->variables()[index]};
    point_into(request.inputs, variable);
    cosim::CertifiedColumn& column = column_kinds_.emplace_back();
    column.absolute = tolerance_.absolute_for(variable.front().nominal);
    // What is on a connection is in the expansion of the base already.
    column.feeds_through = !source.from_outputs && may_feed_through(variable.front());
    column.delivered = column_kinds_.size() <= delivered_;
    if (source.from_outputs) column.signal = columns_.signal_of(source);
  }
}

bool CertifiedRun::is_wanted() {
  if (looks_.is_time() && spec_.on_progress)
    spec_.on_progress({.start = period_.start,
                       .stop = period_.stop,
                       .steps = steps_so_far_ + steps_of_this_,
                       .most_steps = how_.work_limit});
  return spec_.interrupt == nullptr || !spec_.interrupt->load(std::memory_order_relaxed);
}

Path CertifiedRun::make(const cosim::ChainOrder& order, const std::function<bool()>& wanted) {
  Path path = maker_.make(order, [&] {
    steps_of_this_ += static_cast<long>(assembly_.requests.size());
    return wanted();
  });
  steps_of_this_ = 0;
  return path;
}

cosim::LadderPlan CertifiedRun::plan() {
  cosim::LadderPlan plan;
  plan.common.options.tolerance = tolerance_;
  plan.common.mesh = &mesh_;
  plan.common.allowed_steps = how_.allowed_steps;
  plan.common.relative = tolerance_.relative;
  plan.common.columns = column_kinds_;
  plan.work_limit = how_.work_limit;
  plan.common.event_resolution = cosim::event_resolution({period_.start, period_.stop, 0, 1});
  plan.bases = how_.ladder;
  plan.components = assembly_.requests.size();
  plan.structure = how_.structure;
  plan.can_locate_events = how_.locates_events;
  plan.prepare = [this, margin = 10 * plan.common.event_resolution](bool back, bool events) {
    for (model::ComponentRequest& request : assembly_.requests) {
      request.may_roll_back = back;
      request.stops_at_events = events ? margin : 0;
    }
  };
  return plan;
}

RunEnding CertifiedRun::run(result::RowSink& sink, result::RunResult& result) {
  const bool once = std::any_of(
      assembly_.requests.begin(), assembly_.requests.end(),
      [&](const model::ComponentRequest& request) {
        const auto i = static_cast<std::size_t>(&request - assembly_.requests.data());
        return assembly_.blueprints[i]->capabilities(request.interface).one_instance_only;
      });
  cosim::WorkerRunner runner(
      [this](const cosim::ChainOrder& order, const std::function<bool()>& wanted) {
        return make(order, wanted);
      },
      {.processes = how_.threads, .wanted = [this] { return is_wanted(); }, .always_fork = once});
  assembly_.certified = true;
  assembly_.one_step = how_.one_step;
  assembly_.integration.tolerance = inner_tolerance(tolerance_);
  Counted counted(runner, steps_so_far_);
  climb_ = cosim::climb(counted, plan());
  const RunEnding ending = tell();
  const auto begin = Clock::now();
  write(sink, result);
  result.statistics.seconds.output = std::chrono::duration<double>(Clock::now() - begin).count();
  count(result);
  return ending;
}

}  // namespace bw::run
