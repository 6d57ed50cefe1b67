#include "equation/sort/tear.h"

#include <queue>
#include <utility>

#include "base/run_control.h"

namespace bw::equation {
namespace {

class Tearing {
 public:
  Tearing(const Rows& unknowns, const std::vector<bool>& is_safe, const std::vector<bool>& curves)
      : unknowns_(unknowns),
        is_safe_(is_safe),
        equations_of_(transposed(unknowns, unknowns.size())),
        left_(unknowns.size()),
        weight_(unknowns.size()),
        is_known_(unknowns.size(), false),
        is_used_(unknowns.size(), false) {
    std::vector<bool> has_formula(unknowns.size(), false);
    for (std::size_t k = 0; k < is_safe.size(); ++k)
      if (is_safe[k]) has_formula[unknowns.values[k]] = true;
    for (std::uint32_t i = 0; i < unknowns.size(); ++i) {
      left_[i] = static_cast<std::uint32_t>(unknowns[i].size());
      weight_[i] = static_cast<std::uint32_t>(equations_of_[i].size());
      heaviest_.emplace(weight_[i], count() - 1 - i);
      if (left_[i] == 1) ready_.push_back(i);
    }
    for (std::uint32_t i = 0; i < unknowns.size(); ++i)
      if (!curves.empty() && curves[i] && !has_formula[i]) make_tear(i);
  }

  Torn find() {
    const std::size_t n = unknowns_.size();
    while (torn_.inner.size() + torn_.tears.size() < n) {
      throw_if_interrupted();
      if (!solve_next()) add_tear();
    }
    for (std::uint32_t i = 0; i < n; ++i)
      if (!is_used_[i]) torn_.residuals.push_back(i);
    return std::move(torn_);
  }

 private:
  std::uint32_t count() const { return static_cast<std::uint32_t>(unknowns_.size()); }

  bool solve_next() {
    while (!ready_.empty()) {
      const std::uint32_t equation = ready_.back();
      ready_.pop_back();
      if (is_used_[equation] || left_[equation] != 1) continue;
      for (std::uint32_t k = unknowns_.begins[equation]; k < unknowns_.begins[equation + 1]; ++k) {
        const std::uint32_t unknown = unknowns_.values[k];
        if (is_known_[unknown] || !is_safe_[k]) continue;
        is_used_[equation] = true;
        torn_.inner.push_back({equation, unknown});
        know(unknown);
        return true;
      }
    }
    return false;
  }

  // Weights only decrease, so that an outdated heap entry is too heavy and is reinserted.
  void add_tear() {
    while (true) {
      const auto [weight, turned] = heaviest_.top();
      const std::uint32_t unknown = count() - 1 - turned;
      heaviest_.pop();
      if (is_known_[unknown]) continue;
      if (weight != weight_[unknown]) {
        heaviest_.emplace(weight_[unknown], turned);
        continue;
      }
      return make_tear(unknown);
    }
  }

  void make_tear(std::uint32_t unknown) {
    torn_.tears.push_back(unknown);
    know(unknown);
  }

  void know(std::uint32_t unknown) {
    is_known_[unknown] = true;
    for (const std::uint32_t equation : equations_of_[unknown]) {
      if (--left_[equation] == 1 && !is_used_[equation]) ready_.push_back(equation);
      if (left_[equation] == 0)
        for (const std::uint32_t other : unknowns_[equation]) --weight_[other];
    }
  }

  const Rows& unknowns_;
  const std::vector<bool>& is_safe_;
  Rows equations_of_;
  std::vector<std::uint32_t> left_;    // of each equation: unknowns that are not known
  std::vector<std::uint32_t> weight_;  // of each unknown: equations with something left
  std::vector<bool> is_known_, is_used_;
  std::vector<std::uint32_t> ready_;
  std::priority_queue<std::pair<std::uint32_t, std::uint32_t>> heaviest_;
  Torn torn_;
};

}  // namespace

Torn tear(const Rows& unknowns, const std::vector<bool>& is_safe, const std::vector<bool>& curves) {
  return Tearing(unknowns, is_safe, curves).find();
}

}  // namespace bw::equation
