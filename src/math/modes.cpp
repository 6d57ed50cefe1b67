#include "math/modes.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "math/constants.h"

namespace bw::math {
namespace {

using Complex = std::complex<double>;
using DenseView = Eigen::Map<const Eigen::MatrixXd>;
using VectorView = Eigen::Map<const Eigen::VectorXd>;
using VectorInto = Eigen::Map<Eigen::VectorXd>;

Eigen::Index index_in(std::size_t n) { return static_cast<Eigen::Index>(n); }

}  // namespace

void Modes::to_modes(std::span<const double> x, std::span<double> y) const {
  const auto n = index_in(n_);
  VectorInto(y.data(), n).noalias() = DenseView(inverse_.data(), n, n) * VectorView(x.data(), n);
}

void Modes::to_states(std::span<const double> y, std::span<double> x) const {
  const auto n = index_in(n_);
  VectorInto(x.data(), n).noalias() = DenseView(basis_.data(), n, n) * VectorView(y.data(), n);
}

void Modes::prepare(double theta, Table& table) const {
  if (table.theta == theta && table.of_modes.size() == modes_.size()) return;
  table.theta = theta;
  table.of_modes.resize(modes_.size());
  for (std::size_t k = 0; k < modes_.size(); ++k) table.of_modes[k] = phi(theta * modes_[k].lambda);
}

// A pair has the coordinates of Re(eta v): eta = y_1 - i y_2.
void Modes::advance(const Table& table, double unit, std::span<const double> a,
                    std::span<double> y) const {
  const double theta = table.theta, share = theta / unit;
  for (std::size_t m = 0; m < modes_.size(); ++m) {
    const auto& [lambda, is_pair, at] = modes_[m];
    const Phi& of_mode = table.of_modes[m];
    double factor = theta;
    if (!is_pair) {
      double sum = of_mode[0].real() * y[at];
      for (std::size_t k = 0; k < highest_phi; ++k, factor *= share)
        sum += factor * of_mode[k + 1].real() * a[k * n_ + at];
      y[at] = sum;
      continue;
    }
    // Written out: complex multiplication would check for infinities.
    double re = of_mode[0].real() * y[at] + of_mode[0].imag() * y[at + 1];
    double im = of_mode[0].imag() * y[at] - of_mode[0].real() * y[at + 1];
    for (std::size_t k = 0; k < highest_phi; ++k, factor *= share) {
      const double p = factor * of_mode[k + 1].real(), q = factor * of_mode[k + 1].imag();
      const double a1 = a[k * n_ + at], a2 = a[k * n_ + at + 1];
      re += p * a1 + q * a2;
      im += q * a1 - p * a2;
    }
    y[at] = re;
    y[at + 1] = -im;
  }
  const std::size_t first = n_ - block_.size();
  if (first < n_) block_.advance(theta, unit, a.data() + first, n_, y.subspan(first));
}

void Modes::grow_sizes(std::span<const double> y, std::span<double> sizes) const {
  for (const Mode& mode : modes_) {
    const double size =
        mode.is_pair ? std::hypot(y[mode.at], y[mode.at + 1]) : std::abs(y[mode.at]);
    for (std::size_t k = mode.at; k <= mode.at + (mode.is_pair ? 1 : 0); ++k)
      sizes[k] = std::max(sizes[k], size);
  }
  for (std::size_t k = n_ - block_.size(); k < n_; ++k)
    sizes[k] = std::max(sizes[k], std::abs(y[k]));
}

// Of a pair |Re(eta v_i)| <= |eta| |v_i|.
void Modes::reach(std::span<const double> sizes, std::span<double> x) const {
  const auto n = index_in(n_);
  VectorInto(x.data(), n).noalias() = DenseView(moduli_.data(), n, n) * VectorView(sizes.data(), n);
}

void Modes::loss_rates(std::span<const double> sizes, std::span<double> rates) const {
  const auto n = index_in(n_);
  const Eigen::VectorXd squares = VectorView(sizes.data(), n).array().square();
  VectorInto(rates.data(), n) = (DenseView(losses_.data(), n, n) * squares).array().sqrt();
}

double Modes::fastest_motion(std::span<const double> y, std::span<const double> g,
                             std::span<const double> weights) const {
  double rate = block_.norm();
  for (const auto& [lambda, is_pair, at] : modes_) {
    if (!(std::abs(lambda) > rate)) continue;
    bool moves = is_pair;
    const double off = std::abs(y[at] + g[at] / lambda.real());
    for (std::size_t i = 0; i < n_ && !moves; ++i)
      moves = std::abs(basis_[at * n_ + i]) * off > weights[i];
    if (moves) rate = std::abs(lambda);
  }
  return rate;
}

}  // namespace bw::math
