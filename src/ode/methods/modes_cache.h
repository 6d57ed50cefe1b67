#pragma once
// The modes of the last few matrices that a model had: a switched circuit comes back to the same
// ones.

#include <memory>
#include <span>
#include <vector>

#include "math/modes.h"
#include "ode/kernel/jacobian.h"

namespace bw::ode {

class ModesCache {
 public:
  explicit ModesCache(const math::Modes::Use& use) : use_(use) {}

  // Of the last matrix of `jacobian`. `terms`: absolute values of the terms of the derivatives,
  // `increments`: of its differences; empty: it is exact. Null: something is not finite.
  std::shared_ptr<const math::Modes> find(const Jacobian& jacobian, std::span<const double> terms,
                                          std::span<const double> increments);
  long decompositions() const { return decompositions_; }

 private:
  struct Kept {
    std::vector<double> jacobian;
    std::shared_ptr<const math::Modes> modes;
  };

  void keep(Kept kept);

  math::Modes::Use use_;
  std::vector<Kept> kept_;  // the last used first
  long decompositions_ = 0;
};

}  // namespace bw::ode
