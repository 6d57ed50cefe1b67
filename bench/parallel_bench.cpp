// What threads cost and what they bring, by the work that a component has in a communication step.
// Two components, two threads. Work is arithmetic, not waiting by the clock, so that a machine
// without a free processor shows that it has none: threads/1000 is near 1 then, unless `chrt -r 3`
// takes the processors from others. Ratios are of times taken in turns within one run: machines are
// noisy.
//
//   hand_over   a job without work for two lanes: all of it is hand-over. `pause` is how long the
//               caller does something else before, in µs; beyond 50 the other thread sleeps.
//   threads     one after the other / by a crew, always: above 1 a crew pays
//   jacobi      one after the other / jacobi with two threads, which decides by itself

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

#include "cosim/coupling/crew.h"
#include "cosim/master/master.h"

namespace {

using namespace bw;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double toil(double x, long rounds) {
  for (long k = 0; k < rounds; ++k) x = std::sqrt(x * x + 1.0) - 1.0 / (2.0 + x * x);
  return x;
}

// Rounds of toil() in a second, on an idle machine.
double pace() {
  static const double rounds_per_second = [] {
    constexpr long rounds = 20000;
    double best = 1;
    for (int k = 0; k < 200; ++k) {
      const auto begin = Clock::now();
      benchmark::DoNotOptimize(toil(1.0, rounds));
      best = std::min(best, seconds_since(begin));
    }
    return rounds / best;
  }();
  return rounds_per_second;
}

long rounds_of(double microseconds) { return std::lround(pace() * microseconds * 1e-6); }

class Toiling final : public model::Component {
 public:
  explicit Toiling(long rounds) : rounds_(rounds) {
    shape_.name = "part";
    shape_.inputs.resize(1);
    shape_.outputs.resize(1);
  }
  const model::ComponentShape& shape() const override { return shape_; }
  void begin(double, double) override {}
  void evaluate(const model::SignalsIn&, const model::SignalsOut&) override {}
  void start() override {}
  model::Advance advance(const model::SignalsIn& u, double t, double h,
                         const model::SignalsOut& y) override {
    y.reals[0] = toil(u.reals[0], rounds_);
    return {model::Advance::Status::completed, t + h};
  }
  std::string reason() const override { return ""; }
  void get_outputs(const model::SignalsOut&) override {}
  void get_records(const model::SignalsOut&) override {}
  void save(std::unique_ptr<model::Snapshot>&) override {}
  void restore(const model::Snapshot&) override {}
  void finish() override {}

 private:
  model::ComponentShape shape_;
  long rounds_;
};

cosim::Coupling pair(long rounds) {
  std::vector<std::unique_ptr<model::Component>> components;
  for (int k = 0; k < 2; ++k) components.push_back(std::make_unique<Toiling>(rounds));
  return {std::move(components), {{.from = 0, .to = 1}, {.from = 1, .to = 0}}};
}

std::fenv_t environment() {
  std::fenv_t now;
  std::fegetenv(&now);
  return now;
}

void hand_over(benchmark::State& state) {
  cosim::Crew crew(2, environment());
  const std::vector<cosim::Lane> lanes = {{0}, {1}};
  const long pause = rounds_of(static_cast<double>(state.range(0)));
  std::vector<double> times;
  for (auto _ : state) {
    benchmark::DoNotOptimize(toil(1.0, pause));
    const auto begin = Clock::now();
    crew.run(lanes, [](std::size_t) { return true; });
    times.push_back(seconds_since(begin));
    state.SetIterationTime(times.back());
  }
  std::sort(times.begin(), times.end());
  state.counters["median us"] = times[times.size() / 2] * 1e6;
  state.counters["90% us"] = times[times.size() * 9 / 10] * 1e6;
}

// Seconds of a communication step, of some, one after the other and otherwise, in turns.
template <class Alone, class Together>
void compare(benchmark::State& state, double microseconds, Alone&& alone, Together&& together) {
  const int steps = std::max(4, static_cast<int>(4000 / microseconds));
  std::vector<double> ratios;
  for (auto _ : state) {
    const auto begin = Clock::now();
    for (int k = 0; k < steps; ++k) alone();
    const double one = seconds_since(begin);
    const auto middle = Clock::now();
    for (int k = 0; k < steps; ++k) together();
    ratios.push_back(one / seconds_since(middle));
  }
  std::sort(ratios.begin(), ratios.end());
  state.counters["ratio"] = ratios[ratios.size() / 2];
  state.counters["10%"] = ratios[ratios.size() / 10];
  state.counters["90%"] = ratios[ratios.size() * 9 / 10];
}

void threads(benchmark::State& state) {
  const auto microseconds = static_cast<double>(state.range(0));
  const long rounds = rounds_of(microseconds);
  cosim::Crew crew(2, environment());
  const std::vector<cosim::Lane> lanes = {{0}, {1}};
  double x[2][16] = {};  // apart, so that they share no cache line
  compare(
      state, microseconds,
      [&] {
        for (auto& y : x) y[0] = toil(y[0], rounds);
      },
      [&] {
        crew.run(lanes, [&](std::size_t k) {
          x[k][0] = toil(x[k][0], rounds);
          return true;
        });
      });
}

void jacobi(benchmark::State& state) {
  const auto microseconds = static_cast<double>(state.range(0));
  const long rounds = rounds_of(microseconds);
  struct Side {
    cosim::Coupling coupling;
    std::unique_ptr<cosim::Master> master;
    model::Signals next;
    Side(long work, int most)
        : coupling(pair(work)),
          master(cosim::find_master("jacobi")->make(coupling, {.threads = most})),
          next(coupling.now()) {}
    void step() {
      (void)master->step(coupling, {}, 0, 1, next);  // only its time counts
      coupling.accept(next);
    }
  };
  Side one(rounds, 1), two(rounds, 2);
  for (int k = 0; k < 40; ++k) two.step();  // the first measurement and the first attempt
  compare(
      state, microseconds, [&] { one.step(); }, [&] { two.step(); });
}

}  // namespace

BENCHMARK(hand_over)->Arg(0)->Arg(20)->Arg(100)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(threads)->Arg(1)->Arg(5)->Arg(10)->Arg(20)->Arg(100)->UseRealTime();
BENCHMARK(jacobi)->Arg(1)->Arg(5)->Arg(10)->Arg(20)->Arg(100)->UseRealTime();
BENCHMARK_MAIN();
