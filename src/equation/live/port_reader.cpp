#include "equation/live/port_reader.h"

#include <algorithm>
#include <utility>

namespace bw::equation {
namespace {

constexpr auto nobody = static_cast<std::uint32_t>(-1);

// Each of the variables: its place in the list.
std::vector<std::uint32_t> places(const std::vector<std::uint32_t>& list, std::size_t variables) {
  std::vector<std::uint32_t> found(variables, nobody);
  for (std::uint32_t i = 0; i < list.size(); ++i) found[list[i]] = i;
  return found;
}

// The order of requested inputs need not be that of the program.
template <class Entry>
void close_row(math::Rows& rows, std::vector<Entry>& entries,
               std::vector<std::pair<std::uint32_t, Entry>>& row) {
  std::ranges::sort(row, {}, [](const auto& one) { return one.first; });
  for (const auto& [column, entry] : row) {
    rows.values.push_back(column);
    entries.push_back(entry);
  }
  rows.close_row();
  row.clear();
}

}  // namespace

PortReader::PortReader(const Machine& machine, const std::vector<std::size_t>& inputs,
                       const std::vector<std::size_t>& outputs)
    : machine_(machine), rows_(places(machine.ports.outputs, machine.system().variables.size())) {
  begins_.push_back(0);
  for (const auto& row : machine.ports.pattern)
    begins_.push_back(begins_.back() + static_cast<std::uint32_t>(row.size()));
  entries_.resize(begins_.back());
  find_columns(inputs);
  for (std::size_t state = 0; state < machine.system().states.size(); ++state)
    add_derivative(state);
  for (const std::size_t i : outputs)
    if (machine.system().variables[i].type == ScalarType::real) add_output(i);
}

void PortReader::find_columns(const std::vector<std::size_t>& inputs) {
  const std::vector<std::uint32_t> known =
      places(machine_.ports.inputs, machine_.system().variables.size());
  columns_.assign(machine_.ports.inputs.size(), nobody);
  std::uint32_t next = 0;
  for (const std::size_t i : inputs) {
    if (machine_.system().variables[i].type != ScalarType::real) continue;
    knows_ = knows_ && machine_.ports.exists && known[i] != nobody;
    if (known[i] != nobody) columns_[known[i]] = next;
    ++next;
  }
}

void PortReader::add_derivative(std::size_t state) {
  std::vector<std::pair<std::uint32_t, Entry>> by_inputs;
  const std::size_t states = machine_.system().states.size();
  if (machine_.ports.exists) {
    const auto& row = machine_.ports.pattern[state];
    for (std::uint32_t e = 0; e < row.size(); ++e)
      if (row[e] >= states && columns_[row[e] - states] != nobody)
        by_inputs.push_back({columns_[row[e] - states], {begins_[state] + e, 1.0}});
  }
  close_row(pattern_.b, b_, by_inputs);
}

void PortReader::add_output(std::size_t output) {
  const System& system = machine_.system();
  const std::size_t states = system.states.size();
  const Alias alias = system.aliases[output];
  const double sign = alias.opposite ? -1.0 : 1.0;
  std::vector<std::pair<std::uint32_t, Entry>> by_states, by_inputs;
  if (const std::uint32_t state = system.state_of[alias.kept]; state != unmatched) {
    by_states.push_back({state, {nobody, sign}});
  } else if (machine_.ports.exists && rows_[output] != nobody) {
    const std::size_t at = states + rows_[output];
    const auto& row = machine_.ports.pattern[at];
    for (std::uint32_t e = 0; e < row.size(); ++e)
      if (const Entry entry{begins_[at] + e, sign}; row[e] < states)
        by_states.push_back({static_cast<std::uint32_t>(row[e]), entry});
      else if (columns_[row[e] - states] != nobody)
        by_inputs.push_back({columns_[row[e] - states], entry});
  } else {
    knows_ = false;
  }
  close_row(pattern_.c, c_, by_states);
  close_row(pattern_.d, d_, by_inputs);
}

void PortReader::fill(const std::vector<Entry>& entries, std::vector<double>& into) const {
  into.clear();
  for (const Entry& entry : entries)
    into.push_back(entry.from == nobody ? entry.sign : entry.sign * entries_[entry.from]);
}

bool PortReader::read(RunState& state, double t, std::span<const double> x,
                      model::PortMatrices& into) {
  if (machine_.ports.exists && !state.ports(t, x, entries_)) return false;
  fill(b_, into.b);
  fill(c_, into.c);
  fill(d_, into.d);
  return true;
}

}  // namespace bw::equation
