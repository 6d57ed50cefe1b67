#pragma once
// Combines the chains of one level: their extrapolations D_k, the differences of these, and the
// check that the chains behave as extrapolation assumes.
//
//   y_i   rows of chain i;   D_k = sum_{i <= k} w_i y_i   (math/extrapolation.h)
//   two sizes of a difference d: in units of the tolerance, max |d| / (R |D_k| + A), over delivered
//   columns; and in units of each column's largest value, over all columns, for the checks
//
// The change E_k = |D_k - D_{k-1}| is the error of D_{k-1}. Where changes shrink fast and alike,
// that of D_k, which is delivered, is about E_k^2 / E_{k-1}: see share_left().
//
// Columns with direct feedthrough have an error with all powers of the step for any base method,
// and weights of their own.

#include <cmath>
#include <string>
#include <vector>

#include "cosim/certify/certificate.h"
#include "cosim/chain/chain.h"
#include "cosim/master/master.h"

namespace bw::cosim {

struct Differences {
  double tolerance = 0;  // in units of it
  double scale = 0;      // in units of the largest values
};

class Tableau {
 public:
  Tableau(const CertifyPlan& plan, Expansion expansion) : plan_(&plan), expansion_(expansion) {}

  // The next chain, with more steps per interval than the previous ones; `path` must outlive the
  // tableau.
  void add(int steps, const Path& path);
  std::size_t size() const { return paths_.size(); }
  const Path& finest() const { return *paths_.back(); }
  const Path& path(std::size_t i) const { return *paths_[i]; }
  int steps(std::size_t i) const { return steps_[i]; }
  int finest_steps() const { return steps_.back(); }
  double scale(std::size_t column) const { return scales_[column]; }  // its largest value

  Expansion expansion() const { return expansion_; }
  const std::vector<double>& extrapolated() const { return latest_; }   // D_k
  const std::vector<Differences>& changes() const { return changes_; }  // E_2, E_3, ...
  Differences estimate() const;                                         // with safety factor
  std::vector<double> estimates() const;   // of every value of D_k, absolute, for display
  std::vector<double> per_column() const;  // largest over time, in units of the tolerance
  // Column and row of the largest estimate.
  struct Worst {
    std::size_t row = 0, column = 0;
  };
  Worst worst() const;
  // The chains are of second order with even powers and show no kinks: D_k itself can be judged.
  bool judges_delivered() const;
  // Rounding or noise is the limit, and it is above the tolerance.
  bool is_at_the_floor() const;
  double distance(const std::vector<double>& other) const;  // of D_k to `other`, in tolerances
  // The largest difference of the finest chain to the others, over all columns, delivered or not.
  Differences spread() const;
  std::vector<double> spreads() const;  // of every value, absolute, with safety factor
  // The largest differences between the rows of two chains or of an extrapolation.
  double between(std::size_t i, std::size_t k) const;

  // The checks; an empty sentence: passed.
  // Times of events, and their estimates.
  std::vector<double> event_times() const;
  std::vector<double> event_estimates() const;

  struct Regime {
    std::string complaint{};
    double order = 0;
    bool first_order = false;  // errors look like first order, which was not expected
    bool stalls = false;       // the only failure: columns do not converge
    bool discretes_differ = false;
    bool is_about_order = false;  // everything else was passed
    double time = 0;
  };
  Regime check() const;

 private:
  std::size_t columns() const { return plan_->columns.size(); }
  std::vector<double> combine(std::size_t chains) const;
  void measure();
  double weight(std::size_t column, double value) const {
    return plan_->relative * std::abs(value) + plan_->columns[column].absolute;
  }
  struct Trend {
    double cosine = 1, ratio = 1, last = 0;  // of the last three chains; rms of the last difference
    double most = 0;                         // of the differences to the last chain, in tolerances
    bool any = false;
  };
  double left() const;  // share_left() of the last changes, or 1
  Trend trend(bool feeds_through) const;
  std::string check_trend(bool feeds_through, Regime& regime) const;
  bool same_discretes() const;
  std::vector<double> event_times(std::size_t chains) const;
  double floor_of_events() const;
  bool row_near_event(Regime& regime) const;

  const CertifyPlan* plan_;
  Expansion expansion_;
  std::vector<const Path*> paths_;
  std::vector<int> steps_;
  std::vector<double> scales_;                  // of columns
  std::vector<double> latest_, before_;         // D_k, D_{k-1}
  std::vector<std::vector<double>> by_column_;  // E_k of each column, by tolerance
  std::vector<Differences> changes_;
  std::vector<double> floor_by_column_;  // by tolerance
  double floor_ = 0, floor_by_tolerance_ = 0;
};

constexpr double estimate_safety = 2;  // the factor on every estimate
constexpr int judging_chains = 4;      // that D_k itself can be judged with

// The share of E_k that is left in D_k, at most, by the last three changes in tolerances: four
// times E_{k-1} / E_{k-2}. 1 where E_k / E_{k-1} is larger, which is the first sign of noise, and
// where D_{k-1} is off by more than two tolerances: so what the changes do not show is at most
// that.
double share_left(double last, double before, double earlier);

// Whether both chains met the same events in the same intervals.
bool same_events(const Path& a, const Path& b, double resolution);

}  // namespace bw::cosim
