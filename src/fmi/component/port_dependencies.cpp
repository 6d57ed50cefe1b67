#include "fmi/component/port_dependencies.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>

#include "base/value.h"
#include "fmi/instance/instance.h"

namespace bw::fmi {
namespace {

using Columns = std::vector<std::uint32_t>;

class Dependencies {
 public:
  Dependencies(const Layout& layout, const std::vector<std::size_t>& states,
               const std::vector<std::size_t>& inputs)
      : layout_(layout), kept_inputs_(layout.description().variables.size()) {
    for (const std::size_t state : states) {
      first_state_[layout.description().variables[state].reference] = state_count_;
      state_count_ += static_cast<std::uint32_t>(layout.size(state));
    }
    for (const std::size_t scalar : inputs)
      if (is_real(layout.scalars()[scalar].type))
        kept_inputs_[layout.element(scalar).variable].push_back(input_count_++);
  }

  struct Rows {
    Columns states, inputs;
  };
  Rows of(const Unknown* unknown) const {
    if (unknown == nullptr || !unknown->dependencies) return all();
    Rows rows;
    for (const Dependency& d : *unknown->dependencies) {
      const Variable& variable = layout_.description().variables[d.variable];
      const auto state = first_state_.find(variable.reference);
      if (state != first_state_.end()) {
        for (std::uint32_t i = 0; i < layout_.size(d.variable); ++i)
          rows.states.push_back(state->second + i);
      } else if (variable.face.causality == model::Causality::input) {
        const Columns& kept = kept_inputs_[d.variable];
        rows.inputs.insert(rows.inputs.end(), kept.begin(), kept.end());
      } else if (may_change(variable.face)) {
        return all();
      }
    }
    sort(rows.states);
    sort(rows.inputs);
    return rows;
  }

 private:
  static bool may_change(const model::Variable& face) {
    return face.causality != model::Causality::independent && is_real(face.type) &&
           face.variability >= model::Variability::discrete;
  }
  static void sort(Columns& columns) {
    std::ranges::sort(columns);
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  }
  Rows all() const {
    Rows rows{Columns(state_count_), Columns(input_count_)};
    std::iota(rows.states.begin(), rows.states.end(), 0U);
    std::iota(rows.inputs.begin(), rows.inputs.end(), 0U);
    return rows;
  }

  const Layout& layout_;
  std::map<Reference, std::uint32_t> first_state_;  // aliases have the reference of the state
  std::vector<Columns> kept_inputs_;                // requested, by variable
  std::uint32_t state_count_ = 0, input_count_ = 0;
};

void add_row(math::Rows& rows, const Columns& columns) {
  rows.values.insert(rows.values.end(), columns.begin(), columns.end());
  rows.close_row();
}

}  // namespace

model::PortPattern port_dependencies(const Layout& layout, const std::vector<std::size_t>& states,
                                     const model::ComponentRequest& request) {
  const Description& description = layout.description();
  const Dependencies dependencies(layout, states, request.inputs);
  model::PortPattern pattern;
  for (const Unknown& unknown : description.structure.derivatives) {
    if (!description.variables[unknown.variable].derivative_of) continue;
    const Columns inputs = dependencies.of(&unknown).inputs;
    for (std::size_t i = 0; i < layout.size(unknown.variable); ++i) add_row(pattern.b, inputs);
  }
  std::vector<const Unknown*> of_variable(description.variables.size(), nullptr);
  for (const Unknown& unknown : description.structure.outputs)
    of_variable[unknown.variable] = &unknown;
  for (const std::size_t scalar : request.outputs) {
    if (!is_real(layout.scalars()[scalar].type)) continue;
    const auto rows = dependencies.of(of_variable[layout.element(scalar).variable]);
    add_row(pattern.c, rows.states);
    add_row(pattern.d, rows.inputs);
  }
  return pattern;
}

}  // namespace bw::fmi
