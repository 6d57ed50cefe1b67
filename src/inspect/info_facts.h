#pragma once
// The branches of the tree that `bellwether info` shows. For info*.cpp.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/bell.h"
#include "base/report.h"
#include "base/value.h"
#include "fmi/description/description.h"
#include "inspect/info.h"
#include "model/blueprint.h"
#include "system/system.h"

namespace bw::inspect {

Json fmu_facts(const std::filesystem::path& file);
Json equations_facts(const std::filesystem::path& file);
Json system_facts(system::System system);

Json facts_of(const Value& value);
Json facts_of(const model::Experiment& experiment);
Json facts_of(const Report& report);
Json facts_of(const Bells& bells);  // as a report
Json facts_of(const std::vector<fmi::Annotation>& annotations);
Json variables_facts(const fmi::Description& description);
Json structure_facts(const fmi::Description& description);

// One word for each model::Causality, as FMI 3.0 writes it.
inline constexpr std::string_view causality_words[] = {
    "parameter", "calculatedParameter", "structuralParameter", "input", "output",
    "local",     "independent"};

// The roles of the variables of an FMU: keys of "counts". Each has one role at most, and the role
// of clocks has precedence.
struct Role {
  std::string_view key, noun, heading;
  bool is_inner = false;  // shown on demand
};
inline constexpr Role roles[] = {
    {"inputs", "input", "Inputs"},
    {"outputs", "output", "Outputs"},
    {"parameters", "parameter", "Parameters"},
    {"structural_parameters", "structural parameter", "Structural parameters"},
    {"calculated_parameters", "calculated parameter", "Calculated parameters", true},
    {"constants", "constant", "Constants", true},
    {"local", "local variable", "Local variables", true},
    {"clocks", "clock", "Clocks"}};
std::string_view role_of(const Json& variable);

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

template <class List, class Facts>
Json list_of(const List& list, const Facts& facts) {
  Json all = Json::array();
  for (const auto& item : list) all.push_back(facts(item));
  return all;
}

}  // namespace bw::inspect
