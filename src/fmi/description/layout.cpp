#include "fmi/description/layout.h"

#include <algorithm>
#include <limits>

#include "base/error.h"

namespace bw::fmi {
namespace {

// More variables are never recorded, and a wrong parameter must not exhaust the memory.
constexpr std::uint64_t most_elements = 10'000'000;

template <class Item>
void set_range(model::Variable& variable) {
  using Limits = std::numeric_limits<Item>;
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  // NOLINTNEXTLINE(bugprone-signed-char-misuse): Int8 is a number, not a character
  variable.lowest = static_cast<std::int64_t>(Limits::min());
  variable.highest = static_cast<std::int64_t>(
      std::min<std::uint64_t>(static_cast<std::uint64_t>(Limits::max()), most));
}

void set_range(model::Variable& variable, DataType type) {
  switch (type) {
    case DataType::int8: return set_range<std::int8_t>(variable);
    case DataType::uint8: return set_range<std::uint8_t>(variable);
    case DataType::int16: return set_range<std::int16_t>(variable);
    case DataType::uint16: return set_range<std::uint16_t>(variable);
    case DataType::uint32: return set_range<std::uint32_t>(variable);
    case DataType::int64: return set_range<std::int64_t>(variable);
    case DataType::uint64: return set_range<std::uint64_t>(variable);
    default: return;
  }
}

// "[2,3]" for the element at `offset` of an array, row-major, counted from 1.
std::string subscript(std::size_t offset, const std::vector<std::size_t>& extents) {
  std::string text;
  for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent) {
    text = std::to_string(offset % *extent + 1) + (text.empty() ? "" : ",") + text;
    offset /= *extent;
  }
  return "[" + text + "]";
}

}  // namespace

Layout::Layout(const Description& description,
               std::vector<std::pair<std::size_t, std::uint64_t>> structural)
    : description_(&description), structural_(std::move(structural)) {
  scalars_.reserve(description.variables.size());
  elements_.reserve(description.variables.size());
  for (std::size_t v = 0; v < description.variables.size(); ++v) add(v);
  translate_direct_inputs();
}

std::vector<std::size_t> Layout::extents(const Variable& variable) const {
  std::vector<std::size_t> found;
  std::uint64_t elements = 1;
  for (const Dimension& dimension : variable.dimensions) {
    std::uint64_t extent = dimension.size;
    for (const auto& [parameter, value] : structural_)
      if (dimension.parameter && *dimension.parameter == parameter) extent = value;
    found.push_back(extent);
    elements = extent > most_elements ? most_elements + 1 : elements * extent;
    if (elements > most_elements)
      throw InputError("the array '" + variable.face.name + "' would have more than " +
                       std::to_string(most_elements) +
                       " elements; choose smaller structural parameters.");
  }
  return found;
}

void Layout::add(std::size_t v) {
  const Variable& variable = description_->variables[v];
  const std::vector<std::size_t> shape = extents(variable);
  std::size_t count = 1;
  for (const std::size_t extent : shape) count *= extent;
  sizes_.push_back(count);
  first_.push_back(scalars_.size());
  const auto add_as = [&](const std::string& name, const std::string* description) {
    for (std::size_t i = 0; i < count; ++i) {
      model::Variable& scalar = scalars_.emplace_back(variable.face);
      elements_.push_back({v, i});
      scalar.name = variable.is_array() ? name + subscript(i, shape) : name;
      set_range(scalar, variable.type);
      // We tick time-based clocks; no connection and no table drives them.
      if (variable.clock && variable.clock->kind != Clock::Interval::triggered &&
          scalar.causality == model::Causality::input)
        scalar.causality = model::Causality::local;
      if (description != nullptr) scalar.description = *description;
      if (i < variable.starts.size()) scalar.start = variable.starts[i];
      // Arrays that overlap or the other sign are not worth the trouble.
      if (!variable.is_array() && !variable.negated)
        scalar.shared_value =
            ((static_cast<std::uint64_t>(scalar.type) + 1) << 32U) | variable.reference;
    }
  };
  add_as(variable.face.name, nullptr);
  for (const Alias& alias : variable.aliases) add_as(alias.name, &alias.description);
}

// Dependencies refer to whole arrays: then every element depends on every other.
void Layout::translate_direct_inputs() {
  if (scalars_.size() == description_->variables.size() &&
      std::ranges::all_of(sizes_, [](std::size_t n) { return n == 1; }))
    return;  // indices are unchanged
  for (model::Variable& scalar : scalars_) {
    if (!scalar.direct_inputs) continue;
    std::vector<std::size_t> translated;
    for (const std::size_t variable : *scalar.direct_inputs)
      for (std::size_t i = 0; i < sizes_[variable]; ++i) translated.push_back(first_[variable] + i);
    scalar.direct_inputs = std::move(translated);
  }
}

}  // namespace bw::fmi
