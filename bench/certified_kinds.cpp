// Certified runs of the generated kinds of systems that are not smooth (tests/support/cosim:
// sharp_systems, bent_systems): what is said of the error, what the error is, and what it costs.
//
// usage: certified_kinds [--kinds lag,servo,...] [--seeds FIRST:LAST] [--tolerances 1e-3,...]
//                        [--work ADVANCES] [--attempts yes]
//
// CSV on the standard output, a line per run; certified_kinds.sh counts them. With --attempts the
// standard error shows what each base method did, level by level. `judged` is
//
//   right    trusted, and the error is within the tolerance
//   lie      trusted, and it is not
//   timid    not trusted, although the error of the rows is within the tolerance
//   refused  not trusted, and the rows are wrong

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "support/cosim/bent_systems.h"
#include "support/cosim/certifying.h"
#include "support/cosim/hybrid.h"
#include "support/cosim/sharp_systems.h"

namespace {

using namespace bw::test;

struct Family {
  std::function<CoupledSystem(std::uint64_t seed)> make;
  int rows;
};

std::vector<std::pair<std::string, Family>> families() {
  std::vector<std::pair<std::string, Family>> all;
  for (const SharpKind kind : sharp_kinds)
    all.emplace_back(name(kind),
                     Family{[kind](auto seed) { return sharp_system(seed, kind); }, 20});
  for (const BentKind kind : bent_kinds())
    all.emplace_back(name(kind), Family{[kind](auto seed) { return bent_system(kind, seed); }, 50});
  return all;
}

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
  std::vector<std::string> kinds{};
  std::uint64_t first = 1, last = 40;
  std::vector<double> tolerances{1e-3, 1e-5, 1e-7, 1e-9};
  long work = 3'000'000;
  bool attempts = false;
};

Order read(int count, char** words) {
  Order order;
  for (const auto& [kind, family] : families()) order.kinds.push_back(kind);
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string option = words[i], value = words[i + 1];
    if (option == "--kinds") {
      order.kinds = split(value, ',');
    } else if (option == "--seeds") {
      const auto ends = split(value, ':');
      order.first = std::stoul(ends.front());
      order.last = std::stoul(ends.back());
    } else if (option == "--tolerances") {
      order.tolerances.clear();
      for (const std::string& t : split(value, ',')) order.tolerances.push_back(std::stod(t));
    } else if (option == "--work") {
      order.work = std::stol(value);
    } else if (option == "--attempts") {
      order.attempts = value == "yes";
    } else {
      std::fprintf(stderr, "certified_kinds: there is no option %s\n", option.c_str());
      std::exit(2);
    }
  }
  return order;
}

const char* judged(bool met, bool right) {
  return met ? (right ? "right" : "lie") : right ? "timid" : "refused";
}

void show_attempts(const Trial& trial) {
  for (const bw::cosim::AttemptRecord& attempt : trial.attempts) {
    std::fprintf(stderr, "  %s%s: %s, estimate %.3g, %ld doSteps in %ld runs; %s\n",
                 trial.bases[attempt.base].c_str(), attempt.located_events ? ", events" : "",
                 name(attempt.outcome).c_str(), attempt.estimate, attempt.advances,
                 attempt.chains_run, attempt.failed_check.c_str());
    for (const bw::cosim::LevelRecord& level : attempt.levels)
      std::fprintf(stderr, "    level %d, %d chains: estimate %.3g, order %.2g; %s\n", level.level,
                   level.chains, level.estimate, level.order, level.failed_check.c_str());
  }
}

void run(const std::string& kind, const Family& family, std::uint64_t seed, const Order& order) {
  const CoupledSystem system = family.make(seed);
  TrialOptions options;
  options.rows = family.rows;
  options.work_limit = order.work;
  const SharpTruth truth(system, options.rows);
  for (const double tolerance : order.tolerances) {
    options.tolerance = tolerance;
    const Trial trial = certified(system, options, truth.after());
    const bw::cosim::Certificate& found = trial.certificate;
    const double error = truth.error(trial, tolerance);
    const bool met = found.outcome == bw::cosim::Certificate::Outcome::met;
    std::printf("%s,%llu,%g,%s,%s,%s,%.3g,%.3g,%ld,\"%s\"\n", kind.c_str(),
                static_cast<unsigned long long>(seed), tolerance, judged(met, error <= 1),
                trial.base.c_str(), name(found.outcome).c_str(), found.estimate, error,
                trial.advances, found.failed_check.c_str());
    std::fflush(stdout);
    if (order.attempts) show_attempts(trial);
  }
}

// A seed without a good system is left out.
void try_seed(const std::string& kind, const Family& family, std::uint64_t seed,
              const Order& order) {
  try {
    run(kind, family, seed, order);
  } catch (const HopelessSystem& hopeless) {
    std::fprintf(stderr, "%s %llu: %s\n", kind.c_str(), static_cast<unsigned long long>(seed),
                 hopeless.what());
  }
}

}  // namespace

int main(int count, char** words) {
  const Order order = read(count, words);
  std::puts("kind,seed,tolerance,judged,base,outcome,estimate,error,advances,failed_check");
  for (const auto& [kind, family] : families())
    for (std::uint64_t seed = order.first; seed <= order.last; ++seed)
      for (const std::string& wanted : order.kinds)
        if (wanted == kind) try_seed(kind, family, seed, order);
}
