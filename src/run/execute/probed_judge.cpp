// What the runs of a single co-simulation FMU say about its rows.

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "base/text.h"
#include "cosim/chain/chain.h"
#include "run/execute/probed.h"
#include "run/publish/variation.h"

namespace bw::run {
namespace {

using cosim::Path;
using Kind = Variation::Kind;

constexpr double tolerance_factor = 0.1;
constexpr double least_tolerance = 1e-13;  // that a solver in double precision may be given
constexpr int most_refinement = 4;
constexpr double aim = 0.8;  // of the tolerance, for a refinement

}  // namespace

std::string ProbedRun::irregular(const Variation& found, const std::string& of) const {
  return columns_.name_of(found.column) + " does not converge with " + of + ": it changes by " +
         tolerances_text(found.change) + ", most at t = " + brief(times_[found.row]);
}

void ProbedRun::compare_discretes(const Path& one, const Path& other) {
  const auto row = first_other_row(one.discretes, other.discretes, columns_.discretes());
  if (row && why_.empty())
    why_ = "a discrete variable at t = " + brief(times_[*row]) +
           " depends on the communication step or the FMU tolerance";
}

void ProbedRun::vary_tolerance(std::size_t mesh) {
  const double square = tolerance_factor * tolerance_factor;
  const double first =
      plan_.tolerance * square < least_tolerance ? plan_.tolerance / square : plan_.tolerance;
  const std::array<Variant, 3> variants{Variant{first, false, mesh},
                                        Variant{first * tolerance_factor, false, mesh},
                                        Variant{first * square, false, mesh}};
  expect({1}, {variants[0], variants[1]});
  std::array<std::span<const double>, 3> rows;
  std::array<const Path*, 3> paths{};
  for (std::size_t k = 0; k < 3; ++k) {
    paths[k] = made(1, variants[k]);
    if (paths[k] == nullptr) return;
    rows[k] = paths[k]->reals;
    // What the first factor does not change at all, the second will not either.
    if (k == 1 && paths[0]->reals == paths[1]->reals && paths[0]->discretes == paths[1]->discretes)
      return;
  }
  by_tolerance_ = vary_tolerances(rows, weights_);
  by_tolerance_.row *= strides_[mesh];
  found_.takes_tolerance = true;
  has_evidence_ = by_tolerance_.kind == Kind::converges;
  best_.tolerance = variants[2].tolerance;
  if (by_tolerance_.kind == Kind::irregular && !is_probing_long_ && why_.empty())
    why_ = irregular(by_tolerance_, "smaller tolerances of the FMU");
  if (!is_probing_long_) compare_discretes(*paths[1], *paths[2]);
}

void ProbedRun::probe_tolerances() {
  best_.tolerance = plan_.tolerance;
  if (!may_work(3)) return;
  vary_tolerance(0);
  if (why_.empty() && !has_evidence_) probe_long_steps();
}

// With short communication steps an accurate solver takes one step in each, whatever its tolerance.
void ProbedRun::probe_long_steps() {
  const Variation before = by_tolerance_;
  const Variant best = best_;
  const bool took = found_.takes_tolerance;
  is_probing_long_ = true;
  for (std::size_t mesh = 1; mesh < meshes_.size() && !has_evidence_ && !interruption_; ++mesh) {
    if (plan_.varies_step) vary_tolerance(mesh);
    if (has_evidence_) long_mesh_ = mesh;
  }
  is_probing_long_ = false;
  if (has_evidence_) return;
  by_tolerance_ = before;
  best_ = best;
  found_.takes_tolerance = took;
}

Variation ProbedRun::vary(const Variant& variant) {
  std::vector<int> divisors;
  for (const int divisor : step_divisors) divisors.push_back(coarsest_ * divisor);
  expect(divisors, {variant});
  std::vector<std::span<const double>> rows;
  const Path *last = nullptr, *before = nullptr;
  for (const int divisor : divisors) {
    before = last;
    last = made(divisor, variant);
    if (last == nullptr) return {};
    rows.emplace_back(last->reals);
  }
  compare_discretes(*before, *last);
  return vary_steps(rows, weights_);
}

// True: it was, and the variation of the step is another one.
bool ProbedRun::refine(const Variant& variant) {
  const double left = std::max(0.1, aim - by_tolerance_.remaining);
  const double needed = std::pow(by_step_.remaining / left, 1 / std::max(1.0, by_step_.order));
  if (!(needed > 1) || needed > most_refinement) return false;
  coarsest_ = static_cast<int>(std::ceil(needed));
  const std::string before = why_;
  if (!may_work(18.0 * coarsest_)) {
    why_ = before;
    coarsest_ = 1;
    return false;
  }
  by_step_ = vary(variant);
  return true;
}

void ProbedRun::probe_steps() {
  const bool is_driven = held_table_ != nullptr;
  if (!plan_.varies_step) {
    if (is_driven && why_.empty())
      why_ = "the FMU accepts one step size only, and inputs of the table are held over each step";
    return;
  }
  if (!may_work(is_driven && !has_evidence_ ? 35 : 17)) return;
  // Inputs that are held converge with shorter steps whatever the FMU does inside.
  if (is_driven && !has_evidence_) {
    const Variation alone = vary({best_.tolerance, true});
    if (!why_.empty()) return;
    if (alone.kind == Kind::irregular) why_ = irregular(alone, "shorter communication steps");
    has_evidence_ = alone.kind == Kind::converges;
  }
  by_step_ = vary(best_);
  if (!why_.empty()) return;
  if (by_step_.kind == Kind::converges && by_step_.remaining + by_tolerance_.remaining > 1)
    refine(best_);
  if (by_step_.kind == Kind::irregular && why_.empty())
    why_ = irregular(by_step_, "shorter communication steps");
  if (by_step_.kind == Kind::converges && !is_driven) has_evidence_ = true;
}

// What the long steps say about the tolerance must fit the rows that are delivered.
void ProbedRun::compare_long(std::size_t mesh) {
  const Path* fine = finest();
  const Path* coarse = made(1, {best_.tolerance, false, mesh});
  if (fine == nullptr || coarse == nullptr || held_table_ != nullptr) return;
  std::vector<double> rows;
  const std::size_t columns = columns_.reals(), stride = strides_[mesh] * columns;
  for (std::size_t at = 0; at + columns <= fine->reals.size(); at += stride)
    rows.insert(rows.end(), fine->reals.begin() + static_cast<std::ptrdiff_t>(at),
                fine->reals.begin() + static_cast<std::ptrdiff_t>(at + columns));
  if (rows.size() != coarse->reals.size()) return;
  const Variation found = difference(coarse->reals, rows, weights_);
  if (found.change <= by_tolerance_.remaining) return;
  by_tolerance_.remaining = found.change;
  by_tolerance_.column = found.column;
  by_tolerance_.row = found.row * strides_[mesh];
}

// The verdict follows from found_ and why_.
void ProbedRun::conclude() {
  found_.converges = why_.empty() && has_evidence_;
  found_.step = by_step_.remaining;
  found_.tolerance = by_tolerance_.remaining;
  found_.order = by_step_.order;
  const Variation& worst = found_.step >= found_.tolerance ? by_step_ : by_tolerance_;
  found_.worst = columns_.name_of(worst.column);
  found_.worst_time = times_[worst.row];
  if (!why_.empty()) return;
  if (!has_evidence_)
    why_ = std::string("the rows depend neither on ") +
           (plan_.varies_step ? "the communication step" : "anything that can be varied") +
           (plan_.varies_step ? " nor on" : ", such as") +
           " the tolerance given to the FMU: its own error cannot be seen from outside";
  else if (!(found_.total() <= 1))
    why_ = "the rows still depend on " +
           std::string(found_.step >= found_.tolerance ? "the communication step"
                                                       : "the tolerance given to the FMU") +
           ": " + found_.worst + " by about " + tolerances_text(found_.total()) +
           " at t = " + brief(found_.worst_time);
}

void ProbedRun::probe() {
  probe_tolerances();
  if (why_.empty()) probe_steps();
  if (why_.empty() && long_mesh_ > 0) compare_long(long_mesh_);
  conclude();
}

}  // namespace bw::run
