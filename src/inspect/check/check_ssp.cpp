#include "inspect/check/check_ssp.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "base/xml_schema.h"
#include "model/blueprint.h"
#include "model/variable.h"
#include "run/open/open_file.h"
#include "system/rules.h"
#include "system/ssp/ssp_kinds.h"
#include "system/table_file.h"

namespace bw::inspect {
namespace {

namespace fs = std::filesystem;
using model::Causality;
using model::Variable;
using system::Rule;
using system::SspClaim;
using system::SspConnector;
using system::SspKind;

// The variables of a file by name; arrays also by the name in front of the brackets.
struct Described {
  std::shared_ptr<const model::Blueprint> blueprint;
  std::unordered_map<std::string, const Variable*> variables;
  std::unordered_map<std::string, std::vector<const Variable*>> arrays;

  explicit Described(std::shared_ptr<const model::Blueprint> opened)
      : blueprint(std::move(opened)) {
    for (const Variable& one : blueprint->variables()) {
      variables.emplace(one.name, &one);
      if (one.name.ends_with(']')) arrays[one.name.substr(0, one.name.rfind('['))].push_back(&one);
    }
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const Variable& one : blueprint->variables()) all.push_back(one.name);
    return all;
  }
};

SspKind kind_of(const Variable& variable) {
  if (variable.variability == model::Variability::constant) return SspKind::constant;
  switch (variable.causality) {
    case Causality::parameter: return SspKind::parameter;
    case Causality::calculated_parameter: return SspKind::calculated_parameter;
    case Causality::structural_parameter: return SspKind::structural_parameter;
    case Causality::input: return SspKind::input;
    case Causality::output: return SspKind::output;
    default: return SspKind::local;
  }
}

Type type_of(const std::string& name) {
  if (name == "Real" || name.starts_with("Float")) return Type::real;
  if (name == "Boolean") return Type::boolean;
  if (name == "String") return Type::string;
  if (name == "Enumeration") return Type::enumeration;
  if (name == "Binary") return Type::binary;
  if (name == "Clock") return Type::clock;
  return Type::integer;
}

// "v[2,3]" -> 2, 3
std::vector<std::size_t> indices_of(const std::string& name) {
  std::vector<std::size_t> all;
  for (std::size_t at = name.rfind('['); at < name.size() && name[at] != ']';) {
    std::size_t index = 0;
    const auto end = std::from_chars(&name[at + 1], name.data() + name.size(), index).ptr;
    all.push_back(index);
    at = static_cast<std::size_t>(end - name.data());
  }
  return all;
}

class Claims {
 public:
  Claims(const system::SspCheck& found, Report& report) : found_(found), report_(report) {}

  void check() {
    for (const SspClaim& claim : found_.claims)
      if (const Described* described = open(claim.component)) check(claim, *described);
    check_inputs();
    check_values();
  }

 private:
  void add(Rule rule, const Position& place, const std::string& sentence) {
    bw::add(report_, rule, place, sentence);
  }

  // Null: it cannot be opened, which is said elsewhere, or it is a table.
  const Described* open(std::size_t component) {
    const fs::path& file = found_.system.components[component].file;
    if (system::is_table(file)) return nullptr;
    const auto [place, is_new] = opened_.emplace(file.string(), nullptr);
    if (!is_new) return place->second.get();
    try {
      Bells bells;
      place->second = std::make_unique<Described>(run::open_file(file, bells, Log{}));
    } catch (const Error&) {
      return nullptr;
    }
    return place->second.get();
  }

  std::string shown(const SspClaim& claim) const {
    return "'" + found_.system.components[claim.component].name + "." + claim.connector.name + "'";
  }

  void check(const SspClaim& claim, const Described& described) {
    const SspConnector& said = claim.connector;
    const auto array = described.arrays.find(said.name);
    const auto scalar = described.variables.find(said.name);
    const bool is_array = scalar == described.variables.end() && array != described.arrays.end();
    if (!is_array && scalar == described.variables.end()) return add_missing(claim, described);
    const Variable& variable = is_array ? *array->second.front() : *scalar->second;
    check_kind(claim, variable);
    check_type(claim, variable);
    check_unit(claim, variable);
    check_size(claim,
               is_array ? indices_of(array->second.back()->name) : std::vector<std::size_t>{});
  }

  void add_missing(const SspClaim& claim, const Described& described) {
    add(claim.is_connected ? Rule::variable_unknown : Rule::ssp_connector_variable,
        claim.connector.position,
        "the connector " + shown(claim) + " has no variable in " +
            found_.system.components[claim.component].file.filename().string() + "." +
            did_you_mean(claim.connector.name, described.names()));
  }

  void check_kind(const SspClaim& claim, const Variable& variable) {
    const SspKind said = claim.connector.kind, is = kind_of(variable);
    if (said == SspKind::unspecified || said == is) return;
    // A constant output is an output, too.
    if (said == SspKind::output && variable.causality == Causality::output) return;
    add(Rule::ssp_connector_kind, claim.connector.position,
        "the connector " + shown(claim) + " is of kind " + std::string(system::name_of(said)) +
            ", but its variable is a" +
            (is == SspKind::input || is == SspKind::output ? "n " : " ") +
            std::string(system::name_of(is)) + ".");
  }

  void check_type(const SspClaim& claim, const Variable& variable) {
    const std::string& name = claim.connector.type.name;
    if (name.empty()) return;
    const Type said = type_of(name);
    const bool fits = said == variable.type && (said != Type::integer || has_range(name, variable));
    if (fits) return;
    add(Rule::ssp_connector_type, claim.connector.position,
        "the connector " + shown(claim) + " is of type " + name + ", but its variable is of type " +
            std::string(bw::name(variable.type)) +
            (said == variable.type ? " from " + std::to_string(variable.lowest) + " to " +
                                         std::to_string(variable.highest)
                                   : "") +
            ".");
  }

  static bool has_range(const std::string& name, const Variable& variable) {
    static const std::map<std::string, std::pair<std::int64_t, std::int64_t>> ranges = {
        {"Int8", {INT8_MIN, INT8_MAX}},    {"UInt8", {0, UINT8_MAX}},
        {"Int16", {INT16_MIN, INT16_MAX}}, {"UInt16", {0, UINT16_MAX}},
        {"Int32", {INT32_MIN, INT32_MAX}}, {"Integer", {INT32_MIN, INT32_MAX}},
        {"UInt32", {0, UINT32_MAX}},       {"Int64", {INT64_MIN, INT64_MAX}},
        {"UInt64", {0, INT64_MAX}}};
    const auto range = ranges.find(name);
    return range == ranges.end() || range->second == std::pair(variable.lowest, variable.highest);
  }

  void check_unit(const SspClaim& claim, const Variable& variable) {
    const system::NamedUnit& said = claim.connector.type.unit;
    if (said.name.empty() || variable.unit.empty() || said.name == variable.unit) return;
    if (said.meaning && variable.unit_meaning) {
      const auto change = conversion(*said.meaning, *variable.unit_meaning);
      if (change && change->gain == 1 && change->offset == 0) return;  // another name
    }
    add(Rule::ssp_connector_unit, claim.connector.position,
        "the connector " + shown(claim) + " is in " + said.name + ", but its variable is in " +
            variable.unit + ", which is used.");
  }

  void check_size(const SspClaim& claim, const std::vector<std::size_t>& is) {
    const auto& said = claim.connector.type.dimensions;
    bool fits = said.size() == is.size();
    for (std::size_t i = 0; fits && i < is.size(); ++i)
      fits = !said[i].size || *said[i].size == is[i];  // others follow a structural parameter
    if (fits || (said.empty() && claim.connector.type.name.empty())) return;
    const auto text = [](const auto& sizes, const auto& size_of) {
      return sizes.empty() ? std::string("no array")
                           : listed(sizes, size_of, {.most = 8, .last = " x "});
    };
    add(Rule::ssp_connector_dimension, claim.connector.position,
        "the connector " + shown(claim) + " has the dimensions " +
            text(said,
                 [](const system::SspDimension& one) {
                   return one.size ? std::to_string(*one.size) : one.connector;
                 }) +
            ", but its variable has " +
            text(is, [](std::size_t one) { return std::to_string(one); }) + ".");
  }

  void check_inputs() {
    const system::System& system = found_.system;
    std::set<std::pair<std::string, std::string>> given;
    for (const auto& one : system.connections)
      given.emplace(one.target.component, one.target.variable);
    for (const auto& one : system.parameters)
      given.emplace(one.target.component, one.target.variable);
    for (const auto& entrance : system.entrances)
      for (const auto& way : entrance.ways)
        given.emplace(way.target.component, way.target.variable);
    for (std::size_t i = 0; i < system.components.size(); ++i) {
      const Described* described = open(i);
      if (described == nullptr) continue;
      std::vector<std::string> idle;
      for (const Variable& one : described->blueprint->variables()) {
        const std::string array = one.name.substr(0, one.name.rfind('['));
        if (one.causality == Causality::input && one.type != Type::clock &&
            !given.contains({system.components[i].name, one.name}) &&
            !given.contains({system.components[i].name, array}))
          idle.push_back("'" + one.name + "'");
      }
      if (!idle.empty())
        add(Rule::ssp_input_open, system.components[i].position,
            "component '" + system.components[i].name + "': no connection and no value for " +
                listed(idle, {.most = 8}) + "; the start value is kept.");
    }
  }

  // Values without a variable have no effect; what was meant is looked for as often as it is shown.
  void check_values() {
    std::unordered_map<std::string, std::size_t> components;
    for (std::size_t i = 0; i < found_.system.components.size(); ++i)
      components.emplace(found_.system.components[i].name, i);
    long shown = 0;
    for (const system::Parameter& one : found_.system.parameters) {
      const Described* described = open(components.at(one.target.component));
      const std::string& name = one.target.variable;
      if (!one.may_miss || described == nullptr || described->variables.contains(name) ||
          described->arrays.contains(name))
        continue;
      const bool looks = ++shown <= Report::most_per_rule;
      add(Rule::ssp_parameter_unused, one.position,
          "component '" + one.target.component + "' has no variable '" + name +
              "'; the value has no effect." +
              (looks ? did_you_mean(name, described->names()) : ""));
    }
  }

  const system::SspCheck& found_;
  Report& report_;
  std::unordered_map<std::string, std::unique_ptr<Described>> opened_;
};

}  // namespace

void check_claims(const system::SspCheck& found, Report& report) { Claims(found, report).check(); }

void check_with_schemas(const system::SspCheck& found, const fs::path& folder, Report& report) {
  static const std::map<std::string, std::string> files = {
      {"ssd", "SystemStructureDescription.xsd"},
      {"ssv", "SystemStructureParameterValues.xsd"},
      {"ssm", "SystemStructureParameterMapping.xsd"},
      {"ssb", "SystemStructureSignalDictionary.xsd"}};
  std::set<std::string> missing;
  for (const system::SspFiles::Text& text : found.texts) {
    const fs::path schema = folder / files.at(text.row.substr(0, 3));
    if (!fs::is_regular_file(schema)) {
      if (missing.insert(schema.string()).second)
        bw::add(report, Rule::ssp_xsd_missing, {folder.string()},
                "there is no " + schema.filename().string() +
                    "; --xsd needs the folder with the schemas of the SSP standard.");
      continue;
    }
    report.attempt(
        [&] {
          for (const XmlProblem& problem : validate_xml(text.text, schema))
            bw::add(report, Rule::ssp_xsd, {text.shown, problem.line, 0}, problem.sentence);
        },
        system::row(Rule::ssp_xsd_missing).key, {schema.string()});
  }
}

}  // namespace bw::inspect
