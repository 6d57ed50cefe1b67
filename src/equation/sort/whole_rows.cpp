#include "equation/sort/whole_rows.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "equation/sort/matching.h"

namespace bw::equation {
namespace {

constexpr double largest = 1e6;                // of a coefficient; products fit into 64 bits
constexpr std::size_t most_work = 20'000'000;  // terms; more are left to the run

struct Row {
  std::size_t equation = 0;
  std::map<Node, std::int64_t> unknowns, knowns;  // by leaf; known are states
};

class Whole {
 public:
  explicit Whole(System& system) : system_(system), graph_(system.graph) {}

  void expose() {
    find_rows();
    peel();
    eliminate();
  }

 private:
  // ---- rows ----

  void find_rows() {
    for (std::size_t i = 0; i < system_.equations.size(); ++i)
      if (system_.equations[i].target == no_node)
        if (auto row = row_of(system_.equations[i])) {
          row->equation = i;
          rows_.push_back(std::move(*row));
        }
  }

  // Nothing: it is no sum of variables with whole coefficients.
  std::optional<Row> row_of(const Equation& equation) {
    Row row;
    std::vector<std::pair<Node, double>> waiting{{equation.left, 1}, {equation.right, -1}};
    while (!waiting.empty()) {
      const auto [node, factor] = waiting.back();
      waiting.pop_back();
      const Term& term = graph_[node];
      if (std::abs(factor) > largest || factor != std::floor(factor)) return {};
      if (term.op == Op::add || term.op == Op::subtract) {
        waiting.emplace_back(term.a, factor);
        waiting.emplace_back(term.b, term.op == Op::add ? factor : -factor);
      } else if (term.op == Op::negate) {
        waiting.emplace_back(term.a, -factor);
      } else if (term.op == Op::multiply && graph_[term.a].op == Op::constant) {
        waiting.emplace_back(term.b, factor * graph_[term.a].value);
      } else if (term.op == Op::multiply && graph_[term.b].op == Op::constant) {
        waiting.emplace_back(term.a, factor * graph_[term.b].value);
      } else if (!is_leaf(term)) {
        if (term.op != Op::constant || term.value != 0) return {};
      } else {
        auto& terms = is_state(term) ? row.knowns : row.unknowns;
        if ((terms[node] += static_cast<std::int64_t>(factor)) == 0) terms.erase(node);
      }
    }
    return row;
  }

  bool is_leaf(const Term& term) const {
    return term.op == Op::derivative ||
           (term.op == Op::variable && !system_.is_known(term.index) &&
            !system_.is_input(term.index) && !system_.is_discrete[term.index]);
  }
  bool is_state(const Term& term) const {
    return term.op == Op::variable && system_.state_of[term.index] != unmatched;
  }

  // ---- elimination ----

  // A row with an unknown of its own is part of no combination without unknowns.
  void peel() {
    std::map<Node, std::vector<std::size_t>> in;
    std::map<Node, std::size_t> count;
    std::vector<Node> single;
    for (std::size_t r = 0; r < rows_.size(); ++r)
      for (const auto& [leaf, value] : rows_[r].unknowns) in[leaf].push_back(r), ++count[leaf];
    for (const auto& [leaf, number] : count)
      if (number == 1) single.push_back(leaf);
    std::vector<bool> is_gone(rows_.size(), false);
    while (!single.empty()) {
      const Node leaf = single.back();
      single.pop_back();
      for (const std::size_t r : in[leaf]) {
        if (is_gone[r]) continue;
        is_gone[r] = true;
        for (const auto& [other, value] : rows_[r].unknowns)
          if (--count[other] == 1) single.push_back(other);
      }
    }
    std::vector<Row> rest;
    for (std::size_t r = 0; r < rows_.size(); ++r)
      if (!is_gone[r]) rest.push_back(std::move(rows_[r]));
    rows_ = std::move(rest);
  }

  void eliminate() {
    std::map<Node, std::size_t> pivot_of;  // rows
    std::vector<Row> pivots;
    for (const Row& own : rows_) {
      Row row = own;
      bool is_combined = false;
      for (auto at = row.unknowns.begin(); at != row.unknowns.end();) {
        const auto found = pivot_of.find(at->first);
        if (found == pivot_of.end()) {
          ++at;
          continue;
        }
        is_combined = true;
        if (!combine(row, pivots[found->second], found->first)) return;
        at = row.unknowns.begin();
      }
      if (!row.unknowns.empty()) {
        pivot_of.emplace(row.unknowns.begin()->first, pivots.size());
        pivots.push_back(std::move(row));
      } else if (is_combined && !row.knowns.empty()) {
        replace(row);
      }
    }
  }

  // row := p row - q pivot, without the leaf; false: too large, or too much work.
  bool combine(Row& row, const Row& pivot, Node leaf) {
    const std::int64_t own = row.unknowns.at(leaf), its = pivot.unknowns.at(leaf);
    const std::int64_t common = std::gcd(own, its), p = its / common, q = own / common;
    work_ += row.unknowns.size() + pivot.unknowns.size();
    for (const auto terms : {&Row::unknowns, &Row::knowns}) {
      for (auto& [node, value] : row.*terms) value *= p;
      for (const auto& [node, value] : pivot.*terms)
        if (((row.*terms)[node] -= q * value) == 0) (row.*terms).erase(node);
    }
    std::int64_t divisor = 0;
    for (const auto terms : {&Row::unknowns, &Row::knowns})
      for (const auto& [node, value] : row.*terms) divisor = std::gcd(divisor, value);
    bool fits = true;
    for (const auto terms : {&Row::unknowns, &Row::knowns})
      for (auto& [node, value] : row.*terms) {
        value /= divisor;
        fits = fits && std::abs(static_cast<double>(value)) <= largest;
      }
    return fits && work_ <= most_work;
  }

  void replace(const Row& row) {
    Node sum = graph_.constant(0);
    for (const auto& [leaf, value] : row.knowns)
      sum =
          graph_.make(Op::add, sum,
                      graph_.make(Op::multiply, graph_.constant(static_cast<double>(value)), leaf));
    Equation& equation = system_.equations[row.equation];
    equation.left = sum;
    equation.right = graph_.constant(0);
    if (system_.homotopy_memory) system_.start_equations[row.equation] = equation;
  }

  System& system_;
  Graph& graph_;
  std::vector<Row> rows_{};
  std::size_t work_ = 0;
};

}  // namespace

void expose_constraints(System& system) { Whole(system).expose(); }

}  // namespace bw::equation
