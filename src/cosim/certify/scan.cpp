#include "cosim/certify/scan.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "base/text.h"
#include "math/extrapolation.h"

namespace bw::cosim {
namespace {

constexpr int scales = 6, far_scales = 3;
constexpr double far_factor = 64;
constexpr double least_time_share = 1e-12;  // of the simulated time: resolution of times
constexpr double least_far_difference = 1e-9;
constexpr std::size_t probe_steps = 4, finer = 4;  // finer: also the ratio of near scales
constexpr double least_difference = 1e-12;         // below it a difference is rounding
constexpr double most_off = 0.3;      // of the tolerance: largest difference added to the error
constexpr double alike_rates = 0.5;   // of differences per step: no mode is between these steps
constexpr double power_slack = 0.25;  // of the step, where differences are of first order
constexpr int least_refinements = 4, refinements_of_known = 2;  // known: the mode to look for
constexpr int most_steps = 1 << 28;

ChainOrder plain_order(const CertifyPlan& plan, const Mesh& mesh, int steps) {
  ChainOrder order;
  order.base = find_master("gauss-seidel");
  order.options.tolerance = plan.options.tolerance;
  order.mesh = &mesh;
  order.steps = steps;
  order.rolls_back = plan.rolls_back;
  order.locates_events = plan.locates_events;
  order.event_resolution = plan.event_resolution;
  return order;
}

std::vector<double> sizes(const CertifyPlan& plan, const std::vector<double>& rows) {
  const std::size_t columns = plan.columns.size();
  std::vector<double> sizes;
  for (const CertifiedColumn& column : plan.columns)
    sizes.push_back(column.repeats_another ? std::numeric_limits<double>::infinity()
                                           : column.absolute / plan.relative);
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

// In the delivered columns, in units of the tolerance.
double by_tolerance(const std::vector<double>& a, const std::vector<double>& b,
                    const CertifyPlan& plan) {
  double most = 0;
  for (std::size_t at = 0; at < std::min(a.size(), b.size()); ++at) {
    const CertifiedColumn& column = plan.columns[at % plan.columns.size()];
    if (!column.delivered) continue;
    const double w = plan.relative * std::abs(b[at]) + column.absolute;
    most = std::max(most, std::abs(a[at] - b[at]) / w);
  }
  return most;
}

double longest_interval(const Mesh& mesh) {
  double longest = 0;
  for (std::size_t interval = 0; interval < mesh.intervals(); ++interval)
    longest = std::max(longest, mesh.end(interval) - mesh.begin(interval));
  return longest;
}

}  // namespace

namespace {

// The difference of two probes with steps h and h / 4.
struct Probed {
  double h, difference;
};

// The largest ratio of the differences at small steps to those predicted by this power.
Scanned judge(const std::vector<Probed>& probes, double power) {
  Scanned result;
  double first = 0, before = 0;
  for (std::size_t j = 0; j < probes.size(); ++j) {
    const auto [h, d] = probes[j];
    const double c = d / std::pow(h, power);
    if (j == 0) first = std::max(c, least_difference);
    // Far below the usual scales only growth indicates a mode: noise of components stays constant.
    const bool is_far = j >= scales;
    const bool is_significant =
        is_far ? d > 100 * before && d > least_far_difference : d > least_difference;
    if (is_significant && c / first > result.kappa) result = {c / first, h};
    before = std::max(d, least_difference);
  }
  return result;
}

// The longest step whose difference per step is about that of `fastest`: below a mode's time
// constant they are all alike, and which of them is the largest means nothing.
double longest_alike(const std::vector<Probed>& probes, double fastest) {
  const auto most = std::ranges::find(probes, fastest, &Probed::h);
  const double rate = most->difference / most->h;
  const auto longest = std::ranges::find_if(
      probes, [&](const Probed& one) { return one.difference / one.h >= alike_rates * rate; });
  return longest->h;
}

// On all near scales: a mode makes it another power around its time constant.
bool are_first_order(const std::vector<Probed>& probes) {
  if (probes.size() < scales) return false;
  for (std::size_t j = 1; j < scales; ++j) {
    const double power = std::log(probes[j - 1].difference / probes[j].difference) /
                         std::log(probes[j - 1].h / probes[j].h);
    if (!(std::abs(power - 1) <= power_slack)) return false;
  }
  return true;
}

}  // namespace

namespace {

// The rows of a probe after its first `steps` steps of length h; empty: it failed, or there is no
// work left.
class Probes {
 public:
  Probes(const CertifyPlan& plan, ChainPool& pool) : plan_(plan), pool_(pool) {}

  // The probe of this scale, and where the one before was not four times as long the coarse one.
  void expect(double h, bool follows_another) {
    if (!follows_another) orders_.push_back(order(h, probe_steps));
    orders_.push_back(order(h / finer, finer * probe_steps));
  }
  void begin() { pool_.expect(orders_); }
  // In the order of expectation; null: no work is left.
  const Path* next() { return pool_.probe(orders_[next_++]); }

 private:
  ChainOrder order(double h, std::size_t steps) {
    const double start = plan_.mesh->start();
    return plain_order(
        plan_, pool_.keep(Mesh::uniform(start, start + static_cast<double>(steps) * h, steps)), 1);
  }

  const CertifyPlan& plan_;
  ChainPool& pool_;
  std::vector<ChainOrder> orders_;
  std::size_t next_ = 0;
};

// Of the rows of both: those of long steps, and the same times of short ones.
double difference(const Path& coarse, const Path& fine, const std::vector<double>& sizes) {
  if (!coarse.complete() || !fine.complete()) return std::numeric_limits<double>::infinity();
  const std::size_t columns = sizes.size();
  std::vector<double> same_times;
  for (std::size_t row = 0; row < fine.rows; row += finer)
    same_times.insert(same_times.end(),
                      fine.reals.begin() + static_cast<std::ptrdiff_t>(row * columns),
                      fine.reals.begin() + static_cast<std::ptrdiff_t>((row + 1) * columns));
  return largest_difference(coarse.reals, same_times, sizes);
}

// The coarse probe of the next scale: the first steps of this one.
Path first_steps(Path path, std::size_t columns) {
  path.rows = std::min(path.rows, probe_steps + 1);
  path.reals.resize(std::min(path.reals.size(), path.rows * columns));
  return path;
}

}  // namespace

Scanned scan(const CertifyPlan& plan, double step, const std::vector<double>& rows,
             ChainPool& pool) {
  std::vector<double> lengths;
  double h = step / 5;
  for (int j = 0; j < scales + far_scales; ++j, h /= j < scales ? finer : far_factor)
    if (!(h < least_time_share * (plan.mesh->stop() - plan.mesh->start()))) lengths.push_back(h);
  const auto follows = [](std::size_t j) { return j > 0 && j < scales; };
  Probes orders(plan, pool);
  for (std::size_t j = 0; j < lengths.size(); ++j) orders.expect(lengths[j], follows(j));
  orders.begin();
  const std::vector<double> size = sizes(plan, rows);
  std::vector<Probed> probes;
  Path coarse;
  for (std::size_t j = 0; j < lengths.size(); ++j) {
    if (!follows(j)) {
      const Path* made = orders.next();
      if (made == nullptr) break;
      coarse = *made;
    }
    const Path* fine = orders.next();
    if (fine == nullptr) break;
    probes.push_back({lengths[j], difference(coarse, *fine, size)});
    coarse = first_steps(*fine, size.size());
  }
  Scanned result = judge(probes, plan.algebraic_loop ? 1 : 2);
  if (!plan.feed_through) return result;
  // Direct feedthrough makes differences of first order: the step of a mode is where they exceed
  // that.
  if (const Scanned first = judge(probes, 1); first.fastest > 0)
    result.fastest = longest_alike(probes, first.fastest);
  result.is_first_order = are_first_order(probes);
  return result;
}

namespace {

int steps_below(double fastest, const Mesh& mesh) {
  return static_cast<int>(std::min(2 * longest_interval(mesh) / fastest, most_steps / 8.0));
}

std::string complaint(const std::string& when, double off) {
  return "a mode is faster than the steps " + when + ": very fine steps change a row by " +
         rough(off) + " of the largest value";
}

// Of first order with all powers, and the step was quartered (Romberg): the columns of a chain, by
// those of the chain before.
std::vector<std::vector<double>> extrapolated(const std::vector<double>& rows,
                                              const std::vector<std::vector<double>>& before) {
  std::vector<std::vector<double>> columns{rows};
  double share = 1;
  for (const std::vector<double>& coarse : before) {
    share /= 4;
    std::vector<double> next = columns.back();
    for (std::size_t at = 0; at < std::min(next.size(), coarse.size()); ++at)
      next[at] += (next[at] - coarse[at]) * share / (1 - share);
    columns.push_back(std::move(next));
  }
  return columns;
}

// Finer and finer steps between two rows, starting with a number per interval.
class Refinement {
 public:
  using Order = std::function<ChainOrder(int steps)>;
  Refinement(Order order, int steps, int least_steps, int least = least_refinements)
      : order_(std::move(order)), least_steps_(least_steps), least_refinements_(least) {
    for (int j = 0; steps < most_steps; ++j, steps *= 4) {
      orders_.push_back(order_(steps));
      if (is_enough(j, steps)) break;
    }
    next_ = steps;
  }

  // Those that are needed in any case.
  const std::vector<ChainOrder>& orders() const { return orders_; }

  // Rows that differ from the previous ones as little as `settled` requires; empty: a chain failed
  // or they do not converge.
  using Settled =
      std::function<bool(const std::vector<double>& rows, const std::vector<double>& before)>;
  std::vector<double> rows(ChainPool& pool, const Settled& settled) {
    std::vector<std::vector<double>> columns;  // of the last chain: T_0, T_1, ...
    std::vector<double> before;
    for (std::size_t j = 0; j < orders_.size() || next_ < most_steps / 4; ++j) {
      if (j == orders_.size()) orders_.push_back(order_(next_ *= 4));
      const Path* made = pool.probe(orders_[j]);
      if (made == nullptr) return {};
      if (!made->complete()) {
        columns.clear();  // the steps of the next one would not be four times shorter
        before.clear();
        continue;
      }
      if (columns.size() > 1) before = columns.back();
      columns = extrapolated(made->reals, columns);
      if (before.empty() || j + 1 < orders_.size()) continue;
      if (settled(columns.back(), before)) return std::move(columns.back());
    }
    return {};
  }

 private:
  bool is_enough(int refinements, int steps) const {
    return refinements >= least_refinements_ && steps >= least_steps_;
  }

  Order order_;
  int least_steps_, least_refinements_, next_ = 1;
  std::vector<ChainOrder> orders_;
};

std::vector<double> extrapolated_row(const std::vector<ChainOrder>& orders,
                                     const Compared& compared, ChainPool& pool) {
  const auto weights =
      math::extrapolation_weights(compared.steps, compared.expansion.p, compared.expansion.s);
  std::vector<double> sum;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Path* made = pool.probe(orders[i]);
    if (made == nullptr || !made->complete()) return {};
    sum.resize(made->reals.size());
    for (std::size_t at = 0; at < sum.size(); ++at) sum[at] += weights[i] * made->reals[at];
  }
  return sum;
}

}  // namespace

Checked check_first_row(const CertifyPlan& plan, const std::vector<double>& rows,
                        const Compared& compared, const Scanned& scanned, ChainPool& pool) {
  const Mesh& mesh = pool.keep(plan.mesh->first_row());
  const std::vector<double> size = sizes(plan, rows);
  Refinement refinement([&](int steps) { return plain_order(plan, mesh, steps); },
                        compared.steps.back(), steps_below(scanned.fastest, mesh),
                        scanned.is_first_order || scanned.kappa > suspicious_scan
                            ? refinements_of_known
                            : least_refinements);
  pool.expect(refinement.orders());
  const std::vector<double> refined =
      refinement.rows(pool, [&](const auto& now, const auto& before) {
        return largest_difference(now, before, size) < compared.limit / 4 ||
               by_tolerance(now, before, plan) < most_off / 4;
      });
  if (refined.empty())
    return {"a mode is faster than the steps at the start, and very fine steps cannot resolve it"};
  const double off = largest_difference(refined, rows, size);
  if (off <= compared.limit) return {};
  if (const double counted = by_tolerance(refined, rows, plan); counted <= most_off)
    return {"", counted};
  return {complaint("at the start", off)};
}

namespace {

// The chains between two rows, from the point that long steps reach, and finer ones.
struct Local {
  std::size_t row;
  std::vector<ChainOrder> chains;
  Refinement refinement;
};

Local local(const CertifyPlan& plan, const Compared& compared, std::size_t row, int least_steps,
            ChainPool& pool) {
  const auto order = [&plan, &pool, row, before = compared.steps.front()](int steps) {
    ChainOrder made = plain_order(plan, pool.keep(plan.mesh->towards(row, before, steps)), 1);
    made.base = plan.base;
    made.options = plan.options;
    return made;
  };
  Local result{row, {}, {order, compared.steps.back(), least_steps}};
  for (const int steps : compared.steps) result.chains.push_back(order(steps));
  return result;
}

}  // namespace

std::string check_later_rows(const CertifyPlan& plan, const std::vector<double>& rows,
                             const Compared& compared, double fastest, ChainPool& pool) {
  const std::vector<double> size = sizes(plan, rows);
  const auto between_rows = static_cast<double>(plan.mesh->rows() - 1);
  std::vector<Local> checks;
  for (const double share : {0.35, 0.65, 0.95})
    if (const auto row = static_cast<std::size_t>(share * between_rows); row > 0)
      checks.push_back(local(plan, compared, row, steps_below(fastest, *plan.mesh), pool));
  std::vector<ChainOrder> orders;
  for (const Local& check : checks) {  // the longest of each first: they take most of the time
    const std::vector<ChainOrder>& refined = check.refinement.orders();
    orders.insert(orders.end(), refined.rbegin(), refined.rend());
    orders.insert(orders.end(), check.chains.rbegin(), check.chains.rend());
  }
  pool.expect(orders);
  for (Local& check : checks) {
    const std::vector<double> made = extrapolated_row(check.chains, compared, pool);
    const std::vector<double> refined =
        made.empty() ? made : check.refinement.rows(pool, [&](const auto& now, const auto& before) {
          return largest_difference(now, before, size) < compared.limit / 4;
        });
    if (refined.empty())
      return "a mode may be faster than the steps, and very fine steps cannot resolve it";
    const double off = largest_difference(refined, made, size);
    if (!(off <= compared.limit))
      return complaint("before row " + std::to_string(check.row + 1), off);
  }
  return "";
}

}  // namespace bw::cosim
