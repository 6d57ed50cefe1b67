#pragma once
// Chains whose errors are known exactly, without components: y(n) = limit + sum c_j n^-(p + j s).

#include <cmath>
#include <map>
#include <vector>

#include "cosim/certify/certificate.h"
#include "support/cosim/coupled_system.h"

namespace bw::test {

struct Series {
  cosim::Expansion expansion{1, 1};
  std::size_t columns = 2;
  int rows = 10;
  std::vector<double> size{1.0};  // of c_j; the first row has no error
  double noise = 0;               // with a sign that depends on n
  double offset = 0;              // of the limit

  double limit(std::size_t row, std::size_t column) const {
    return offset + std::sin(1 + static_cast<double>(row) / 3 + static_cast<double>(column));
  }
  double value(std::size_t row, std::size_t column, int n) const {
    double sum = limit(row, column);
    if (row == 0) return sum;
    double power = expansion.p;
    for (std::size_t j = 0; j < size.size(); ++j, power += expansion.s)
      sum += size[j] * std::cos(static_cast<double>(row + 2 * column) / 4 + 0.3 * double(j)) *
             std::pow(n, -power);
    return sum + noise * std::sin(37.0 * n * static_cast<double>(row + 3 * column + 1));
  }
  cosim::Path path(int n) const {
    cosim::Path path;
    for (std::size_t row = 0; row <= static_cast<std::size_t>(rows); ++row)
      for (std::size_t c = 0; c < columns; ++c) path.reals.push_back(value(row, c, n));
    path.rows = static_cast<std::size_t>(rows) + 1;
    return path;
  }
  std::vector<double> limits() const {
    std::vector<double> all;
    for (std::size_t row = 0; row <= static_cast<std::size_t>(rows); ++row)
      for (std::size_t c = 0; c < columns; ++c) all.push_back(limit(row, c));
    return all;
  }
  cosim::Mesh mesh() const { return {even_times(10, rows), {}, 1}; }
  cosim::CertifyPlan plan(const cosim::Mesh& mesh, double tolerance = 1e-6) const {
    cosim::CertifyPlan plan;
    plan.base = cosim::find_master("gauss-seidel");
    plan.expansion = expansion;
    plan.mesh = &mesh;
    plan.relative = tolerance;
    plan.columns.assign(columns, {.absolute = tolerance});
    plan.event_resolution = 1e-11;
    return plan;
  }
  // Of such rows, in units of the tolerance.
  double error(const std::vector<double>& rows_of, double tolerance = 1e-6) const {
    double worst = 0;
    const std::vector<double> truth = limits();
    for (std::size_t i = 0; i < truth.size(); ++i)
      worst = std::max(worst,
                       std::abs(rows_of.at(i) - truth[i]) / (tolerance * (std::abs(truth[i]) + 1)));
    return worst;
  }
};

// Returns the values of the series and counts the requests. Probes on other meshes see nothing.
class SyntheticRunner : public cosim::ChainRunner {
 public:
  SyntheticRunner(Series series, const cosim::Mesh& mesh)
      : series_(std::move(series)), mesh_(mesh) {}
  cosim::Path run(const cosim::ChainOrder& order) override {
    cosim::Path path = series_.path(order.steps);
    if (order.mesh == &mesh_) {
      ++requests[order.steps];
      alter(order.steps, path);
    } else {
      ++probes;
      path.reals.assign(order.mesh->rows() * series_.columns, 1.0);
    }
    path.components = {{.advances = static_cast<long>(order.mesh->intervals()) * order.steps}};
    return path;
  }
  std::map<int, int> requests;
  int probes = 0;
  std::function<void(int steps, cosim::Path&)> alter = [](int, cosim::Path&) {};

 private:
  Series series_;
  const cosim::Mesh& mesh_;
};

}  // namespace bw::test
