#include "equation/live/port_reader.h"

#include <algorithm>

namespace bw::equation {
namespace {

constexpr std::size_t nobody = static_cast<std::size_t>(-1);

std::size_t position(const std::vector<std::uint32_t>& list, std::size_t variable) {
  const auto found = std::ranges::find(list, variable);
  return found == list.end() ? nobody : static_cast<std::size_t>(found - list.begin());
}

}  // namespace

PortReader::PortReader(const Machine& machine, const std::vector<std::size_t>& inputs,
                       const std::vector<std::size_t>& outputs)
    : machine_(machine) {
  begins_.push_back(0);
  for (const auto& row : machine.ports.pattern) begins_.push_back(begins_.back() + row.size());
  entries_.resize(begins_.back());
  find_rows(outputs);
  find_columns(inputs);
  unused_.resize(machine.system().states.size());
}

void PortReader::find_rows(const std::vector<std::size_t>& outputs) {
  const System& system = machine_.system();
  for (const std::size_t i : outputs) {
    if (system.variables[i].type != ScalarType::real) continue;
    const Alias alias = system.aliases[i];
    const std::uint32_t state = system.state_of[alias.kept];
    const std::size_t place = position(machine_.ports.outputs, i);
    if (state != unmatched)
      rows_.push_back({.state = state, .is_state = true, .opposite = alias.opposite});
    else if (machine_.ports.exists && place != nobody)
      rows_.push_back({.row = system.states.size() + place, .opposite = alias.opposite});
    else
      knows_ = false;
  }
}

void PortReader::find_columns(const std::vector<std::size_t>& inputs) {
  columns_.assign(machine_.ports.inputs.size(), nobody);
  for (const std::size_t i : inputs) {
    if (machine_.system().variables[i].type != ScalarType::real) continue;
    const std::size_t place = position(machine_.ports.inputs, i);
    knows_ = knows_ && machine_.ports.exists && place != nobody;
    if (place != nobody) columns_[place] = inputs_;
    ++inputs_;
  }
}

void PortReader::spread(std::size_t row, double sign, std::span<double> by_states,
                        std::span<double> by_inputs) const {
  const auto& pattern = machine_.ports.pattern[row];
  const std::size_t states = machine_.system().states.size();
  for (std::size_t e = 0; e < pattern.size(); ++e) {
    const double value = sign * entries_[begins_[row] + e];
    if (pattern[e] < states)
      by_states[pattern[e]] = value;
    else if (columns_[pattern[e] - states] != nobody)
      by_inputs[columns_[pattern[e] - states]] = value;
  }
}

bool PortReader::read(RunState& state, double t, std::span<const double> x,
                      model::PortMatrices& into) {
  const std::size_t n = machine_.system().states.size();
  into.b.assign(n * inputs_, 0.0);
  into.c.assign(rows_.size() * n, 0.0);
  into.d.assign(rows_.size() * inputs_, 0.0);
  if (machine_.ports.exists && !state.ports(t, x, entries_)) return false;
  const std::span<double> b = into.b, c = into.c, d = into.d;
  for (std::size_t i = 0; inputs_ > 0 && i < n; ++i)
    spread(i, 1.0, unused_, b.subspan(i * inputs_, inputs_));
  for (std::size_t o = 0; o < rows_.size(); ++o) {
    const Row& row = rows_[o];
    const double sign = row.opposite ? -1.0 : 1.0;
    if (row.is_state)
      c[o * n + row.state] = sign;
    else
      spread(row.row, sign, c.subspan(o * n, n), d.subspan(o * inputs_, inputs_));
  }
  return true;
}

}  // namespace bw::equation
