#pragma once
// What a certified run is to do, and what comes of it. How it is done: certify.h.

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "cosim/chain/chain.h"
#include "cosim/chain/mesh.h"
#include "cosim/master/master.h"

namespace bw::cosim {

// A real column of the rows.
struct CertifiedColumn {
  double absolute = 0;         // tolerance
  bool feeds_through = false;  // it may show the inputs of the last step: its error has all powers
  bool delivered = true;       // else it is looked at by the checks only
  // A connected input: the output that drives it, scaled. Its error counts, the checks look at the
  // output only.
  bool repeats_another = false;
  std::optional<std::size_t> signal{};  // of the coupling, where it is one
};

struct CertifyPlan {
  const MasterKind* base = nullptr;
  MasterOptions options{};
  Expansion expansion{};
  int most_chains = 8;
  bool feed_through = false, algebraic_loop = false;  // see Structure
  const Mesh* mesh = nullptr;
  const Mesh* unrefined = nullptr;   // where `mesh` is the refinement of another one
  bool leaves_for_kinks = false;     // because another mesh resolves them: Certificate::places
  int first_level = 1;               // communication steps per interval to begin with
  std::vector<int> allowed_steps{};  // in an interval, rising; empty: any
  double relative = 1e-4;
  std::vector<CertifiedColumn> columns{};
  bool leaves_at_kinks = false;  // because another base does better with them
  bool leaves_at_jumps = false;  // because events could be located: Certificate::saw_jumps
  bool rolls_back = false;       // see ChainOrder
  bool has_solvers = false;      // components solve their equations with errors of their own
  bool locates_events = false;
  bool leaves_without_events = false;  // because there may be none to locate: Outcome::no_events
  int no_events_until = 0;   // steps in an interval of chains that located events and found none
  int seems_to_jump_at = 0;  // of one that does not locate them: so many are located at least
  double event_resolution = 0;
};

// What the chains of one level came to.
struct LevelRecord {
  int level = 1;                                              // communication steps per interval
  int chains = 0;                                             // examined together
  double estimate = std::numeric_limits<double>::infinity();  // in units of the tolerance
  double order = 0;
  std::string failed_check{};  // the last one; empty: all were passed
};

struct Certificate {
  enum class Outcome {
    met,
    not_met,   // the best estimate is above the tolerance, and the work limit is reached
    rounding,  // likewise, and what limits it is the noise of the components or of the arithmetic
    no_asymptotics,  // no level passed its checks: there is no estimate
    hidden_mode,     // something is faster than the steps and does not show in the chains
    events_differ,   // not the same events in all chains
    rough,           // jumps that cannot be located: the finest chain with an estimate of order 1
    jumps,           // see leaves_at_jumps
    no_events,       // see leaves_without_events
    kinks,           // a finer mesh resolves them: see `places`
    failed,          // chains did not get to the end: see `path`
    interrupted
  };
  Outcome outcome = Outcome::no_asymptotics;
  double estimate = std::numeric_limits<double>::infinity();  // in units of the tolerance
  std::vector<double> rows{};                                 // extrapolated reals, row after row
  std::vector<double> errors{};                               // estimates of them, absolute
  std::vector<double> per_column{};  // largest over time, in units of the tolerance
  std::size_t worst_column = 0, worst_row = 0;
  Path path{};  // of the finest chain that was used: discrete values, bells, events
  std::vector<double> event_times{}, event_errors{};  // extrapolated
  int steps = 0;              // of the finest chain that was used, in an interval
  int level = 0, chains = 0;  // communication steps per interval; how many chains were combined
  double closeness = std::numeric_limits<double>::infinity();  // of two chains, on the last level
  bool is_exhausted = false;                                   // the work limit is what ended it
  double order = 0;                                            // observed
  double scan = 0;                    // kappa: see scan.h; 0: nothing to scan
  bool saw_jumps = false;             // chains jumped and events are not located
  bool saw_kinks = false;             // the order is right, and yet columns do not get better
  std::vector<Mesh::Fine> places{};   // of kinks that the mesh does not resolve
  std::string failed_check{};         // a sentence about the last check that was not passed
  double failed_at = 0;               // time, where it is known
  std::vector<LevelRecord> levels{};  // in the order of computation
  // All chains and probes together.
  long advances = 0, chains_run = 0;
  std::vector<Path::ComponentCount> components{};
};

}  // namespace bw::cosim
