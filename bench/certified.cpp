// Certified co-simulation on the systems of docs/certified.md: what it says of its error, what the
// error is, and what it costs; and what step doubling costs for the same error.
//
// usage: certified [--systems NAME,...] [--tolerances 1e-3,...] [--bases auto,gauss-seidel,...]
//                  [--random KIND:FIRST:LAST] [--doubling ADVANCES] [--work ADVANCES]
//
// --doubling 0 leaves step doubling out. KIND is smooth, stiff or jumping. CSV on the standard
// output: `estimate` and `error` are in units of R |y| + R, the largest over rows and signals;
// `advances` are doSteps of all components. Step doubling is gauss-seidel with an error test in
// every step, its tolerance (under `estimate`) tuned until the error is what it should be; where
// that takes too long, advances are extrapolated from the last two runs, and the outcome says so.

#include <cstdio>
#include <cstdlib>
#include <string>

#include "step_doubling.h"
#include "support/cosim/certified_systems.h"
#include "support/cosim/certifying.h"
#include "support/cosim/random_networks.h"

namespace {

using namespace bw::test;

std::vector<std::string> split(const std::string& text, char mark) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(mark, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

struct Order {
  std::vector<CoupledSystem> systems;
  std::vector<double> tolerances{1e-3, 1e-5, 1e-7};
  std::vector<std::string> bases{"auto"};
  long doubling = 500'000, work = 3'000'000;
};

// Those of table B5.
std::vector<CoupledSystem> usual_systems() {
  std::vector<CoupledSystem> all = smooth_systems();
  for (const char* name : {"ring_3_direct", "algebraic_0.25", "algebraic_0.81", "algebraic_2.25",
                           "saturated_pi", "displacement_displacement_k1e4"})
    all.push_back(find_system(name));
  return all;
}

void add_random(const std::string& text, std::vector<CoupledSystem>& systems) {
  const std::vector<std::string> words = split(text, ':');
  const NetworkKind kind = words[0] == "stiff"     ? NetworkKind::stiff
                           : words[0] == "jumping" ? NetworkKind::jumping
                                                   : NetworkKind::smooth;
  for (auto seed = std::stoul(words.at(1)); seed <= std::stoul(words.at(2)); ++seed)
    systems.push_back(random_network(seed, kind));
}

Order read(int count, char** words) {
  Order order;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string option = words[i], value = words[i + 1];
    if (option == "--systems") {
      for (const std::string& name : split(value, ','))
        for (const CoupledSystem& system :
             name == "all" ? all_systems() : std::vector{find_system(name)})
          order.systems.push_back(system);
    } else if (option == "--tolerances") {
      order.tolerances.clear();
      for (const std::string& t : split(value, ',')) order.tolerances.push_back(std::stod(t));
    } else if (option == "--bases") {
      order.bases = split(value, ',');
    } else if (option == "--random") {
      add_random(value, order.systems);
    } else if (option == "--doubling") {
      order.doubling = std::stol(value);
    } else if (option == "--work") {
      order.work = std::stol(value);
    } else {
      std::fprintf(stderr, "certified: there is no option %s\n", option.c_str());
      std::exit(2);
    }
  }
  if (order.systems.empty()) order.systems = usual_systems();
  return order;
}

void print(const std::string& system, const std::string& base, double tolerance,
           const std::string& outcome, double estimate, double error, double advances) {
  std::printf("%s,%s,%g,%s,%.3g,%.3g,%.6g\n", system.c_str(), base.c_str(), tolerance,
              outcome.c_str(), estimate, error, advances);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  const Order order = read(count, words);
  std::puts("system,base,tolerance,outcome,estimate,error,advances");
  for (const CoupledSystem& system : order.systems) {
    TrialOptions options;
    options.work_limit = order.work;
    const Reference truth = system.reference(even_times(system.stop, options.rows));
    for (const double tolerance : order.tolerances)
      for (const std::string& base : order.bases) {
        options.tolerance = tolerance;
        options.base = base;
        const Trial trial = certified(system, options, truth);
        print(system.name, base == "auto" ? "auto:" + trial.base : base, tolerance,
              name(trial.certificate.outcome) + (trial.certificate.saw_jumps ? "+jumps" : ""),
              trial.certificate.estimate, trial.error, static_cast<double>(trial.advances));
      }
    if (order.doubling == 0) continue;
    StepDoubling doubling(system, order.doubling);
    for (const double tolerance : order.tolerances) {
      const StepDoubling::Answer answer = doubling.meet(tolerance);
      print(system.name, "step-doubling", tolerance, answer.outcome, answer.tolerance, answer.error,
            answer.advances);
    }
  }
}
