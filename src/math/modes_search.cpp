// The search of a basis for Modes.

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "math/constants.h"
#include "math/finite.h"
#include "math/modes.h"
#include "math/phi_matrix.h"

namespace bw::math {
namespace {

using Complex = std::complex<double>;
using Matrix64 = Eigen::MatrixXd;
using RowMajorView =
    Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

constexpr double roundings_of_function = 2;  // of exp(lambda t) and the like
constexpr double roundings_of_block = 4;     // of one doubling of the functions of A
// An eigenvector is well conditioned below these, which are tried one after the other.
constexpr double condition_limits[] = {1e5, 1e3};
constexpr std::size_t largest_block = 400;

// J_ij S_j / S_i with powers of 2: rows and columns get similar sums.
Eigen::VectorXd balance(Matrix64& j) {
  constexpr double gain = 0.95;
  constexpr int most_rounds = 100;
  const auto n = j.rows();
  Eigen::VectorXd scale = Eigen::VectorXd::Ones(n);
  bool changed = true;
  for (int round = 0; changed && round < most_rounds; ++round) {
    changed = false;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double own = std::abs(j(i, i));
      const double column = j.col(i).cwiseAbs().sum() - own, row = j.row(i).cwiseAbs().sum() - own;
      if (!(column > 0) || !(row > 0)) continue;
      const int power = static_cast<int>(std::lround(std::log2(row / column) / 2));
      const double factor = std::ldexp(1.0, power);
      if (power == 0 || !(column * factor + row / factor < gain * (column + row))) continue;
      scale[i] *= factor;
      j.col(i) *= factor;
      j.row(i) /= factor;
      changed = true;
    }
  }
  return scale;
}

// J S - S D in extended precision; J may have many zeros.
Matrix64 residual(const Matrix64& j, const Matrix64& basis, const Matrix64& diagonal) {
  const auto n = j.rows();
  Matrix64 off(n, n);
  std::vector<long double> sums(static_cast<std::size_t>(n));
  for (Eigen::Index c = 0; c < n; ++c) {
    std::fill(sums.begin(), sums.end(), 0.0L);
    const auto add = [&](const Matrix64& of, Eigen::Index k, long double factor) {
      if (factor == 0) return;
      for (Eigen::Index i = 0; i < n; ++i)
        sums[static_cast<std::size_t>(i)] += factor * static_cast<long double>(of(i, k));
    };
    for (Eigen::Index k = 0; k < n; ++k) add(j, k, basis(k, c));
    for (Eigen::Index k = 0; k < n; ++k) add(basis, k, -static_cast<long double>(diagonal(k, c)));
    for (Eigen::Index i = 0; i < n; ++i)
      off(i, c) = static_cast<double>(sums[static_cast<std::size_t>(i)]);
  }
  return off;
}

bool is_first_of_pair(const Complex& lambda) { return lambda.imag() > 0; }
bool is_second_of_pair(const Complex& lambda) { return lambda.imag() < 0; }

}  // namespace

class Modes::Search {
 public:
  Search(std::span<const double> matrix, std::size_t n, const Use& use)
      : n_(static_cast<Eigen::Index>(n)),
        use_(use),
        j_(RowMajorView(matrix.data(), n_, n_)),
        scale_(balance(j_)) {
    solver_.compute(j_, true);
    has_eigenvectors_ = solver_.info() == Eigen::Success && solver_.eigenvectors().allFinite();
    // Of the matrix itself, by Gerschgorin, where there are none.
    fastest_ = j_.cwiseAbs().rowwise().sum().maxCoeff();
    if (has_eigenvectors_) {
      const auto& values = solver_.eigenvalues();
      Eigen::Index most = 0;
      values.cwiseAbs().maxCoeff(&most);
      fastest_ = values[most];
    }
  }

  std::shared_ptr<Modes> with(Basis basis, double condition_limit = condition_limits[0]) {
    if (basis != Basis::none && !has_eigenvectors_) return nullptr;
    std::vector<bool> used(static_cast<std::size_t>(n_), basis == Basis::eigenvectors);
    if (basis == Basis::some_eigenvectors && !choose(condition_limit, used)) return nullptr;
    return build(used);
  }

  // What the functions of the whole matrix usually lose: they cost most, and are not made where
  // that is no gain.
  double usual_rate_of_none() const {
    return roundings_of_block * std::sqrt(static_cast<double>(n_)) * epsilon *
           j_.rowwise().norm().maxCoeff();
  }

 private:
  void find_conditions();
  bool choose(double condition_limit, std::vector<bool>& used);
  Matrix64 complement(const std::vector<bool>& used, Eigen::Index count) const;
  std::shared_ptr<Modes> build(const std::vector<bool>& used);
  static void correct(Mode& mode, Matrix64& defect);
  void fade(const Modes& made, Matrix64& defect) const;
  void shorten_couplings(const Modes& made, const Matrix64& block, Matrix64& defect) const;
  bool measure(Modes& made, const Matrix64& basis, const Matrix64& inverse,
               const Matrix64& diagonal) const;

  Eigen::Index n_;
  Use use_;
  Matrix64 j_;  // balanced
  Eigen::VectorXd scale_;
  Eigen::EigenSolver<Matrix64> solver_;
  bool has_eigenvectors_ = false;
  std::vector<double> conditions_;  // of the eigenvectors; empty: not known yet
  Eigen::MatrixXcd left_;           // left eigenvectors, in the same order
  std::vector<std::vector<bool>> chosen_;
  Complex fastest_;
};

// Left eigenvectors are those of the transposed matrix with the nearest eigenvalues; among those of
// a Jordan block the order does not matter.
void Modes::Search::find_conditions() {
  const Eigen::EigenSolver<Matrix64> transposed(j_.transpose(), true);
  conditions_.assign(static_cast<std::size_t>(n_), std::numeric_limits<double>::infinity());
  if (transposed.info() != Eigen::Success) return;
  const Eigen::MatrixXcd right = solver_.eigenvectors(), all = transposed.eigenvectors();
  left_.resize(n_, n_);
  std::vector<bool> taken(static_cast<std::size_t>(n_));
  for (Eigen::Index i = 0; i < n_; ++i) {
    Eigen::Index nearest = -1;
    double least = std::numeric_limits<double>::infinity();
    for (Eigen::Index k = 0; k < n_; ++k) {
      const double distance = std::abs(transposed.eigenvalues()[k] - solver_.eigenvalues()[i]);
      if (taken[static_cast<std::size_t>(k)] || !(distance < least)) continue;
      least = distance;
      nearest = k;
    }
    if (nearest < 0) return;
    taken[static_cast<std::size_t>(nearest)] = true;
    left_.col(i) = all.col(nearest);
    const double overlap = std::abs((left_.col(i).transpose() * right.col(i)).value());
    conditions_[static_cast<std::size_t>(i)] = 1 / overlap;
  }
}

// False: all or none of them, which is another basis, or one that was tried.
bool Modes::Search::choose(double condition_limit, std::vector<bool>& used) {
  if (conditions_.empty()) find_conditions();
  const auto& values = solver_.eigenvalues();
  for (Eigen::Index i = 0; i < n_; ++i)
    used[static_cast<std::size_t>(i)] = conditions_[static_cast<std::size_t>(i)] < condition_limit;
  for (Eigen::Index i = 0; i + 1 < n_; ++i)  // pairs stay together
    if (is_first_of_pair(values[i])) {
      const auto k = static_cast<std::size_t>(i);
      used[k] = used[k + 1] = used[k] && used[k + 1];
    }
  if (std::ranges::find(used, true) == used.end() || std::ranges::find(used, false) == used.end() ||
      std::ranges::find(chosen_, used) != chosen_.end())
    return false;
  chosen_.push_back(used);
  return true;
}

// An orthonormal basis of what no used left eigenvector meets.
Matrix64 Modes::Search::complement(const std::vector<bool>& used, Eigen::Index count) const {
  if (count == 0) return Matrix64::Identity(n_, n_);
  Matrix64 met(n_, count);
  Eigen::Index column = 0;
  const auto& values = solver_.eigenvalues();
  for (Eigen::Index i = 0; i < n_; ++i) {
    if (!used[static_cast<std::size_t>(i)] || is_second_of_pair(values[i])) continue;
    met.col(column++) = left_.col(i).real();
    if (is_first_of_pair(values[i])) met.col(column++) = left_.col(i).imag();
  }
  const Eigen::HouseholderQR<Matrix64> qr(met);
  const Matrix64 all = qr.householderQ() * Matrix64::Identity(n_, n_);
  return all.rightCols(n_ - count);
}

std::shared_ptr<Modes> Modes::Search::build(const std::vector<bool>& used) {
  auto made = std::make_shared<Modes>();
  const auto count = static_cast<Eigen::Index>(std::ranges::count(used, true));
  if (static_cast<std::size_t>(n_ - count) > largest_block) return nullptr;
  Matrix64 basis(n_, n_), diagonal = Matrix64::Zero(n_, n_);
  Eigen::Index column = 0;
  for (Eigen::Index i = 0; i < n_; ++i) {
    if (!used[static_cast<std::size_t>(i)]) continue;
    const Complex lambda = solver_.eigenvalues()[i];
    if (is_second_of_pair(lambda)) continue;
    const bool is_pair = is_first_of_pair(lambda);
    made->modes_.push_back({lambda, is_pair, static_cast<std::size_t>(column)});
    const Eigen::VectorXcd v = solver_.eigenvectors().col(i);
    basis.col(column) = v.real();
    diagonal(column, column) = lambda.real();
    if (is_pair) {  // J (Re v, Im v) = (Re v, Im v) (a b; -b a)
      basis.col(column + 1) = v.imag();
      diagonal(column + 1, column + 1) = lambda.real();
      diagonal(column, column + 1) = lambda.imag();
      diagonal(column + 1, column) = -lambda.imag();
    }
    column += is_pair ? 2 : 1;
  }
  const Eigen::Index rest = n_ - count;
  if (rest > 0) basis.rightCols(rest) = complement(used, count);
  const Matrix64 inverse = count == 0 ? basis : Matrix64(basis.partialPivLu().inverse());
  if (!inverse.allFinite()) return nullptr;
  if (rest > 0)
    diagonal.bottomRightCorner(rest, rest) =
        inverse.bottomRows(rest) * (j_ * basis.rightCols(rest));
  return measure(*made, basis, inverse, diagonal) ? made : nullptr;
}

bool Modes::Search::measure(Modes& made, const Matrix64& basis, const Matrix64& inverse,
                            const Matrix64& diagonal) const {
  const auto n = static_cast<std::size_t>(n_);
  std::size_t scalars = 0;
  for (const Mode& mode : made.modes_) scalars += mode.is_pair ? 2 : 1;
  const auto rest = static_cast<Eigen::Index>(n - scalars);
  Matrix64 defect = inverse * residual(j_, basis, diagonal);
  for (Mode& mode : made.modes_) correct(mode, defect);
  defect = defect.cwiseAbs().eval();
  shorten_couplings(made, diagonal.bottomRightCorner(rest, rest), defect);
  for (const Mode& mode : made.modes_)
    for (std::size_t k = mode.at; k <= mode.at + (mode.is_pair ? 1 : 0); ++k)
      defect(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k)) +=
          roundings_of_function * epsilon * std::abs(mode.lambda);
  if (rest > 0) {
    const Matrix64 a = diagonal.bottomRightCorner(rest, rest);
    made.block_ =
        PhiMatrix({a.data(), static_cast<std::size_t>(a.size())}, n - scalars, use_.longest);
    if (!made.block_.finite()) return false;
    defect.bottomRightCorner(rest, rest) += roundings_of_block * epsilon * a.cwiseAbs();
    defect.diagonal().tail(rest).array() += made.block_.defect();
  }
  fade(made, defect);
  const Matrix64 squares = defect.cwiseAbs2();
  const Matrix64 of_states = basis.cwiseAbs2() * (squares * inverse.cwiseAbs2());
  made.rate_ = std::sqrt(of_states.rowwise().sum().maxCoeff());
  if (!std::isfinite(made.rate_)) return false;
  const Matrix64 scaled = scale_.asDiagonal() * basis;
  const Matrix64 back = inverse * scale_.cwiseInverse().asDiagonal();
  made.n_ = n;
  made.basis_.assign(scaled.data(), scaled.data() + scaled.size());
  made.inverse_.assign(back.data(), back.data() + back.size());
  const Matrix64 losses = scaled.cwiseAbs2() * squares;
  made.losses_.assign(losses.data(), losses.data() + losses.size());
  Matrix64 moduli = scaled.cwiseAbs();
  for (const Mode& mode : made.modes_) {
    if (!mode.is_pair) continue;
    const auto at = static_cast<Eigen::Index>(mode.at);
    moduli.col(at) = (scaled.col(at).array().square() + scaled.col(at + 1).array().square()).sqrt();
    moduli.col(at + 1).setZero();
  }
  made.moduli_.assign(moduli.data(), moduli.data() + moduli.size());
  made.fastest_ = fastest_;
  return all_finite(made.basis_) && all_finite(made.inverse_);
}

// The first-order correction of an eigenvalue is its own entry of E; slow modes of a matrix with
// fast ones need it. Of a pair: J v = lambda v + a v + b conj(v), of which a is the correction.
void Modes::Search::correct(Mode& mode, Matrix64& defect) {
  const auto k = static_cast<Eigen::Index>(mode.at);
  if (!mode.is_pair) {
    mode.lambda += defect(k, k);
    defect(k, k) = 0;
    return;
  }
  const double re = (defect(k, k) + defect(k + 1, k + 1)) / 2;
  const double im = (defect(k, k + 1) - defect(k + 1, k)) / 2;
  mode.lambda += Complex(re, im);
  defect(k, k) -= re;
  defect(k + 1, k + 1) -= re;
  defect(k, k + 1) -= im;
  defect(k + 1, k) += im;
}

// What a decaying mode gets wrong lasts as long as it decays.
void Modes::Search::fade(const Modes& made, Matrix64& defect) const {
  for (const auto& [lambda, is_pair, at] : made.modes_)
    for (std::size_t k = at; k <= at + (is_pair ? 1 : 0); ++k)
      if (const double decays = -lambda.real() * use_.time; decays > 1)
        defect.row(static_cast<Eigen::Index>(k)) /= decays;
}

// Entries that couple modes of different eigenvalues; the radius of those of A is bounded by its
// norm.
void Modes::Search::shorten_couplings(const Modes& made, const Matrix64& block,
                                      Matrix64& defect) const {
  const double radius = block.size() == 0 ? 0 : block.cwiseAbs().colwise().sum().maxCoeff();
  const auto shorten = [&](Eigen::Index i, Eigen::Index k, double gap) {
    if (gap * use_.time > 2) defect(i, k) *= 2 / (gap * use_.time);
  };
  std::vector<Complex> values(static_cast<std::size_t>(n_ - block.rows()));
  std::vector<std::size_t> firsts(values.size());  // coordinates of the modes
  for (const auto& [lambda, is_pair, at] : made.modes_)
    for (std::size_t k = at; k <= at + (is_pair ? 1 : 0); ++k) {
      values[k] = lambda;
      firsts[k] = at;
    }
  const auto scalars = static_cast<Eigen::Index>(values.size());
  for (Eigen::Index i = 0; i < scalars; ++i) {
    const Complex lambda = values[static_cast<std::size_t>(i)];
    for (Eigen::Index k = 0; k < scalars; ++k) {
      const Complex other = values[static_cast<std::size_t>(k)];
      const bool is_own =
          firsts[static_cast<std::size_t>(i)] == firsts[static_cast<std::size_t>(k)];
      const double gap = std::abs(lambda - std::conj(other));
      shorten(i, k, is_own ? gap : std::min(gap, std::abs(lambda - other)));
    }
    for (Eigen::Index k = scalars; k < n_; ++k) {
      shorten(i, k, std::abs(lambda) - radius);
      shorten(k, i, std::abs(lambda) - radius);
    }
  }
}

std::shared_ptr<const Modes> Modes::with_basis(std::span<const double> matrix, std::size_t n,
                                               const Use& use, Basis basis) {
  if (!all_finite(matrix)) return nullptr;
  if (n == 0) return std::make_shared<Modes>();
  return Search(matrix, n, use).with(basis);
}

std::shared_ptr<const Modes> Modes::of(std::span<const double> matrix, std::size_t n,
                                       const Use& use) {
  if (!all_finite(matrix)) return nullptr;
  if (n == 0) return std::make_shared<Modes>();
  Search search(matrix, n, use);
  std::shared_ptr<Modes> best;
  const auto is_enough = [&](std::shared_ptr<Modes> found) {
    if (found != nullptr && (best == nullptr || found->rate_ < best->rate_))
      best = std::move(found);
    return best != nullptr && best->rate_ * use.time <= use.loss;
  };
  if (is_enough(search.with(Basis::eigenvectors))) return best;
  for (const double limit : condition_limits)
    if (is_enough(search.with(Basis::some_eigenvectors, limit))) return best;
  if (best == nullptr || best->rate_ > search.usual_rate_of_none())
    (void)is_enough(search.with(Basis::none));
  return best;
}

}  // namespace bw::math
