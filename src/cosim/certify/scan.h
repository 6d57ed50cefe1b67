#pragma once
// Hidden fast modes. Components with time constants far below the step can make chains converge,
// with the right order, to a wrong limit. Nothing in the chains shows it; probes at the start do:
//
//   for j = 0..5: h_j = (H / 5) 4^-j, W = 4 h_j; gauss-seidel over [t_0, t_0 + W] with 4 and with
//   16 steps; d_j their difference; c_j = d_j / h_j^2, or d_j / h_j where a loop is algebraic
//   kappa = max c_j / c_0
//
// Direct feedthrough shows inputs a step late, so that d_j is of first order in h_j however well
// the steps resolve everything: kappa is large, and the step of a mode is that of max d_j / h_j.
//
// Where it is of first order on all scales, within a power of 0.25, there is no mode between them:
// then a row with 16 times as many steps as the finest chain is compared, instead of 256 times.
//
// The first 4 of the 16 steps are the probe with the steps h_{j+1}, so that there is one probe per
// scale. kappa is about 1 where the steps resolve everything: then errors of first order scale with
// h. Above 10, the first row is computed again with very fine steps and compared with the result.
// Three more scales, a factor of 64 apart, count only where d_j grows by 100: a mode does, noise of
// the components does not.
// A mode that is too slow for these probes, or is excited later, is searched where there is a
// reason to: chains that converge with first order although their base method and the components
// promise the second. A component that is much faster than the steps makes them look so, because
// its outputs nearly have direct feedthrough; the limit is then wrong by the change of the signals
// in its time constant. So between some later rows, from the point that long steps reach, the
// chains are repeated and compared with very fine steps.

#include "cosim/certify/certificate.h"
#include "cosim/certify/chain_pool.h"
#include "cosim/master/master.h"

namespace bw::cosim {

constexpr double suspicious_scan = 10;

struct Scanned {
  double kappa = 0;
  double fastest = 0;  // the step h_j that a mode shows in most
  // Direct feedthrough, and nothing else: d_j is proportional to h_j on all scales.
  bool is_first_order = false;
};

// kappa of communication steps of length `step` at the start, with the sizes of `rows`; 0: nothing
// to scan; infinity: a probe failed.
Scanned scan(const CertifyPlan& plan, double step, const std::vector<double>& rows,
             ChainPool& pool);

// A result to compare with very fine steps: the extrapolation of chains with these steps per
// interval.
struct Compared {
  std::vector<int> steps{};
  Expansion expansion{};
  double limit = 0;  // of the difference, in units of the largest values
};

// Compares the first row with very fine steps, those below the fastest mode of the scan: it must
// agree within the limit or a share of the tolerance.
struct Checked {
  std::string complaint{};  // empty: it agrees
  double off = 0;           // difference to add to the error, in units of the tolerance
};
Checked check_first_row(const CertifyPlan& plan, const std::vector<double>& rows,
                        const Compared& compared, const Scanned& scanned, ChainPool& pool);
// Likewise between some later rows without any event: long steps shift events.
std::string check_later_rows(const CertifyPlan& plan, const std::vector<double>& rows,
                             const Compared& compared, double fastest, ChainPool& pool);

}  // namespace bw::cosim
