#include "cosim/scan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text.h"

namespace bw::cosim {
namespace {

constexpr int scales = 6;
constexpr int probe_cells = 8, finer = 4;
constexpr double least_difference = 1e-12;  // that says something
constexpr int least_refinements = 4;
constexpr int most_steps = 1 << 28;

ChainOrder plain_order(const CertifyPlan& plan, const Mesh& mesh, int steps) {
  ChainOrder order;
  order.base = find_master("gauss-seidel");
  order.options.tolerance = plan.options.tolerance;
  order.mesh = &mesh;
  order.steps = steps;
  return order;
}

std::vector<double> sizes(const CertifyPlan& plan, const std::vector<double>& rows) {
  const std::size_t columns = plan.columns.size();
  std::vector<double> sizes;
  for (const CertifiedColumn& column : plan.columns)
    sizes.push_back(column.absolute / plan.relative);
  for (std::size_t at = 0; at < rows.size(); ++at)
    sizes[at % columns] = std::max(sizes[at % columns], std::abs(rows[at]));
  return sizes;
}

double difference(const Path& a, const Path& b, const std::vector<double>& sizes) {
  if (!a.complete() || !b.complete()) return std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t at = 0; at < a.reals.size(); ++at)
    most = std::max(most, std::abs(a.reals[at] - b.reals[at]) / sizes[at % sizes.size()]);
  return most;
}

double longest_cell(const Mesh& mesh) {
  double longest = 0;
  for (std::size_t cell = 0; cell < mesh.cells(); ++cell)
    longest = std::max(longest, mesh.end(cell) - mesh.begin(cell));
  return longest;
}

}  // namespace

Scanned scan(const CertifyPlan& plan, double step, const std::vector<double>& rows,
             const MakeChain& make) {
  const std::vector<double> size = sizes(plan, rows);
  Scanned result;
  double h = step / 5, first = 0;
  for (int j = 0; j < scales; ++j, h /= 4) {
    const double window = probe_cells * h, start = plan.mesh->start();
    const Mesh mesh = Mesh::uniform(start, start + window, probe_cells);
    const Path* made = make(plain_order(plan, mesh, 1));
    if (made == nullptr) return result;
    const Path coarse = *made;
    made = make(plain_order(plan, mesh, finer));
    if (made == nullptr) return result;
    const double d = difference(coarse, *made, size);
    const double c = d / (plan.algebraic_loop ? h : window * h);
    if (j == 0) first = std::max(c, least_difference);
    if (d > least_difference && c / first > result.kappa) result = {c / first, h};
  }
  return result;
}

std::string check_first_row(const CertifyPlan& plan, const std::vector<double>& rows, double limit,
                            int steps, double fastest, const MakeChain& make) {
  const Mesh mesh = plan.mesh->first_row();
  const double longest = longest_cell(mesh);
  const std::vector<double> size = sizes(plan, rows);
  std::vector<double> last, refined, refined_before;
  bool settled = false;
  for (int j = 0; !settled && steps < most_steps; ++j, steps *= 4) {
    const Path* made = make(plain_order(plan, mesh, steps));
    if (made == nullptr) break;
    if (!made->complete()) continue;
    const std::size_t columns = plan.columns.size();
    const std::vector<double> row(made->reals.end() - static_cast<std::ptrdiff_t>(columns),
                                  made->reals.end());
    refined_before = std::exchange(refined, {});
    for (std::size_t c = 0; !last.empty() && c < columns; ++c)
      refined.push_back(row[c] + (row[c] - last[c]) / 3);  // of first order: the step was quartered
    last = row;
    const bool fine = longest / steps <= fastest / 2;
    if (refined_before.empty() || j < least_refinements || !fine) continue;
    double change = 0;
    for (std::size_t c = 0; c < columns; ++c)
      change = std::max(change, std::abs(refined[c] - refined_before[c]) / size[c]);
    settled = change < limit / 4;
  }
  if (!settled)
    return "something is faster than the steps at the start, and very fine steps could not be made "
           "to see it";
  double off = 0;
  for (std::size_t c = 0; c < refined.size(); ++c)
    off = std::max(off, std::abs(rows[refined.size() + c] - refined[c]) / size[c]);
  if (off <= limit) return "";
  return "something is faster than the steps at the start: with very fine steps the first row "
         "differs by " +
         brief(off) + " of the largest value";
}

}  // namespace bw::cosim
