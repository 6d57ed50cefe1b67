// The variables of an FMU as tables.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "fmi/description/description.h"
#include "inspect/info.h"
#include "inspect/info_text.h"
#include "inspect/info_words.h"
#include "inspect/text_table.h"

namespace bw::inspect {
namespace {

using Indices = std::vector<std::size_t>;

class Tables {
 public:
  Tables(const FmuInfo& info, bool all) : info_(info), d_(info.fmu.description), all_(all) {}

  std::string text() const {
    const Roles& r = info_.roles;
    std::string text = counts() + table("Inputs", r.inputs) + table("Outputs", r.outputs) +
                       table("Parameters", r.parameters) +
                       table("Structural parameters", r.structural_parameters) + states() +
                       clocks();
    if (all_)
      text += table("Calculated parameters", r.calculated_parameters) +
              table("Constants", r.constants) + table("Local variables", r.locals);
    return text;
  }

 private:
  static std::string title(std::string_view words, std::size_t count) {
    return fmt::format("\n{} ({})\n", words, count);
  }
  std::size_t shown(std::size_t count) const { return all_ ? count : std::min(count, most_rows); }
  static std::string name_of(const fmi::Variable& v) { return on_one_line(v.face.name); }
  static std::string described(const fmi::Variable& v) {
    std::string words = shortened(on_one_line(v.face.description), widest_text);
    for (const fmi::Alias& alias : v.aliases)
      words += (words.empty() ? "" : "; ") + ("also " + on_one_line(alias.name));
    return words;
  }

  std::string counts() const {
    const Roles& r = info_.roles;
    std::vector<std::string> words;
    const auto add = [&](std::size_t count, const char* noun) {
      if (count > 0) words.push_back(counted(count, noun));
    };
    add(r.inputs.size(), "input");
    add(r.outputs.size(), "output");
    add(r.parameters.size(), "parameter");
    add(r.structural_parameters.size(), "structural parameter");
    add(r.calculated_parameters.size(), "calculated parameter");
    add(r.constants.size(), "constant");
    add(r.locals.size(), "local variable");
    add(r.clocks.size(), "clock");
    std::string text = fmt::format("\nVariables ({})\n", d_.variables.size());
    if (!words.empty()) text += "  " + enumerated(words, words.size()) + "\n";
    text += "  " + counted(d_.continuous_states, "continuous state") + ", " +
            counted(d_.event_indicators, "event indicator");
    if (d_.version != fmi::Version::fmi1)
      text += ", " + counted(d_.structure.initial_unknowns.size(), "initial unknown");
    text += "\n";
    const std::size_t hidden =
        r.calculated_parameters.size() + r.constants.size() + r.locals.size();
    if (hidden > 0 && !all_)
      text += "  --variables all lists the calculated, constant and local ones, too\n";
    return text;
  }

  std::string table(std::string_view heading, const Indices& indices) const {
    if (indices.empty()) return "";
    TextTable table({"name", "type", "variability", "unit", "start", "range", "description"});
    for (std::size_t i = 0; i < shown(indices.size()); ++i) {
      const fmi::Variable& v = d_.variables[indices[i]];
      table.add({name_of(v), type_name(v, d_), std::string(model::name(v.face.variability)),
                 unit_shown(v), start_shown(v), range_shown(v), described(v)});
    }
    return title(heading, indices.size()) + table.text("  ") +
           rest_text(indices.size() - shown(indices.size()));
  }

  std::string states() const {
    const auto& list = info_.roles.states;
    if (list.empty()) return "";
    TextTable table({"name", "derivative", "type", "unit", "start", "nominal", "description"});
    for (std::size_t i = 0; i < shown(list.size()); ++i) {
      const fmi::Variable& v = d_.variables[list[i].state];
      table.add({name_of(v), name_of(d_.variables[list[i].derivative]), type_name(v, d_),
                 unit_shown(v), start_shown(v), v.face.nominal == 1 ? "" : shortest(v.face.nominal),
                 described(v)});
    }
    return title("States", list.size()) + table.text("  ") +
           rest_text(list.size() - shown(list.size()));
  }

  static std::string ticks(const fmi::Clock& clock) {
    std::string words(name(clock.kind));
    if (clock.interval) words += ", every " + shortest(*clock.interval) + " s";
    if (clock.shift && *clock.shift != 0) words += " from " + shortest(*clock.shift) + " s";
    if (clock.priority) words += fmt::format(", priority {}", *clock.priority);
    return words;
  }

  std::string clocks() const {
    const Indices& indices = info_.roles.clocks;
    if (indices.empty()) return "";
    TextTable table({"name", "kind", "ticks", "description"});
    for (std::size_t i = 0; i < shown(indices.size()); ++i) {
      const fmi::Variable& v = d_.variables[indices[i]];
      table.add({name_of(v), std::string(model::name(v.face.causality)),
                 v.clock ? ticks(*v.clock) : "", described(v)});
    }
    return title("Clocks", indices.size()) + table.text("  ") +
           rest_text(indices.size() - shown(indices.size()));
  }

  const FmuInfo& info_;
  const fmi::Description& d_;
  bool all_;
};

}  // namespace

std::string variables_text(const FmuInfo& info, bool all) { return Tables(info, all).text(); }

}  // namespace bw::inspect
