#include "fmi/variable_group.h"

namespace bw::fmi {

VariableGroup::VariableGroup(const Description& description,
                             std::span<const std::size_t> variables) {
  std::size_t place = 0;
  const auto add = [&](auto& lane, fmi2ValueReference reference) {
    lane.references.push_back(reference);
    lane.places.push_back(place++);
    lane.items.emplace_back();
  };
  for (const std::size_t v : variables) {
    const fmi2ValueReference reference = description.value_references[v];
    switch (description.variables[v].type) {
      case Type::real: reals_.push_back(reference); break;
      case Type::integer:
      case Type::enumeration: add(integers_, reference); break;
      case Type::boolean: add(booleans_, reference); break;
      case Type::string:
      case Type::binary: add(strings_, reference); break;
    }
  }
  has_discretes_ = place > 0;
}

void VariableGroup::get_discretes(Instance2& instance, std::span<Discrete> values) {
  const auto number = [&](Lane<fmi2Integer>& lane) {
    for (std::size_t i = 0; i < lane.items.size(); ++i)
      values[lane.places[i]] = static_cast<std::int64_t>(lane.items[i]);
  };
  if (!integers_.references.empty()) {
    instance.get(integers_.references, integers_.items);
    number(integers_);
  }
  if (!booleans_.references.empty()) {
    instance.get_booleans(booleans_.references, booleans_.items);
    for (fmi2Boolean& item : booleans_.items) item = item != fmi2False ? fmi2True : fmi2False;
    number(booleans_);
  }
  if (!strings_.references.empty()) {
    instance.get(strings_.references, strings_.items);
    for (std::size_t i = 0; i < strings_.items.size(); ++i)
      values[strings_.places[i]] =
          std::string(strings_.items[i] != nullptr ? strings_.items[i] : "");
  }
}

void VariableGroup::set_discretes(Instance2& instance, std::span<const Discrete> values) {
  const auto number = [&](Lane<fmi2Integer>& lane) {
    for (std::size_t i = 0; i < lane.items.size(); ++i)
      lane.items[i] = static_cast<fmi2Integer>(std::get<std::int64_t>(values[lane.places[i]]));
  };
  if (!integers_.references.empty()) {
    number(integers_);
    instance.set(integers_.references, std::span<const fmi2Integer>(integers_.items));
  }
  if (!booleans_.references.empty()) {
    number(booleans_);
    instance.set_booleans(booleans_.references, booleans_.items);
  }
  if (!strings_.references.empty()) {
    for (std::size_t i = 0; i < strings_.items.size(); ++i)
      strings_.items[i] = std::get<std::string>(values[strings_.places[i]]).c_str();
    instance.set(strings_.references, std::span<const fmi2String>(strings_.items));
  }
}

}  // namespace bw::fmi
