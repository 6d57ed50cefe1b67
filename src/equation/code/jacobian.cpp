#include "equation/code/jacobian.h"

#include <algorithm>
#include <unordered_set>

namespace bw::equation {
namespace {

constexpr std::size_t most_entries = 20'000'000;  // beyond it is useless: some hundred megabytes
constexpr std::size_t most_per_unknown = 200;     // on the average, of large models
constexpr std::size_t large = 2'000;

class Chain {
 public:
  Chain(Plan& plan, const std::vector<Node>& seeds)
      : plan_(plan),
        system_(plan.system),
        graph_(plan.system.graph),
        differentiation_(plan.system.graph, [this](Node leaf) { return leaves_.contains(leaf); }),
        totals_(plan.system.graph, differentiation_) {
    for (const Node seed : seeds) leaves_.insert(seed);
    for (const Step& step : plan.running.steps)
      if (!step.is_loop()) leaves_.insert(step.definition.leaf);
    for (const Loop& loop : plan.running.loops) {
      for (const Node tear : loop.tears) leaves_.insert(tear);
      for (const Definition& inner : loop.inner) leaves_.insert(inner.leaf);
    }
    const std::vector<std::uint32_t> formulas = parameters_between(seeds);
    for (const std::uint32_t p : formulas) leaves_.insert(graph_.variable(p));
    for (const Node seed : seeds) totals_.seed(seed);
    for (const std::uint32_t p : formulas)
      totals_.set(graph_.variable(p), totals_.of(system_.variables[p].binding));
    limit_ = most_entries;
    if (plan.running.steps.size() > large)
      limit_ = std::min(limit_, most_per_unknown * plan.running.steps.size());
  }

  // False: too many entries.
  bool walk() {
    responses_.resize(plan_.running.loops.size());
    for (const Step& step : plan_.running.steps) {
      if (totals_.entries() > limit_) return false;
      if (step.is_loop()) {
        if (!pass_loop(plan_.running.loops[step.loop], responses_[step.loop])) return false;
      } else {
        totals_.set(step.definition.leaf, totals_.of(step.definition.value));
      }
    }
    return totals_.entries() <= limit_;
  }

  Totals::Row row(Node value) { return totals_.of(value); }
  std::vector<Response> responses() { return std::move(responses_); }

 private:
  // Parameters with formulas that depend on a seed, in the order of evaluation.
  std::vector<std::uint32_t> parameters_between(const std::vector<Node>& seeds) {
    std::vector<std::uint32_t> order;
    const auto is_parameter = [&](Node node) {
      const Term& term = graph_[node];
      return term.op == Op::variable && system_.is_known(term.index);
    };
    if (std::ranges::none_of(seeds, is_parameter)) return order;
    std::vector<bool> is_done(system_.variables.size(), false);
    for (const Node seed : seeds)
      if (is_parameter(seed)) is_done[graph_[seed].index] = true;
    Walk walk(graph_);
    std::vector<std::uint32_t> open;
    for (std::uint32_t first = 0; first < system_.variables.size(); ++first) {
      if (system_.is_known(first)) open.push_back(first);
      while (!open.empty()) {
        const std::uint32_t p = open.back();
        const std::size_t before = open.size();
        if (!is_done[p] && system_.variables[p].binding != no_node) {
          walk.forget();
          walk.below(system_.variables[p].binding, [&](Node node) {
            if (is_parameter(node) && !is_done[graph_[node].index] && graph_[node].index != p)
              open.push_back(graph_[node].index);
            return true;
          });
          if (open.size() > before) continue;
          order.push_back(p);
        }
        is_done[p] = true;
        open.pop_back();
      }
    }
    return order;
  }

  bool pass_loop(const Loop& loop, Response& response) {
    // While the tears have no row they count as constant.
    for (const Definition& inner : loop.inner) totals_.set(inner.leaf, totals_.of(inner.value));
    std::vector<Totals::Row> rows;
    std::vector<Node> columns;
    for (const Node residual : loop.residuals) {
      rows.push_back(totals_.of(residual));
      for (const Partial& entry : rows.back()) columns.push_back(entry.leaf);
    }
    std::ranges::sort(columns);
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    const std::size_t n = loop.tears.size();
    if (n * columns.size() > limit_) return false;
    response.columns = static_cast<std::uint32_t>(columns.size());
    response.first_memory = system_.memories;
    system_.memories += static_cast<std::uint32_t>(n * columns.size());
    response.right_sides.assign(n * columns.size(), graph_.constant(0));
    for (std::size_t i = 0; i < n; ++i)
      for (const Partial& entry : rows[i]) {
        const auto column = static_cast<std::size_t>(std::ranges::lower_bound(columns, entry.leaf) -
                                                     columns.begin());
        response.right_sides[column * n + i] = entry.value;
      }
    for (std::size_t i = 0; i < n; ++i) {
      Totals::Row row;
      for (std::size_t c = 0; c < columns.size(); ++c)
        row.push_back({columns[c],
                       graph_.indexed(Op::memory, static_cast<std::uint32_t>(response.first_memory +
                                                                             c * n + i))});
      totals_.set(loop.tears[i], std::move(row));
    }
    for (const Definition& inner : loop.inner) totals_.set(inner.leaf, totals_.of(inner.value));
    return true;
  }

  Plan& plan_;
  System& system_;
  Graph& graph_;
  std::unordered_set<Node> leaves_;
  Differentiation differentiation_;
  Totals totals_;
  std::vector<Response> responses_;
  std::size_t limit_ = 0;
};

}  // namespace

Partials make_partials(Plan& plan, const std::vector<Node>& wanted,
                       const std::vector<Node>& seeds) {
  Partials partials;
  Chain chain(plan, seeds);
  if (!chain.walk()) return partials;
  std::unordered_map<Node, std::size_t> column;
  for (std::size_t i = 0; i < seeds.size(); ++i) column[seeds[i]] = i;
  for (const Node value : wanted) {
    std::vector<std::pair<std::size_t, Node>> row;
    for (const Partial& entry : chain.row(value)) row.emplace_back(column[entry.leaf], entry.value);
    std::ranges::sort(row);
    partials.pattern.emplace_back();
    for (const auto& [place, entry] : row) {
      partials.pattern.back().push_back(place);
      partials.values.push_back(entry);
    }
  }
  partials.responses = chain.responses();
  partials.exists = true;
  return partials;
}

Jacobian make_jacobian(Plan& plan) {
  std::vector<Node> states, derivatives;
  for (const std::uint32_t state : plan.system.states) {
    states.push_back(plan.system.graph.variable(state));
    derivatives.push_back(plan.system.graph.derivative(state));
  }
  Partials partials = make_partials(plan, derivatives, states);
  Jacobian jacobian;
  jacobian.exists = partials.exists;
  if (!partials.exists) return jacobian;
  for (const std::vector<std::size_t>& row : partials.pattern) jacobian.pattern.add_row(row);
  jacobian.values = std::move(partials.values);
  jacobian.responses = std::move(partials.responses);
  return jacobian;
}

}  // namespace bw::equation
