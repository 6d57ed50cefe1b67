#include "cosim/scan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text.h"
#include "math/extrapolation.h"

namespace bw::cosim {
namespace {

constexpr int scales = 6, far_scales = 3;
constexpr double far_factor = 64;
constexpr double least_share = 1e-12;  // of the run: times that can be told apart
constexpr double least_far_difference = 1e-9;
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
  order.locates_events = plan.locates_events;
  order.event_resolution = plan.event_resolution;
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

// In the rows that both have.
double largest_difference(const std::vector<double>& a, const std::vector<double>& b,
                          const std::vector<double>& sizes) {
  double most = 0;
  for (std::size_t at = 0; at < std::min(a.size(), b.size()); ++at)
    most = std::max(most, std::abs(a[at] - b[at]) / sizes[at % sizes.size()]);
  return most;
}

double difference(const Path& a, const Path& b, const std::vector<double>& sizes) {
  if (!a.complete() || !b.complete()) return std::numeric_limits<double>::infinity();
  return largest_difference(a.reals, b.reals, sizes);
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
  double h = step / 5, first = 0, before = 0;
  // Far below the usual scales only what grows tells of a mode: noise of parts stays as it is.
  for (int j = 0; j < scales + far_scales; ++j, h /= j < scales ? 4 : far_factor) {
    if (h < least_share * (plan.mesh->stop() - plan.mesh->start())) break;
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
    const bool is_far = j >= scales;
    const bool tells = is_far ? d > 100 * before && d > least_far_difference : d > least_difference;
    if (tells && c / first > result.kappa) result = {c / first, h};
    before = std::max(d, least_difference);
  }
  return result;
}

namespace {

// Rows that finer and finer steps give, so many in a cell at first; empty: they could not be made
// or do not settle.
std::vector<double> refined_rows(const std::function<const Path*(int)>& make, int steps,
                                 int least_steps, double limit, const std::vector<double>& sizes) {
  std::vector<double> last, refined, before;
  for (int j = 0; steps < most_steps; ++j, steps *= 4) {
    const Path* made = make(steps);
    if (made == nullptr) return {};
    if (!made->complete()) continue;
    before = std::exchange(refined, {});
    for (std::size_t at = 0; !last.empty() && at < last.size(); ++at)  // of first order: the step
      refined.push_back(made->reals[at] + (made->reals[at] - last[at]) / 3);  // was quartered
    last = made->reals;
    if (before.empty() || j < least_refinements || steps < least_steps) continue;
    if (largest_difference(refined, before, sizes) < limit / 4) return refined;
  }
  return {};
}

int steps_below(double fastest, const Mesh& mesh) {
  return static_cast<int>(std::min(2 * longest_cell(mesh) / fastest, most_steps / 8.0));
}

std::string complaint(const std::string& when, double off) {
  return "something is faster than the steps " + when + ": with very fine steps a row differs by " +
         brief(off) + " of the largest value";
}

std::vector<double> extrapolated_row(const Compared& compared,
                                     const std::function<const Path*(int)>& make) {
  const auto weights =
      math::extrapolation_weights(compared.steps, compared.expansion.p, compared.expansion.s);
  std::vector<double> sum;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Path* made = make(compared.steps[i]);
    if (made == nullptr || !made->complete()) return {};
    sum.resize(made->reals.size());
    for (std::size_t at = 0; at < sum.size(); ++at) sum[at] += weights[i] * made->reals[at];
  }
  return sum;
}

}  // namespace

std::string check_first_row(const CertifyPlan& plan, const std::vector<double>& rows,
                            const Compared& compared, double fastest, const MakeChain& make) {
  const Mesh mesh = plan.mesh->first_row();
  const std::vector<double> size = sizes(plan, rows);
  const std::vector<double> refined =
      refined_rows([&](int steps) { return make(plain_order(plan, mesh, steps)); },
                   compared.steps.back(), steps_below(fastest, mesh), compared.limit, size);
  if (refined.empty())
    return "something is faster than the steps at the start, and very fine steps could not be made "
           "to see it";
  const double off = largest_difference(refined, rows, size);
  return off <= compared.limit ? "" : complaint("at the start", off);
}

std::string check_later_rows(const CertifyPlan& plan, const std::vector<double>& rows,
                             const Compared& compared, double fastest, const MakeChain& make) {
  const std::vector<double> size = sizes(plan, rows);
  const int least_steps = steps_below(fastest, *plan.mesh);
  const auto intervals = static_cast<double>(plan.mesh->rows() - 1);
  for (const double share : {0.35, 0.65, 0.95}) {
    const auto row = static_cast<std::size_t>(share * intervals);
    if (row == 0) continue;
    const auto local = [&](int steps) {
      const Mesh mesh = plan.mesh->towards(row, compared.steps.front(), steps);
      ChainOrder order = plain_order(plan, mesh, 1);
      order.base = plan.base;
      order.options = plan.options;
      return make(order);
    };
    const std::vector<double> made = extrapolated_row(compared, local);
    const std::vector<double> refined =
        made.empty()
            ? made
            : refined_rows(local, compared.steps.back(), least_steps, compared.limit, size);
    if (refined.empty())
      return "something may be faster than the steps, and very fine steps could not be made to see "
             "it";
    const double off = largest_difference(refined, made, size);
    if (!(off <= compared.limit)) return complaint("before row " + std::to_string(row + 1), off);
  }
  return "";
}

}  // namespace bw::cosim
