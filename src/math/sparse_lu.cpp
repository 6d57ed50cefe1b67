#include "math/sparse_lu.h"

#include <klu.h>

namespace bw::math {

// KLU wants columns. Our rows are the columns of the transposed matrix, and it solves with the
// transposed one just as well.
struct SparseLu::Order {
  explicit Order(const Pattern& pattern);
  ~Order() { klu_free_symbolic(&symbolic, &common); }
  Order(const Order&) = delete;
  Order& operator=(const Order&) = delete;

  int size = 0;
  std::vector<int> begins{0}, columns;  // with the whole diagonal
  std::vector<std::size_t> place;       // of each entry of the pattern
  std::vector<std::size_t> diagonal;
  mutable klu_common common{};
  klu_symbolic* symbolic = nullptr;
};

SparseLu::Order::Order(const Pattern& pattern) : size(static_cast<int>(pattern.size())) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    bool met = false;
    const auto meet_diagonal = [&] {
      met = true;
      diagonal.push_back(columns.size());
    };
    for (const std::size_t j : pattern.row(i)) {
      if (j > i && !met) {
        meet_diagonal();
        columns.push_back(static_cast<int>(i));
      }
      if (j == i) meet_diagonal();
      place.push_back(columns.size());
      columns.push_back(static_cast<int>(j));
    }
    if (!met) {
      meet_diagonal();
      columns.push_back(static_cast<int>(i));
    }
    begins.push_back(static_cast<int>(columns.size()));
  }
  klu_defaults(&common);
  symbolic = klu_analyze(size, begins.data(), columns.data(), &common);
}

struct SparseLu::Factors {
  Factors(const Order& order, std::vector<double>& values, bool is_complex) : complex(is_complex) {
    klu_defaults(&common);
    auto* const begins = const_cast<int*>(order.begins.data());  // KLU only reads them
    auto* const columns = const_cast<int*>(order.columns.data());
    numeric = complex ? klu_z_factor(begins, columns, values.data(), order.symbolic, &common)
                      : klu_factor(begins, columns, values.data(), order.symbolic, &common);
  }
  ~Factors() {
    if (complex)
      klu_z_free_numeric(&numeric, &common);
    else
      klu_free_numeric(&numeric, &common);
  }
  Factors(const Factors&) = delete;
  Factors& operator=(const Factors&) = delete;

  bool good() const { return numeric != nullptr && common.status == KLU_OK; }

  bool complex;
  klu_common common{};
  klu_numeric* numeric = nullptr;
};

SparseLu::SparseLu(const Pattern& pattern) : order_(std::make_shared<const Order>(pattern)) {}
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

SparseLu::SparseLu(const SparseLu& other)
    : order_(other.order_), values_(other.values_), complex_(other.complex_) {}

SparseLu& SparseLu::operator=(const SparseLu& other) {
  if (this == &other) return *this;
  order_ = other.order_;
  values_ = other.values_;
  complex_ = other.complex_;
  factors_.reset();
  return *this;
}

bool SparseLu::compute() const {
  factors_.reset();
  if (order_->symbolic == nullptr) return false;
  factors_ =
      std::make_unique<Factors>(*order_, const_cast<std::vector<double>&>(values_), complex_);
  return factors_->good();
}

bool SparseLu::factorise(std::span<const double> jacobian, double shift) {
  complex_ = false;
  values_.assign(order_->columns.size(), 0.0);
  for (std::size_t e = 0; e < jacobian.size(); ++e) values_[order_->place[e]] = -jacobian[e];
  for (const std::size_t d : order_->diagonal) values_[d] += shift;
  return compute();
}

bool SparseLu::factorise(std::span<const double> jacobian, std::complex<double> shift) {
  complex_ = true;
  values_.assign(2 * order_->columns.size(), 0.0);
  for (std::size_t e = 0; e < jacobian.size(); ++e) values_[2 * order_->place[e]] = -jacobian[e];
  for (const std::size_t d : order_->diagonal) {
    values_[2 * d] += shift.real();
    values_[2 * d + 1] = shift.imag();
  }
  return compute();
}

void SparseLu::solve(std::span<double> b) const {
  if (factors_ == nullptr && !compute()) return;
  klu_tsolve(order_->symbolic, factors_->numeric, order_->size, 1, b.data(), &factors_->common);
}

void SparseLu::solve(std::span<std::complex<double>> b) const {
  if (factors_ == nullptr && !compute()) return;
  auto* const pairs = reinterpret_cast<double*>(b.data());  // as std::complex promises
  klu_z_tsolve(order_->symbolic, factors_->numeric, order_->size, 1, pairs, 0, &factors_->common);
}

}  // namespace bw::math
