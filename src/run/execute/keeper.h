#pragma once
// Keeps the rows of an integration or chain whose rows are in memory only, for the case that the
// process of the run dies (result/kept_rows.h). Does nothing where nobody supervises the run.

#include <span>

#include "base/value.h"
#include "result/kept_rows.h"
#include "run/execute/execute.h"

namespace bw::run {

class Keeper {
 public:
  // `run` outlives it.
  explicit Keeper(const Execution& run);
  ~Keeper() { result::KeptRows::end(take_); }
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  bool keeps() const { return take_ != nullptr; }
  // Time in seconds; of the columns the recorded ones, which come first.
  void row(double time, std::span<const double> reals, std::span<const Discrete> discretes);

 private:
  const Execution& run_;
  result::KeptRows* kept_;
  result::KeptRows::Take* take_ = nullptr;
  std::size_t reals_ = 0, discretes_ = 0;  // recorded
};

}  // namespace bw::run
