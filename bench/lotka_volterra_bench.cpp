// Steps per second of the Lotka-Volterra pair, beside a raw loop that makes the same FMI calls.
// Goals: without rows at least half the speed of the raw loop; with a row per step at most 1 µs per
// value, and 1e6 rows at most 100 times as expensive as 1e4. Compare within one run: machines are
// noisy.

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "raw_pair.h"
#include "run/run.h"

namespace {

constexpr double span = 100.0;
const std::string examples = std::string(BW_EXAMPLES) + "/lotka_volterra/";

void count(benchmark::State& state, long steps) {
  state.counters["steps/s"] =
      benchmark::Counter(static_cast<double>(steps * static_cast<long>(state.iterations())),
                         benchmark::Counter::kIsRate);
}

void raw_loop(benchmark::State& state) {
  const long steps = state.range(0);
  for (auto _ : state) {
    state.PauseTiming();  // opening is not stepping
    auto prey = std::make_unique<bw::bench::RawComponent>(examples + "prey.fmu");
    auto predator = std::make_unique<bw::bench::RawComponent>(examples + "predator.fmu");
    state.ResumeTiming();
    benchmark::DoNotOptimize(
        bw::bench::raw_gauss_seidel(*prey, *predator, steps, span / static_cast<double>(steps)));
    state.PauseTiming();
    prey.reset();
    predator.reset();
    state.ResumeTiming();
  }
  count(state, steps);
}

// Whole runs, with start-up: opening two FMUs is a few ms and belongs to what a user waits for.
void run_pair(benchmark::State& state, const char* master, long steps_per_row) {
  const long steps = state.range(0);
  const auto file = std::filesystem::temp_directory_path() /
                    ("bellwether_bench_" + std::to_string(getpid()) + ".csv");
  bw::run::RunSpec spec;
  spec.target = std::string(BW_EXAMPLES) + "/lotka_volterra/system.toml";
  spec.master = master;
  spec.step = span / static_cast<double>(steps);
  if (steps_per_row > 1) spec.interval = *spec.step * static_cast<double>(steps_per_row);
  spec.output = file.string();
  double marching = 0;
  for (auto _ : state) {
    const auto result = bw::run::run(spec);
    marching += result.statistics.seconds.master + result.statistics.seconds.output;
  }
  count(state, steps);
  state.counters["ns/step marching"] =
      marching / static_cast<double>(steps * static_cast<long>(state.iterations())) * 1e9;
  std::filesystem::remove(file);
}

}  // namespace

// The least of several repetitions is what the program can do; the rest is what else the machine
// did.
void repeat(benchmark::internal::Benchmark* bench) {
  bench->Unit(benchmark::kMillisecond)
      ->Repetitions(7)
      ->ReportAggregatesOnly()
      ->ComputeStatistics("min", [](const std::vector<double>& times) {
        return *std::min_element(times.begin(), times.end());
      });
}

BENCHMARK(raw_loop)->Arg(1000000)->Apply(repeat);
BENCHMARK_CAPTURE(run_pair, gauss_seidel_row_per_1000, "gauss-seidel", 1000)
    ->Arg(1000000)
    ->Apply(repeat);
BENCHMARK_CAPTURE(run_pair, jacobi_row_per_1000, "jacobi", 1000)->Arg(1000000)->Apply(repeat);
BENCHMARK_CAPTURE(run_pair, gauss_seidel_every_row, "gauss-seidel", 1)
    ->Arg(10000)
    ->Arg(100000)
    ->Arg(1000000)
    ->Apply(repeat);
BENCHMARK_CAPTURE(run_pair, jacobi_every_row, "jacobi", 1)->Arg(1000000)->Apply(repeat);
BENCHMARK_MAIN();
