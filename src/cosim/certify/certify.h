#pragma once
// Certified co-simulation: the global error of a coupled run, estimated and driven below the
// tolerance. docs/certified.md has the mathematics and the evidence.
//
//   repeat with r = 1, 2, 4, ... communication steps per interval of the mesh:
//     chains with r, 2r, 3r, ... steps per interval; with k >= 3 of them
//       D_k = their extrapolation to step 0;  E_k = |D_k - D_{k-1}|
//       checks: is the error of the chains the power series that extrapolation assumes?
//       estimate = 2 max(E_k, 0.3 E_{k-1}^2 / E_{k-2}, rounding);   within the tolerance: deliver
//       add a chain, or halve the communication step, whichever is cheaper
//   until it is met, or the work limit is reached

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/tolerance.h"
#include "cosim/chain/chain.h"
#include "cosim/chain/mesh.h"
#include "cosim/master/master.h"

namespace bw::cosim {

// A real column of the rows.
struct CertifiedColumn {
  double absolute = 0;                  // tolerance
  bool feeds_through = false;           // direct feedthrough: its error has all powers of the step
  bool delivered = true;                // else it is used by the checks only
  std::optional<std::size_t> signal{};  // of the coupling, where it is one
};

struct CertifyPlan {
  const MasterKind* base = nullptr;
  MasterOptions options{};
  Expansion expansion{};
  int most_chains = 8;
  bool algebraic_loop = false;
  const Mesh* mesh = nullptr;
  std::vector<int> allowed_steps{};  // per interval, ascending; empty: any
  double relative = 1e-4;
  std::vector<CertifiedColumn> columns{};
  bool leaves_at_kinks = false;  // because another base method handles kinks better
  bool leaves_at_jumps = false;  // because events could be located: Certificate::saw_jumps
  bool locates_events = false;
  double event_resolution = 0;
};

struct Certificate {
  enum class Outcome {
    met,
    not_met,         // the best estimate is above the tolerance, and the work limit is reached
    rounding,        // likewise, limited by noise of the components or of the arithmetic
    no_asymptotics,  // no level passed its checks: there is no estimate
    hidden_mode,     // a mode is faster than the steps and does not show in the chains
    events_differ,   // not the same events in all chains
    rough,           // unlocated discontinuities: the finest chain with an estimate of order 1
    jumps,           // see leaves_at_jumps
    failed,          // chains did not reach the end: see `path`
    interrupted
  };
  Outcome outcome = Outcome::no_asymptotics;
  double estimate = std::numeric_limits<double>::infinity();  // in units of the tolerance
  std::vector<double> rows{};                                 // extrapolated reals, row-major
  std::vector<double> errors{};                               // their absolute error estimates
  std::vector<double> per_column{};  // largest over time, in units of the tolerance
  std::size_t worst_column = 0, worst_row = 0;
  Path path{};  // of the finest chain that was used: discrete values, bells, events
  std::vector<double> event_times{}, event_errors{};  // extrapolated
  int steps = 0;              // per interval, of the finest chain that was used
  int level = 0, chains = 0;  // communication steps per interval; number of chains combined
  double closeness = std::numeric_limits<double>::infinity();  // of two chains, on the last level
  bool is_exhausted = false;                                   // the work limit ended it
  double order = 0;                                            // observed
  double scan = 0;             // kappa: see scan.h; 0: nothing to scan
  bool saw_jumps = false;      // chains jumped and events are not located
  bool saw_kinks = false;      // the order is right, but columns do not converge
  std::string failed_check{};  // a sentence about the last failed check
  double failed_at = 0;        // time, where it is known
  // All chains and probes together.
  long advances = 0, chains_run = 0;
  std::vector<Path::ComponentCount> components{};
};

// Certifies with one base method. When the work limit is reached it can be continued later with a
// higher one; nothing is computed twice.
class Certifier {
 public:
  Certifier(ChainRunner& runner, const CertifyPlan& plan);
  ~Certifier();
  Certifier(Certifier&&) noexcept;
  Certifier& operator=(Certifier&&) noexcept;

  void proceed(long work_limit);  // limit: advances of all components, earlier ones included
  Certificate& certificate();
  const Certificate& certificate() const;
  bool is_decided() const;  // more work would change nothing

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace bw::cosim
