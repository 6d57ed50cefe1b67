#pragma once
// Certifies by fallback order: one base method after the other. Each gets a small share of the
// work, and the best of them the rest when none has succeeded. Where chains have discontinuities
// and the components can roll back, events are located from then on.

#include <limits>
#include <string>
#include <vector>

#include "cosim/certify/certificate.h"
#include "cosim/chain/chain.h"
#include "cosim/master/choose.h"
#include "cosim/master/master.h"

namespace bw::cosim {

struct LadderPlan {
  CertifyPlan common{};  // base method, expansion, chains and events are set from below
  std::vector<BaseChoice> bases{};
  Structure structure{};
  bool can_locate_events = false;
  long work_limit = 3'000'000;  // advances of all components, with all base methods
  std::size_t components = 1;   // the number that is stepped
};

// What a base method came to.
struct AttemptRecord {
  std::size_t base = 0;  // index in the fallback order
  Certificate::Outcome outcome{};
  bool saw_kinks = false;
  bool located_events = false;
  double estimate = std::numeric_limits<double>::infinity();
  std::string failed_check{};
  long advances = 0, chains_run = 0;
  std::vector<LevelRecord> levels{};
};

struct Climb {
  Certificate best{};
  std::size_t base = 0;                   // index of the best one in the fallback order
  std::vector<std::size_t> left{};        // those that failed to certify before it
  std::vector<AttemptRecord> attempts{};  // in the order of computation
  // Totals.
  long advances = 0, chains_run = 0;
  std::vector<Path::ComponentCount> components{};
};

Climb climb(ChainRunner& runner, const LadderPlan& plan);

}  // namespace bw::cosim
