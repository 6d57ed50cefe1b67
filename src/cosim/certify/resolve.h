#pragma once
// Whether a result is free of what no chain resolved: modes that are faster than the steps, at the
// start or excited later, and features within a step.
//
//   scan at the start (scan.h); suspicious: compare the first row with very fine steps
//   spots.h: short intervals around what moved suddenly
//   of first order: likewise with later rows where another order was expected; later_modes.h
//   solver_errors.h, in the end: what all chains contain

#include <string>

#include "cosim/certify/certificate.h"
#include "cosim/certify/chain_pool.h"
#include "cosim/certify/scan.h"

namespace bw::cosim {

class Resolver {
 public:
  Resolver(const CertifyPlan& plan, ChainPool& pool) : plan_(plan), pool_(pool) {}

  enum class Kind {
    yes,
    no,
    not_known,
    coarse  // the estimate was too small
  };
  struct Answer {
    Kind kind = Kind::yes;
    std::string complaint{};  // but for `yes`
    double time = 0;
    double constant = 0;  // of a mode that is excited later; 0: none
  };

  // `best` is the result of the chains `kept`. Its estimate and rows may change.
  Answer resolve(const Compared& kept, Certificate& best);

 private:
  Answer look_for_modes(const Compared& kept, Certificate& best);
  Answer look_into_solvers(const Compared& kept, Certificate& best);
  std::string compare_first_row(const Compared& kept, Certificate& best);
  std::string compare_later_rows(const Compared& kept, const Certificate& best);
  Answer settle_spots(const Compared& kept, Certificate& best);
  Answer search_later_modes(const Compared& kept, Certificate& best);
  Answer lacks_work() const;

  const CertifyPlan& plan_;
  ChainPool& pool_;
  bool hid_from_rows_ = false;  // very fine steps changed a row of an earlier result
  bool is_suspicious_ = false;  // by the scan, or because of that
  bool settled_ = false;        // short intervals around spots gave second order
};

}  // namespace bw::cosim
