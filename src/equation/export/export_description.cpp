// modelDescription.xml of both versions.
// Source: Functional Mock-up Interface 2.0.4 and 3.0.1, section 2.2 / 2.4 (the schemas in words).

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>
#include <map>

#include "base/text.h"
#include "base/units.h"
#include "base/xml_writer.h"
#include "equation/core/flat_model.h"
#include "equation/export/export_model.h"
#include "equation/sort/system.h"

namespace bw::equation {
namespace {

std::string attribute(std::string_view name, std::string_view value) {
  return value.empty() ? std::string() : fmt::format(" {}=\"{}\"", name, xml_escaped(value));
}

std::string number_attribute(std::string_view name, const std::optional<double>& value) {
  return value && std::isfinite(*value) ? fmt::format(" {}=\"{}\"", name, shortest(*value))
                                        : std::string();
}

// As the type writes it.
std::string value_text(ScalarType type, double value) {
  if (type == ScalarType::real) return shortest(value);
  if (type == ScalarType::boolean) return value != 0 ? "true" : "false";
  return fmt::format("{}", std::llround(value));
}

// What both versions have in common.
class DescriptionWriter {
 public:
  explicit DescriptionWriter(const ExportModel& model) : model_(model), dependencies_(model) {}

 protected:
  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(values)...);
  }

  bool has_assertions() const {
    for (const Deed& deed : model_.system().deeds)
      if (deed.fires == no_node) return true;
    return false;
  }

  // Units of variables, each with its display units.
  void write_units() {
    std::map<std::string, std::map<std::string, Affine>> units;
    for (const ExportVariable& v : model_.variables) {
      if (v.unit.empty()) continue;
      auto& shown = units[v.unit];
      const auto own = parse_unit(v.unit), display = parse_unit(v.display_unit);
      if (!is_shown(v)) continue;
      // value in the display unit = factor * value + offset
      if (const auto affine = conversion(*own, *display)) shown[v.display_unit] = *affine;
    }
    put("  <UnitDefinitions>\n");
    for (const auto& [name, shown] : units) write_unit(name, shown);
    put("  </UnitDefinitions>\n");
  }

  static bool is_shown(const ExportVariable& v) {
    if (v.unit.empty() || v.display_unit.empty() || v.display_unit == v.unit) return false;
    const auto own = parse_unit(v.unit), display = parse_unit(v.display_unit);
    return own && display && conversion(*own, *display);
  }

  void write_unit(const std::string& name, const std::map<std::string, Affine>& shown) {
    constexpr std::array<std::string_view, 8> bases = {"kg", "m",   "s",  "A",
                                                       "K",  "mol", "cd", "rad"};
    put("    <Unit name=\"{}\">\n", xml_escaped(name));
    if (const auto unit = parse_unit(name)) {
      put("      <BaseUnit");
      for (std::size_t i = 0; i < bases.size(); ++i)
        if (unit->exponents[i] != 0) put(" {}=\"{}\"", bases[i], unit->exponents[i]);
      if (unit->factor != 1) put(" factor=\"{}\"", shortest(unit->factor));
      if (unit->offset != 0) put(" offset=\"{}\"", shortest(unit->offset));
      put("/>\n");
    }
    for (const auto& [other, affine] : shown)
      put("      <DisplayUnit name=\"{}\" factor=\"{}\" offset=\"{}\"/>\n", xml_escaped(other),
          shortest(affine.gain), shortest(affine.offset));
    put("    </Unit>\n");
  }

  void write_categories() {
    put("  <LogCategories>\n");
    for (const std::string_view name : {"logStatusError", "logStatusWarning", "logAll"})
      put("    <Category name=\"{}\"/>\n", name);
    put("  </LogCategories>\n");
  }

  void write_experiment() {
    const FlatExperiment& e = model_.experiment;
    put("  <DefaultExperiment{}{}{}{}/>\n", number_attribute("startTime", e.start),
        number_attribute("stopTime", e.stop), number_attribute("tolerance", e.tolerance),
        number_attribute("stepSize", e.interval && *e.interval > 0 ? e.interval : std::nullopt));
  }

  std::string type_attributes(const ExportVariable& v, bool with_start) const {
    std::string made;
    if (v.type != ScalarType::boolean) made += attribute("quantity", v.quantity);
    if (v.type == ScalarType::real) {
      made += attribute("unit", v.unit);
      if (is_shown(v)) made += attribute("displayUnit", v.display_unit);
    }
    if (v.type != ScalarType::boolean) {
      for (const auto& [name, value] : {std::pair{"min", v.min}, std::pair{"max", v.max}})
        if (value && std::isfinite(*value))
          made += fmt::format(" {}=\"{}\"", name, value_text(v.type, *value));
    }
    if (v.type == ScalarType::real) made += number_attribute("nominal", v.nominal);
    if (with_start && v.start) made += fmt::format(" start=\"{}\"", value_text(v.type, *v.start));
    return made;
  }

  // Variables whose value the initialisation computes.
  bool is_initial_unknown(const ExportVariable& v) const {
    if (v.kind == VariableKind::derivative) return true;
    if (v.kind != VariableKind::own || v.initial == "exact" || v.initial.empty()) return false;
    return v.causality == "output" || v.causality == "calculatedParameter" ||
           (model_.is_state(v) && model_.state_references[model_.system().state_of[v.kept]] ==
                                      static_cast<std::size_t>(&v - model_.variables.data()));
  }

  // `first`: the number of the first variable.
  std::string dependencies(std::size_t reference, std::size_t first) {
    const auto found = dependencies_.of(reference);
    if (!found) return {};
    std::string list;
    for (const std::size_t each : *found)
      list += fmt::format("{}{}", list.empty() ? "" : " ", each + first);
    return fmt::format(" dependencies=\"{}\"", list);
  }

  const ExportModel& model_;
  Dependencies dependencies_;
  std::string out_;
};

class Fmi2 : DescriptionWriter {
 public:
  using DescriptionWriter::DescriptionWriter;

  std::string write(const std::vector<std::string>& sources) {
    put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    put("<fmiModelDescription fmiVersion=\"2.0\" modelName=\"{}\" guid=\"{}\"{}\n"
        "  generationTool=\"Bellwether\" variableNamingConvention=\"structured\" "
        "numberOfEventIndicators=\"{}\">\n",
        xml_escaped(model_.name), model_.token, attribute("description", model_.description),
        model_.indicators());
    write_interface("ModelExchange", sources,
                    has_assertions() ? "" : " completedIntegratorStepNotNeeded=\"true\"");
    write_interface("CoSimulation", sources, " canHandleVariableCommunicationStepSize=\"true\"");
    write_units();
    write_categories();
    write_experiment();
    write_variables();
    write_structure();
    put("</fmiModelDescription>\n");
    return std::move(out_);
  }

 private:
  void write_interface(std::string_view name, const std::vector<std::string>& sources,
                       std::string_view more) {
    put("  <{} modelIdentifier=\"{}\" needsExecutionTool=\"false\" canGetAndSetFMUstate=\"true\" "
        "canSerializeFMUstate=\"true\" providesDirectionalDerivative=\"{}\"{}>\n",
        name, model_.identifier, model_.has_partials, more);
    put("    <SourceFiles>\n");
    for (const std::string& source : sources) put("      <File name=\"{}\"/>\n", source);
    put("    </SourceFiles>\n  </{}>\n", name);
  }

  void write_variables() {
    constexpr std::array<std::string_view, 3> types = {"Real", "Integer", "Boolean"};
    put("  <ModelVariables>\n");
    for (std::size_t r = 0; r < model_.first_indicator; ++r) {
      const ExportVariable& v = model_.variables[r];
      put("    <!-- {} -->\n", r + 1);
      put("    <ScalarVariable name=\"{}\" valueReference=\"{}\"{}{}{}{}>\n", xml_escaped(v.name),
          r, attribute("description", v.description), attribute("causality", v.causality),
          attribute("variability", v.variability), attribute("initial", v.initial));
      put("      <{}{}", types[static_cast<std::size_t>(v.type)], type_attributes(v, true));
      if (v.kind == VariableKind::derivative)
        put(" derivative=\"{}\"", model_.state_references[v.index] + 1);
      if (v.can_jump) put(" reinit=\"true\"");
      put("/>\n    </ScalarVariable>\n");
    }
    put("  </ModelVariables>\n");
  }

  void write_structure() {
    put("  <ModelStructure>\n");
    std::string outputs, derivatives, unknowns;
    for (std::size_t r = 0; r < model_.first_indicator; ++r) {
      const ExportVariable& v = model_.variables[r];
      const auto unknown = [&](const std::string& more) {
        return fmt::format("      <Unknown index=\"{}\"{}/>\n", r + 1, more);
      };
      if (v.causality == "output") outputs += unknown(dependencies(r, 1));
      if (v.kind == VariableKind::derivative) derivatives += unknown(dependencies(r, 1));
      if (is_initial_unknown(v)) unknowns += unknown("");
    }
    write_group("Outputs", outputs);
    write_group("Derivatives", derivatives);
    write_group("InitialUnknowns", unknowns);
    put("  </ModelStructure>\n");
  }

  void write_group(std::string_view name, const std::string& entries) {
    if (!entries.empty()) put("    <{}>\n{}    </{}>\n", name, entries, name);
  }
};

class Fmi3 : DescriptionWriter {
 public:
  using DescriptionWriter::DescriptionWriter;

  std::string write() {
    put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    put("<fmiModelDescription fmiVersion=\"3.0\" modelName=\"{}\" instantiationToken=\"{}\"{}\n"
        "  generationTool=\"Bellwether\" variableNamingConvention=\"structured\">\n",
        xml_escaped(model_.name), model_.token, attribute("description", model_.description));
    write_interface("ModelExchange", has_assertions() ? " needsCompletedIntegratorStep=\"true\""
                                                      : " needsCompletedIntegratorStep=\"false\"");
    write_interface("CoSimulation", " canHandleVariableCommunicationStepSize=\"true\"");
    write_units();
    write_categories();
    write_experiment();
    write_variables();
    write_structure();
    put("</fmiModelDescription>\n");
    return std::move(out_);
  }

 private:
  void write_interface(std::string_view name, std::string_view more) {
    put("  <{} modelIdentifier=\"{}\" needsExecutionTool=\"false\" canGetAndSetFMUState=\"true\" "
        "canSerializeFMUState=\"true\" providesDirectionalDerivatives=\"{}\" "
        "providesAdjointDerivatives=\"{}\"{}/>\n",
        name, model_.identifier, model_.has_partials, model_.has_partials, more);
  }

  void write_variables() {
    constexpr std::array<std::string_view, 3> types = {"Float64", "Int32", "Boolean"};
    put("  <ModelVariables>\n");
    for (std::size_t r = 0; r < model_.variables.size(); ++r) {
      const ExportVariable& v = model_.variables[r];
      put("    <{} name=\"{}\" valueReference=\"{}\"{}{}{}{}{}",
          types[static_cast<std::size_t>(v.type)], xml_escaped(v.name), r,
          attribute("description", v.description), attribute("causality", v.causality),
          attribute("variability", v.variability), attribute("initial", v.initial),
          type_attributes(v, true));
      if (v.kind == VariableKind::derivative)
        put(" derivative=\"{}\"", model_.state_references[v.index]);
      if (v.can_jump) put(" reinit=\"true\"");
      put("/>\n");
    }
    put("  </ModelVariables>\n");
  }

  void write_structure() {
    put("  <ModelStructure>\n");
    const auto write = [&](std::string_view element, std::size_t r, const std::string& more) {
      put("    <{} valueReference=\"{}\"{}/>\n", element, r, more);
    };
    const auto each = [&](auto act) {
      for (std::size_t r = 0; r < model_.variables.size(); ++r) act(r, model_.variables[r]);
    };
    each([&](std::size_t r, const ExportVariable& v) {
      if (v.causality == "output") write("Output", r, dependencies(r, 0));
    });
    each([&](std::size_t r, const ExportVariable& v) {
      if (v.kind == VariableKind::derivative)
        write("ContinuousStateDerivative", r, dependencies(r, 0));
    });
    each([&](std::size_t r, const ExportVariable& v) {
      if (is_initial_unknown(v)) write("InitialUnknown", r, "");
    });
    each([&](std::size_t r, const ExportVariable& v) {
      if (v.kind == VariableKind::indicator) write("EventIndicator", r, "");
    });
    put("  </ModelStructure>\n");
  }
};

}  // namespace

std::string describe_for_fmi_2(const ExportModel& model, const std::vector<std::string>& sources) {
  return Fmi2(model).write(sources);
}

std::string describe_for_fmi_3(const ExportModel& model) { return Fmi3(model).write(); }

}  // namespace bw::equation
