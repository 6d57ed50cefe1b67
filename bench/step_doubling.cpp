#include "step_doubling.h"

#include <algorithm>
#include <cmath>

#include "cosim/march/march.h"

namespace bw::test {
namespace {

constexpr double loosest = 1e-2;
constexpr std::size_t most_judged = 1000;  // rows

long advances(const cosim::Coupling& coupling) {
  long sum = 0;
  for (std::size_t i = 0; i < coupling.size(); ++i) sum += coupling.counters(i).advances;
  return sum;
}

class Record final : public cosim::MarchObserver {
 public:
  Record(const cosim::Coupling& coupling, long limit) : coupling_(coupling), limit_(limit) {}
  bool accepted(double t, bool) override {
    times.push_back(t);
    rows.push_back(coupling_.now().reals);
    return advances(coupling_) < limit_;
  }
  void rolled_back() override {
    times.pop_back();
    rows.pop_back();
  }
  std::vector<double> times;
  std::vector<std::vector<double>> rows;

 private:
  const cosim::Coupling& coupling_;
  long limit_;
};

double worst(const CoupledSystem& system, const Record& record) {
  std::vector<std::size_t> judged;
  const std::size_t every = record.times.size() / most_judged + 1;
  for (std::size_t i = 0; i < record.times.size(); i += every) judged.push_back(i);
  std::vector<double> times;
  for (const std::size_t i : judged) times.push_back(record.times[i]);
  const Reference truth = system.reference(times);
  double largest = 0;
  for (std::size_t k = 0; k < judged.size(); ++k)
    for (std::size_t column = 0; column < truth.columns; ++column) {
      const double y = truth.rows[k * truth.columns + column];
      largest = std::max(largest, std::abs(record.rows[judged[k]][column] - y) / (std::abs(y) + 1));
    }
  return largest;
}

// Where the straight line through two points, logarithms of both, has this x.
double on_line(double x, double x1, double y1, double x2, double y2) {
  return y2 * std::pow(x / x2, std::log(y2 / y1) / std::log(x2 / x1));
}

}  // namespace

StepDoubling::Run StepDoubling::run(double tolerance) const {
  cosim::Coupling coupling = system_.make();
  cosim::MarchPlan plan;
  plan.grid = {.start = 0, .stop = system_.stop, .interval = system_.stop};
  plan.chosen = {
      .first = 1e-4 * system_.stop, .least = 1e-13 * system_.stop, .most = 0.1 * system_.stop};
  plan.master.tolerance = {.relative = tolerance, .absolute = tolerance};
  plan.error_test = true;
  plan.locates_events = system_.has_events;
  Record record(coupling, limit_);
  cosim::Tally tally;
  const cosim::MarchEnd end =
      cosim::march(coupling, *cosim::find_master("gauss-seidel"), plan, record, tally);
  Run done{.tolerance = tolerance, .advances = static_cast<double>(advances(coupling))};
  done.complete = end.reason == cosim::MarchEnd::Reason::reached_stop;
  if (done.complete) done.error = worst(system_, record);
  return done;
}

void StepDoubling::explore(double target) {
  while (!exhausted_ && (runs_.empty() || runs_.back().error > target || runs_.size() < 2)) {
    const Run next = run(runs_.empty() ? loosest : runs_.back().tolerance / 10);
    exhausted_ = !next.complete || next.tolerance < 1e-15;
    if (next.complete) runs_.push_back(next);
  }
}

StepDoubling::Answer StepDoubling::meet(double target) {
  explore(target);
  if (runs_.size() < 2) return {"failed"};
  std::size_t i = 0;
  while (i < runs_.size() && runs_[i].error > target) ++i;
  if (i == runs_.size()) {
    const Run &a = runs_[i - 2], &b = runs_[i - 1];
    if (!(b.error < 0.9 * a.error)) return {"failed", b.tolerance, b.error / target, b.advances};
    return {"extrapolated", on_line(target, a.error, a.tolerance, b.error, b.tolerance), 1,
            on_line(target, a.error, a.advances, b.error, b.advances)};
  }
  Run best = runs_[i], above = i > 0 ? runs_[i - 1] : best;
  for (int k = 0; i > 0 && k < 6 && best.error < 0.7 * target; ++k) {
    const Run trial =
        run(on_line(0.85 * target, above.error, above.tolerance, best.error, best.tolerance));
    if (!trial.complete) break;
    (trial.error <= target ? best : above) = trial;
  }
  return {"measured", best.tolerance, best.error / target, best.advances};
}

}  // namespace bw::test
