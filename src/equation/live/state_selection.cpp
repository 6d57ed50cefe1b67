#include "equation/live/state_selection.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bw::equation {
namespace {

// Of the quality at the last choice; below the second one nothing is determined.
constexpr double least_part = 0.5, least_quality = 1e-9;
constexpr double weight_of_fixed = 1e-4, weight_of_given = 1e-2, weight_of_preferred = 0.3;

using Matrix = std::vector<std::vector<double>>;

// sqrt(det J J^T): the product of the lengths of the rows, each without its part along those
// before.
double volume(Matrix rows) {
  double product = 1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      double along = 0;
      for (std::size_t j = 0; j < rows[i].size(); ++j) along += rows[i][j] * rows[k][j];
      for (std::size_t j = 0; j < rows[i].size(); ++j) rows[i][j] -= along * rows[k][j];
    }
    double square = 0;
    for (const double value : rows[i]) square += value * value;
    const double length = std::sqrt(square);
    product *= length;
    if (!(length > 0)) return 0;
    for (double& value : rows[i]) value /= length;
  }
  return product;
}

// Gaussian elimination: the columns of the pivots, the largest weighted one first; |det| of them.
std::pair<std::vector<std::size_t>, double> pivots(Matrix rows,
                                                   const std::vector<double>& weights) {
  std::vector<std::size_t> columns;
  double determinant = 1;
  for (std::size_t done = 0; done < rows.size(); ++done) {
    std::size_t row = done, column = 0;
    double largest = 0;
    for (std::size_t i = done; i < rows.size(); ++i)
      for (std::size_t j = 0; j < weights.size(); ++j)
        if (const double size = std::abs(rows[i][j]) * weights[j]; size > largest) {
          largest = size;
          row = i;
          column = j;
        }
    if (!(largest > 0)) return {columns, 0};
    std::swap(rows[done], rows[row]);
    const double pivot = rows[done][column];
    determinant *= std::abs(pivot);
    columns.push_back(column);
    for (std::size_t i = done + 1; i < rows.size(); ++i) {
      const double factor = rows[i][column] / pivot;
      for (std::size_t j = 0; j < weights.size(); ++j) rows[i][j] -= factor * rows[done][j];
      rows[i][column] = 0;
    }
  }
  return {columns, determinant};
}

}  // namespace

StateSelection::StateSelection(const Machine& machine) : machine_(machine) {
  std::size_t end = 0;
  for (const StateSet& set : machine.system().sets) {
    begins_.push_back(end);
    end += set.matrix.size() * set.candidates.size();
  }
  matrices_.assign(end, 0.0);
}

void StateSelection::begin(std::span<const double> nominals) {
  sizes_.clear();
  for (const StateSet& set : machine_.system().sets) {
    std::vector<double>& sizes = sizes_.emplace_back();
    for (const std::uint32_t candidate : set.candidates) sizes.push_back(nominals[candidate]);
  }
}

namespace {

// Rows of one set, in nominal values, each of length about 1.
Matrix scaled(const double* values, std::size_t rows, const std::vector<double>& sizes) {
  Matrix made(rows, std::vector<double>(sizes.size()));
  for (std::size_t i = 0; i < rows; ++i) {
    double largest = 0;
    for (std::size_t j = 0; j < sizes.size(); ++j) {
      const double value = values[i * sizes.size() + j] * sizes[j];
      made[i][j] = std::isfinite(value) ? value : 0;
      largest = std::max(largest, std::abs(made[i][j]));
    }
    for (double& value : made[i])
      if (largest > 0) value /= largest;
  }
  return made;
}

}  // namespace

StateSelection::Choice StateSelection::best(std::size_t set, bool at_start) const {
  const System& system = machine_.system();
  const StateSet& of = system.sets[set];
  std::vector<double> weights;
  for (const std::uint32_t candidate : of.candidates) {
    const FlatVariable& v = system.variables[candidate];
    const double preferred = v.select >= StateSelect::prefer  ? weight_of_preferred
                             : v.select <= StateSelect::avoid ? 1 / weight_of_preferred
                                                              : 1;
    weights.push_back(preferred * (!at_start            ? 1
                                   : v.fixed            ? weight_of_fixed
                                   : v.start != no_node ? weight_of_given
                                                        : 1));
  }
  Matrix rows = scaled(matrix(set), of.matrix.size(), sizes_[set]);
  const auto [columns, determinant] = pivots(rows, weights);
  Choice choice;
  choice.is_state.assign(of.candidates.size(), true);
  for (const std::size_t column : columns) choice.is_state[column] = false;
  // Where some constraint restricts nothing there, anything is a choice.
  for (std::size_t j = 0, left = of.matrix.size() - columns.size(); left > 0; ++j)
    if (choice.is_state[j]) choice.is_state[j] = false, --left;
  const double all = volume(std::move(rows));
  choice.quality = all > 0 ? determinant / all : 0;
  return choice;
}

double StateSelection::quality(std::size_t set, const std::vector<bool>& is_state) const {
  const StateSet& of = machine_.system().sets[set];
  Matrix rows = scaled(matrix(set), of.matrix.size(), sizes_[set]);
  std::vector<double> weights;
  for (const bool state : is_state) weights.push_back(state ? 0 : 1);
  const double all = volume(rows);
  return all > 0 ? pivots(std::move(rows), weights).second / all : 0;
}

std::vector<bool> StateSelection::present(std::size_t set, std::span<const double> w) const {
  const StateSet& of = machine_.system().sets[set];
  const Layout layout = machine_.layout();
  std::vector<bool> is_state(of.candidates.size(), false);
  for (std::size_t i = 0; i < of.states.size(); ++i)
    for (std::size_t j = 0; j < is_state.size(); ++j)
      if (w[layout.memory(of.first_memory) + i * is_state.size() + j] != 0) is_state[j] = true;
  return is_state;
}

void StateSelection::write(std::size_t set, const Choice& choice, std::span<double> w) const {
  const StateSet& of = machine_.system().sets[set];
  const Layout layout = machine_.layout();
  double* const memory = w.data() + layout.memory(of.first_memory);
  std::fill(memory, memory + of.states.size() * of.candidates.size(), 0.0);
  std::size_t row = 0;
  for (std::size_t j = 0; j < of.candidates.size(); ++j)
    if (choice.is_state[j]) memory[row++ * of.candidates.size() + j] = 1;
  w[layout.memory(of.limit_memory())] = least_part * choice.quality;
}

StateSelection::Chosen StateSelection::choose_for_start(std::span<double> w) {
  Chosen chosen;
  for (std::size_t k = 0; k < begins_.size(); ++k) {
    const Choice choice = best(k, true);
    if (choice.is_state == present(k, w)) continue;
    write(k, choice, w);
    chosen.changed = true;
  }
  return chosen;
}

StateSelection::Chosen StateSelection::choose_again(std::span<double> w, bool all) {
  Chosen chosen;
  const Layout layout = machine_.layout();
  for (std::size_t k = 0; k < begins_.size(); ++k) {
    const double limit = w[layout.memory(machine_.system().sets[k].limit_memory())];
    const std::vector<bool> now = present(k, w);
    if (!all && quality(k, now) >= limit) continue;
    const Choice choice = best(k, false);
    if (!(choice.quality > least_quality)) chosen.singular = static_cast<std::uint32_t>(k);
    chosen.changed = chosen.changed || choice.is_state != now;
    write(k, choice, w);
  }
  return chosen;
}

bool StateSelection::needs_choice(std::span<const double> w) {
  const Layout layout = machine_.layout();
  for (std::size_t k = 0; k < begins_.size(); ++k)
    if (quality(k, present(k, w)) < w[layout.memory(machine_.system().sets[k].limit_memory())])
      return true;
  return false;
}

}  // namespace bw::equation
