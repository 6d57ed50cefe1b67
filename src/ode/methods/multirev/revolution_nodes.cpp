#include "ode/methods/multirev/revolution_nodes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bw::ode::multirevolution {
namespace {

using Matrix = std::array<long double, most_nodes * most_nodes>;

// How many eigenvalues of the tridiagonal matrix of the Gram polynomials are below x (Sturm).
std::size_t eigenvalues_below(std::size_t count, long revolutions, double x) {
  const auto n = static_cast<double>(revolutions);
  const double diagonal = (n - 1) / 2 - x;
  double pivot = diagonal;
  std::size_t below = pivot < 0 ? 1 : 0;
  for (std::size_t i = 1; i < count; ++i) {
    const auto k = static_cast<double>(i);
    const double squared = k * k * (n * n - k * k) / (4 * (4 * k * k - 1));
    if (pivot == 0) pivot = 1e-300;
    pivot = diagonal - squared / pivot;
    if (pivot < 0) ++below;
  }
  return below;
}

Matrix collocation_matrix(std::span<const long> nodes, long revolutions) {
  const std::size_t s = nodes.size();
  const long double eta = 2.0L / static_cast<long double>(revolutions);
  Matrix matrix{};
  for (std::size_t j = 0; j < s; ++j) {
    const long double v = eta * static_cast<long double>(nodes[j]) - 1;
    for (std::size_t m = 1; m <= s; ++m) {
      long double sum = 0, binomial = 1;
      for (std::size_t r = 1; r <= m; ++r) {
        binomial *= static_cast<long double>(m - r + 1) / static_cast<long double>(r);
        sum += binomial * std::pow(v, static_cast<int>(m - r)) * std::pow(eta, static_cast<int>(r));
      }
      matrix[j * s + m - 1] = sum;
    }
  }
  return matrix;
}

Matrix inverse_of(Matrix a, std::size_t s) {
  Matrix inverse{};
  for (std::size_t i = 0; i < s; ++i) inverse[i * s + i] = 1;
  for (std::size_t k = 0; k < s; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < s; ++i)
      if (std::abs(a[i * s + k]) > std::abs(a[pivot * s + k])) pivot = i;
    for (std::size_t j = 0; j < s; ++j) {
      std::swap(a[k * s + j], a[pivot * s + j]);
      std::swap(inverse[k * s + j], inverse[pivot * s + j]);
    }
    const long double scale = 1 / a[k * s + k];
    for (std::size_t j = 0; j < s; ++j) {
      a[k * s + j] *= scale;
      inverse[k * s + j] *= scale;
    }
    for (std::size_t i = 0; i < s; ++i) {
      const long double factor = i == k ? 0 : a[i * s + k];
      for (std::size_t j = 0; factor != 0 && j < s; ++j) {
        a[i * s + j] -= factor * a[k * s + j];
        inverse[i * s + j] -= factor * inverse[k * s + j];
      }
    }
  }
  return inverse;
}

}  // namespace

std::vector<double> gram_nodes(std::size_t count, long revolutions) {
  std::vector<double> nodes;
  for (std::size_t wanted = 0; wanted < count; ++wanted) {
    double lo = -1, hi = static_cast<double>(revolutions);
    for (int halvings = 0; halvings < 80 && hi - lo > 1e-15 * hi; ++halvings) {
      const double middle = (lo + hi) / 2;
      (eigenvalues_below(count, revolutions, middle) > wanted ? hi : lo) = middle;
    }
    nodes.push_back((lo + hi) / 2);
  }
  return nodes;
}

std::vector<long> revolution_nodes(std::size_t count, long revolutions) {
  std::vector<long> nodes;
  for (const double node : gram_nodes(count, revolutions)) {
    const long next = nodes.empty() ? 0 : nodes.back() + 1;
    nodes.push_back(std::max(std::lround(node), next));
  }
  long most = revolutions - 1;
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node, --most)
    *node = std::min(*node, most);
  return nodes;
}

RevolutionPolynomial::RevolutionPolynomial(std::size_t nodes, long revolutions)
    : RevolutionPolynomial(revolution_nodes(nodes, revolutions), revolutions) {}

RevolutionPolynomial::RevolutionPolynomial(std::vector<long> nodes, long revolutions)
    : nodes_(std::move(nodes)),
      revolutions_(revolutions),
      inverse_(inverse_of(collocation_matrix(nodes_, revolutions), nodes_.size())) {}

void RevolutionPolynomial::solve(const double* d, std::size_t stride,
                                 std::span<long double> c) const {
  const std::size_t s = nodes_.size();
  for (std::size_t m = 0; m < s; ++m) {
    long double sum = 0;
    for (std::size_t j = 0; j < s; ++j)
      sum += inverse_[m * s + j] * static_cast<long double>(d[j * stride]);
    c[m] = sum;
  }
}

long double RevolutionPolynomial::change(std::span<const long double> c, double kappa) const {
  const long double v =
      2.0L * static_cast<long double>(kappa) / static_cast<long double>(revolutions_) - 1;
  long double sum = 0, power = 1, at_zero = 1;
  for (const long double coefficient : c) {
    power *= v;
    at_zero = -at_zero;
    sum += coefficient * (power - at_zero);
  }
  return sum;
}

long double RevolutionPolynomial::total(std::span<const long double> c) {
  long double sum = 0;
  for (std::size_t m = 0; m < c.size(); m += 2) sum += 2 * c[m];
  return sum;
}

}  // namespace bw::ode::multirevolution
