#include "fmi/instance/variable_group.h"

#include <algorithm>

namespace bw::fmi {
namespace {

bool is_real_type(DataType type) { return type == DataType::float64 || type == DataType::float32; }
bool is_text(DataType type) { return type == DataType::string || type == DataType::binary; }

}  // namespace

VariableGroup::VariableGroup(const Layout& layout, std::span<const std::size_t> scalars) {
  const bool plain = is_plain(layout, scalars);
  std::size_t real = 0, discrete = 0;
  for (const std::size_t scalar : scalars) {
    const DataType type = layout.variable_of(scalar).type;
    if (type == DataType::clock) {
      ++discrete;  // clocks are not values: fmi/instance/clocks counts their ticks
    } else if (!is_real_type(type)) {
      add(layout, scalar, discrete++);
    } else if (!plain) {
      add(layout, scalar, real++);
    } else if (layout.element(scalar).offset == 0) {
      plain_reals_.push_back(layout.variable_of(scalar).reference);
    }
  }
  for (Batch& batch : batches_) {
    std::vector<bool> is_set(batch.size());  // an element and its alias are one place
    for (const Move& move : batch.moves) is_set[move.buffer] = true;
    batch.is_partial = std::ranges::find(is_set, false) != is_set.end();
  }
}

// Whether one call fills the whole real lane, in its order.
bool VariableGroup::is_plain(const Layout& layout, std::span<const std::size_t> scalars) const {
  std::size_t expected_offset = 0, variable = 0;
  for (const std::size_t scalar : scalars) {
    const Variable& v = layout.variable_of(scalar);
    if (!is_real_type(v.type)) continue;
    const Layout::Element& element = layout.element(scalar);
    if (v.type != DataType::float64 || v.negated || element.offset != expected_offset ||
        (expected_offset > 0 && element.variable != variable))
      return false;
    variable = element.variable;
    expected_offset = (expected_offset + 1) % layout.size(variable);
  }
  return expected_offset == 0;
}

void VariableGroup::add(const Layout& layout, std::size_t scalar, std::size_t lane) {
  const Layout::Element& element = layout.element(scalar);
  const Variable& variable = layout.variable_of(scalar);
  auto batch = std::ranges::find(batches_, variable.type, &Batch::type);
  if (batch == batches_.end()) {
    batch = batches_.emplace(batches_.end());
    batch->type = variable.type;
  }
  // Elements of one array mostly follow each other, so the search from the end is short.
  const auto& known = batch->variables;
  std::size_t place = known.size();
  if (variable.is_array())
    while (place > 0 && known[place - 1] != element.variable) --place;
  if (!variable.is_array() || place == 0) {
    batch->variables.push_back(element.variable);
    batch->references.push_back(variable.reference);
    batch->begins.push_back(batch->size());
    batch->resize(batch->size() + layout.size(element.variable));
    place = known.size();
  }
  batch->moves.push_back({batch->begins[place - 1] + element.offset, lane, variable.negated});
}

std::size_t VariableGroup::Batch::size() const {
  return is_real_type(type) ? reals.size() : is_text(type) ? texts.size() : numbers.size();
}

void VariableGroup::Batch::resize(std::size_t count) {
  if (is_real_type(type))
    reals.resize(count);
  else if (is_text(type))
    texts.resize(count);
  else
    numbers.resize(count);
}

void VariableGroup::Batch::fetch(Instance& instance) {
  if (type == DataType::float64)
    instance.get_reals(references, reals);
  else if (type == DataType::float32)
    instance.get_floats(references, reals);
  else if (is_text(type))
    instance.get_texts(type, references, texts);
  else
    instance.get_numbers(type, references, numbers);
}

void VariableGroup::Batch::send(Instance& instance) const {
  if (type == DataType::float64)
    instance.set_reals(references, reals);
  else if (type == DataType::float32)
    instance.set_floats(references, reals);
  else if (is_text(type))
    instance.set_texts(type, references, texts);
  else
    instance.set_numbers(type, references, numbers);
}

void VariableGroup::get_batches(Instance& instance, const model::SignalsOut& values) {
  for (Batch& batch : batches_) {
    batch.fetch(instance);
    for (const Move& m : batch.moves) {
      if (is_real_type(batch.type))
        values.reals[m.lane] = m.negated ? -batch.reals[m.buffer] : batch.reals[m.buffer];
      else if (is_text(batch.type))
        values.discretes[m.lane] = batch.texts[m.buffer];
      else if (batch.type == DataType::boolean && m.negated)
        values.discretes[m.lane] = std::int64_t{batch.numbers[m.buffer] == 0};
      else
        values.discretes[m.lane] = m.negated ? -batch.numbers[m.buffer] : batch.numbers[m.buffer];
    }
  }
}

void VariableGroup::set_batches(Instance& instance, const model::SignalsIn& values) {
  for (Batch& batch : batches_) {
    if (batch.is_partial) batch.fetch(instance);
    for (const Move& m : batch.moves) {
      if (is_real_type(batch.type)) {
        batch.reals[m.buffer] = m.negated ? -values.reals[m.lane] : values.reals[m.lane];
      } else if (is_text(batch.type)) {
        batch.texts[m.buffer] = std::get<std::string>(values.discretes[m.lane]);
      } else {
        const std::int64_t number = std::get<std::int64_t>(values.discretes[m.lane]);
        const bool is_boolean = batch.type == DataType::boolean;
        batch.numbers[m.buffer] = !m.negated ? number : is_boolean ? (number == 0) : -number;
      }
    }
    batch.send(instance);
  }
}

}  // namespace bw::fmi
