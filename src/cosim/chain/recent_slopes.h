#pragma once
// The slopes of all real signals of a chain in its last five steps: what find_kinks.h and
// find_spots.h judge.

#include <cstddef>
#include <vector>

#include "base/tolerance.h"
#include "cosim/coupling/coupling.h"
#include "model/signals.h"

namespace bw::cosim {

class RecentSlopes {
 public:
  static constexpr int kept = 5;

  RecentSlopes(const Coupling& coupling, const Tolerance& tolerance);

  // After each accepted step, from t of length h.
  void see(double t, double h, const Signals& now);
  void forget(const Signals& now);  // the previous steps: begin again from here

  std::size_t size() const { return absolute_.size(); }  // signals
  int seen() const { return memory_.seen; }              // steps since the start or forget()
  bool is_first() const { return memory_.is_first; }     // nothing has been forgotten
  // Of the last steps, the oldest first; 0 where there was none.
  const double* of(std::size_t signal) const { return memory_.slopes.data() + signal * kept; }
  const double* begins() const { return memory_.begin; }
  const double* lengths() const { return memory_.length; }
  double weight(std::size_t signal) const;  // its tolerance at its last value
  // Raises the rates of signals, in tolerances per time, to those of the last step. Not soon after
  // the start or an event, where signals may still catch up.
  void raise(std::vector<double>& rates) const;

  // For a rollback.
  struct Memory {
    std::vector<double> values, slopes;  // five slopes of each signal
    double begin[kept] = {}, length[kept] = {};
    int seen = 0;
    bool is_first = true;
  };
  const Memory& memory() const { return memory_; }
  void remember(const Memory& memory) { memory_ = memory; }

 private:
  double relative_;
  std::vector<double> absolute_;  // tolerances
  Memory memory_;
};

}  // namespace bw::cosim
