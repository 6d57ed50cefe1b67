#include "math/anderson.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bw::math {
namespace {

constexpr double least_new = 1e-7;  // of a difference's length: what is new in it, beside others

double product(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void subtract(std::vector<double>& from, double factor, std::span<const double> what) {
  for (std::size_t i = 0; i < from.size(); ++i) from[i] -= factor * what[i];
}

}  // namespace

// Gram-Schmidt on the differences of r, with the same combinations of those of g: along each
// orthogonal direction the residual's part is taken out.
void Anderson::mix(std::span<double> g, std::span<const double> r) {
  Past now{{g.begin(), g.end()}, {r.begin(), r.end()}};
  basis_.clear();
  steps_.clear();
  for (const Past& past : past_) {
    std::vector<double> dr(now.r), dg(now.g);
    subtract(dr, 1, past.r);
    subtract(dg, 1, past.g);
    const double length = std::sqrt(product(dr, dr));
    for (int twice = 0; twice < 2; ++twice)
      for (std::size_t b = 0; b < basis_.size(); ++b) {
        const double share = product(dr, basis_[b]);
        subtract(dr, share, basis_[b]);
        subtract(dg, share, steps_[b]);
      }
    const double rest = std::sqrt(product(dr, dr));
    if (!(rest > least_new * length)) continue;
    for (double& x : dr) x /= rest;
    for (double& x : dg) x /= rest;
    basis_.push_back(std::move(dr));
    steps_.push_back(std::move(dg));
  }
  for (std::size_t b = 0; b < basis_.size(); ++b) {
    const double share = product(r, basis_[b]);
    for (std::size_t i = 0; i < g.size(); ++i) g[i] -= share * steps_[b][i];
  }
  past_.insert(past_.begin(), std::move(now));
  if (past_.size() > depth_) past_.pop_back();
}

}  // namespace bw::math
