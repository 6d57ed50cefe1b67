// How fast the right-hand sides of model texts are: every reference problem as a text
// (tests/equation/problems), compiled by the system's compiler and by the tiny one, beside the same
// written by hand in C++ and compiled by the same compiler with the same flags. Prints CSV: times
// of one evaluation in nanoseconds, and their ratios to the one by hand.
//
// usage: equation_rhs [PROBLEM-PATTERN]

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "equation/live/run_state.h"
#include "support/equation/text_models.h"
#include "support/ode/ivp_problems.h"

namespace {

using bw::test::IvpProblem;

constexpr int repetitions = 30;  // the shortest counts: others use the machine, too
constexpr double long_enough = 1e-3;

using Clock = std::chrono::steady_clock;

template <typename Evaluate>
double seconds_of(const Evaluate& evaluate, long times) {
  const Clock::time_point begin = Clock::now();
  for (long k = 0; k < times; ++k) evaluate(1e-9 * static_cast<double>(k));
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// In turn, so that all of them see the machine as it is.
template <typename... Evaluate>
std::vector<double> nanoseconds_of(const Evaluate&... evaluate) {
  std::vector<long> times;
  const auto find_times = [&](const auto& one) {
    long count = 1;
    while (seconds_of(one, count) < long_enough) count *= 2;
    times.push_back(count);
  };
  (find_times(evaluate), ...);
  std::vector<double> shortest(times.size(), 1e9);
  for (int k = 0; k < repetitions; ++k) {
    std::size_t i = 0;
    const auto measure = [&](const auto& one) {
      const double each = 1e9 * seconds_of(one, times[i]) / static_cast<double>(times[i]);
      shortest[i] = std::min(shortest[i], each);
      ++i;
    };
    (measure(evaluate), ...);
  }
  return shortest;
}

// A Modelica model as a C function. No problem has an algebraic loop, so no loop solver is needed.
struct Compiled {
  Compiled(const bw::equation::FlatModel& flat, bw::equation::CompilerChoice compiler)
      : machine(bw::equation::make_machine(flat, compiler)), state(*machine) {
    state.begin(0, {});
    state.initialise(flat.name);
    state.save(saved);
  }
  void operator()(double t, std::vector<double>& x, std::vector<double>& dx) {
    machine->functions().derivatives(t, x.data(), saved.memory.data(), dx.data(), nullptr, nullptr);
  }
  std::shared_ptr<const bw::equation::Machine> machine;
  bw::equation::RunState state;
  bw::equation::RunState::Saved saved;
};

struct Ratios {
  double system = 0, tiny = 0;
};

Ratios measure(const IvpProblem& problem) {
  const bw::equation::FlatModel flat = bw::test::read_problem(problem.name);
  Compiled system(flat, bw::equation::CompilerChoice::system),
      tiny(flat, bw::equation::CompilerChoice::tiny);
  std::vector<double> x(problem.size()), dx(problem.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = (problem.x0[i] + problem.end[i]) / 2;
  const std::vector<double> ns =
      nanoseconds_of([&](double t) { problem.f(t, x, dx); }, [&](double t) { system(t, x, dx); },
                     [&](double t) { tiny(t, x, dx); });
  const Ratios ratios{ns[1] / ns[0], ns[2] / ns[0]};
  std::printf("%s,%zu,%.4g,%.4g,%.4g,%.3f,%.3f\n", std::string(problem.name).c_str(), x.size(),
              ns[0], ns[1], ns[2], ratios.system, ratios.tiny);
  std::fflush(stdout);
  return ratios;
}

}  // namespace

int main(int count, char** words) {
  const std::string pattern = count > 1 ? words[1] : "";
  std::puts(
      "problem,states,by_hand_ns,system_compiler_ns,tiny_compiler_ns,system_ratio,tiny_ratio");
  Ratios largest;
  for (const IvpProblem& problem : bw::test::ivp_problems()) {
    if (std::string(problem.name).find(pattern) == std::string::npos) continue;
    const Ratios ratios = measure(problem);
    largest = {std::max(largest.system, ratios.system), std::max(largest.tiny, ratios.tiny)};
  }
  std::printf("largest,,,,,%.3f,%.3f\n", largest.system, largest.tiny);
  return largest.system <= 1.5 ? 0 : 1;
}
