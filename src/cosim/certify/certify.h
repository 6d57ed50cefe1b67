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

#include <memory>

#include "cosim/certify/certificate.h"
#include "cosim/chain/chain.h"

namespace bw::cosim {

// With one base. Where the work that it is given does not do, it can go on later; nothing is
// computed twice.
class Certifier {
 public:
  Certifier(ChainRunner& runner, const CertifyPlan& plan);
  ~Certifier();
  Certifier(Certifier&&) noexcept;
  Certifier& operator=(Certifier&&) noexcept;

  void proceed(long work_limit);  // limit: advances of all components, earlier ones included
  // The checks of its result that the work limit interrupted, and no further chains.
  void finish_checks(long work_limit);
  Certificate& certificate();
  const Certificate& certificate() const;
  bool is_decided() const;  // more work would change nothing

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace bw::cosim
