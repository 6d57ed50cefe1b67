// From which size and which cost of the right-hand side on a stiff method pays off: the families of
// stiff_families.h by every method that `auto` may take, through run() as a user calls it, at sizes
// from 9 to 600, with and without a pattern, with the Jacobian given or by differences, and with
// more and more time events. Prints one line of CSV for each run; ode_thresholds.py makes tables of
// it and finds the thresholds.
//
// Seconds are processor time, the least of several runs that take turns with those of the other
// methods. An expensive right-hand side needs no run of its own: it costs the number of evaluations
// times what one takes.
//
// usage: ode_thresholds [FAMILY | training | check]

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <string>

#include "model/state_model.h"
#include "processor_seconds.h"
#include "run/run.h"
#include "stiff_families.h"

namespace {

using bw::bench::StiffFamily;

constexpr std::size_t large = 100;  // from here on every second tolerance
const std::vector<std::string> candidates = {"rosenbrock", "radau5", "radau9", "bdf"};
constexpr double short_run = 3e-3, long_run = 0.02, most_seconds = 3;

std::vector<bw::model::State> states_of(const StiffFamily& family) {
  std::vector<bw::model::State> states;
  for (std::size_t i = 0; i < family.size(); ++i)
    states.push_back({.name = "x" + std::to_string(i), .start = family.start()[i]});
  return states;
}

// As a model, with `events` time events at which nothing but the method restarts.
class FamilyModel final : public bw::model::StateModel {
 public:
  FamilyModel(StiffFamily& family, int events)
      : StateModel(family.name(), states_of(family)), family_(family), events_(events) {
    shape_.has_jacobian = family.has_jacobian();
    if (const bw::math::Pattern* pattern = family.sparsity()) {
      shape_.sparsity.emplace();
      for (std::size_t i = 0; i < family.size(); ++i)
        shape_.sparsity->emplace_back(pattern->row(i).begin(), pattern->row(i).end());
    }
  }
  bw::model::EventUpdate restart(std::span<double>) override {
    handled_ = 0;
    return handle_event(0, {});
  }
  bw::model::EventUpdate handle_event(double, std::span<double>) override {
    if (++handled_ > events_) return {};
    return {.next_time_event = family_.stop() * handled_ / (events_ + 1)};
  }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    family_.derivatives(t, x, dx);
  }
  void jacobian(double t, std::span<const double> x, std::span<double> j) override {
    family_.jacobian(t, x, j);
  }

 private:
  StiffFamily& family_;
  int events_, handled_ = 0;
};

struct Run {
  double seconds = 0;
  bool trusted = false;
  long evaluations = 0, jacobians = 0, steps = 0;
};

Run run_once(StiffFamily& family, int events, const std::string& method, double tolerance) {
  FamilyModel model(family, events);
  family.evaluations = 0;
  const double begin = bw::bench::processor_seconds();
  const bw::result::RunResult result = bw::run::run({.start = 0,
                                                     .stop = family.stop(),
                                                     .tolerance = tolerance,
                                                     .interval = family.stop() / 10,
                                                     .method = method},
                                                    model);
  Run run{bw::bench::processor_seconds() - begin, result.verdict == bw::result::Verdict::trusted,
          family.evaluations};
  run.jacobians = result.statistics.jacobian_evaluations;
  run.steps = result.statistics.steps;
  return run;
}

void measure(StiffFamily& family, int events, const std::string& labels) {
  std::map<std::string, bool> too_long;
  const double ratio = family.size() < large ? 10 : 100;
  for (double tolerance = 1e-3; tolerance > 0.5e-8; tolerance /= ratio) {
    std::map<std::string, Run> best;
    for (int turn = 0; turn < 3; ++turn)
      for (const std::string& method : candidates) {
        const double known = best.contains(method) ? best[method].seconds : 0;
        if (too_long[method] || known > long_run || (turn == 2 && known > short_run)) continue;
        const Run run = run_once(family, events, method, tolerance);
        too_long[method] = run.seconds > most_seconds;
        if (!best.contains(method) || run.seconds < known) best[method] = run;
      }
    for (const auto& [method, run] : best)
      std::printf("%s,%d,%s,%.0e,%d,%.4g,%ld,%ld,%ld\n", labels.c_str(), events, method.c_str(),
                  tolerance, run.trusted ? 1 : 0, run.seconds, run.evaluations, run.jacobians,
                  run.steps);
    std::fflush(stdout);
  }
}

// Of one evaluation, on average.
double cost_of_rhs(StiffFamily& family) {
  std::vector<double> x = family.start(), dx(x.size());
  double least = 1;
  for (int round = 0; round < 5; ++round) {
    const int calls = 100;
    const double begin = bw::bench::processor_seconds();
    for (int k = 0; k < calls; ++k) family.derivatives(0, x, dx);
    least = std::min(least, (bw::bench::processor_seconds() - begin) / calls);
  }
  return least;
}

void measure_all(StiffFamily& family, const std::string& use) {
  constexpr std::size_t most_full = 150, with_events = 73;
  const double rhs = cost_of_rhs(family);
  for (const bool pattern : {true, false})
    for (const bool jacobian : {true, false}) {
      if (!pattern && (jacobian || family.size() > most_full)) continue;  // an FMU has neither
      family.show(pattern, jacobian);
      char labels[200];
      std::snprintf(labels, sizeof labels, "%s,%s,%zu,%s,%s,%zu,%.3g", family.name().c_str(),
                    use.c_str(), family.size(), pattern ? "sparse" : "full",
                    jacobian ? "exact" : "differences", family.colours(), rhs);
      measure(family, 0, labels);
      if (!jacobian && family.size() < with_events && family.size() > 12)
        for (const int events : {5, 20, 80}) measure(family, events, labels);
    }
}

}  // namespace

int main(int count, char** words) {
  const std::string only = count > 1 ? words[1] : "";
  std::puts(
      "family,use,n,pattern,jacobian,colours,rhs_seconds,events,method,tolerance,trusted,seconds,"
      "rhs,jacobians,steps");
  for (const std::size_t n : {9U, 18U, 36U, 72U, 150U, 300U, 600U})
    for (const auto& family : bw::bench::stiff_families(n)) {
      const std::string use = family->for_training() ? "training" : "check";
      if (only.empty() || only == family->name() || only == use) measure_all(*family, use);
    }
}
