#include "math/shifted.h"

#include <optional>

#include "math/dense_lu.h"
#include "math/finite.h"
#include "math/sparse_lu.h"

namespace bw::math {
namespace {

// Below both of these a full matrix is quicker, whatever its pattern is.
constexpr std::size_t small = 24;
constexpr double sparse_share = 0.25;

bool pays(std::size_t n, const Pattern* pattern) {
  const auto all = static_cast<double>(n) * static_cast<double>(n);
  return pattern != nullptr && n > small &&
         static_cast<double>(pattern->entries()) < sparse_share * all;
}

}  // namespace

struct Shifted::Work {
  Work(std::size_t size, const Pattern* of) : n(size), pattern(of), real(size), complex(size) {
    if (pays(size, of)) sparse.emplace(*of);
  }

  template <class Number>
  bool factorise(DenseLu<Number>& lu, std::span<const double> jacobian, Number shift) {
    const std::span<Number> a = lu.matrix();
    if (pattern == nullptr) {
      for (std::size_t e = 0; e < n * n; ++e) a[e] = -jacobian[e];
    } else {
      std::fill(a.begin(), a.end(), Number(0));
      for (std::size_t i = 0, e = 0; i < n; ++i)
        for (const std::size_t j : pattern->row(i)) a[i * n + j] = -jacobian[e++];
    }
    for (std::size_t i = 0; i < n; ++i) a[i * n + i] += shift;
    return lu.factorise();
  }

  std::size_t n;
  const Pattern* pattern;
  DenseLu<double> real;
  DenseLu<std::complex<double>> complex;
  std::optional<SparseLu> sparse;
};

Shifted::Shifted(std::size_t n, const Pattern* pattern)
    : work_(std::make_unique<Work>(n, pattern)) {}
Shifted::~Shifted() = default;
Shifted::Shifted(Shifted&&) noexcept = default;
Shifted& Shifted::operator=(Shifted&&) noexcept = default;
Shifted::Shifted(const Shifted& other) : work_(std::make_unique<Work>(*other.work_)) {}
Shifted& Shifted::operator=(const Shifted& other) {
  if (this != &other) *work_ = *other.work_;
  return *this;
}

bool Shifted::factorise(std::span<const double> jacobian, double shift) {
  if (work_->n == 0) return true;
  if (!all_finite(jacobian) || !std::isfinite(shift)) return false;
  if (work_->sparse) return work_->sparse->factorise(jacobian, shift);
  return work_->factorise(work_->real, jacobian, shift);
}

bool Shifted::factorise(std::span<const double> jacobian, std::complex<double> shift) {
  if (work_->n == 0) return true;
  if (!all_finite(jacobian) || !std::isfinite(shift.real() + shift.imag())) return false;
  if (work_->sparse) return work_->sparse->factorise(jacobian, shift);
  return work_->factorise(work_->complex, jacobian, shift);
}

bool Shifted::solve(std::span<double> b) const {
  if (work_->n == 0) return true;
  if (work_->sparse)
    work_->sparse->solve(b);
  else
    work_->real.solve(b);
  return all_finite(b);
}

bool Shifted::solve(std::span<std::complex<double>> b) const {
  if (work_->n == 0) return true;
  if (work_->sparse)
    work_->sparse->solve(b);
  else
    work_->complex.solve(b);
  return all_finite({reinterpret_cast<const double*>(b.data()), 2 * b.size()});
}

}  // namespace bw::math
