// A model written as equations: what it consists of and how it is solved.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "equation/live/equation_blueprint.h"
#include "inspect/info.h"
#include "inspect/info_text.h"
#include "inspect/text_table.h"
#include "model/variable.h"

namespace bw::inspect {
namespace {

using equation::Structure;
using model::Causality;
using model::Variability;
using model::Variable;

std::string start_of(const Variable& v) { return v.start ? on_one_line(text(*v.start)) : ""; }

std::string range_of(const Variable& v) {
  const bool low = std::isfinite(v.min), high = std::isfinite(v.max);
  if (low && high) return shortest(v.min) + ".." + shortest(v.max);
  return low ? "≥ " + shortest(v.min) : high ? "≤ " + shortest(v.max) : "";
}

class EquationsText {
 public:
  EquationsText(const EquationsInfo& info, bool all)
      : info_(info), structure_(info.model->structure()), all_(all) {}

  std::string text() const {
    return head() + experiment_text(info_.model->experiment()) + variables() + equations() +
           initial_loops() + aliases() + events() +
           findings_text(info_.report, info_.file.string());
  }

 private:
  std::size_t shown(std::size_t count) const { return all_ ? count : std::min(count, most_rows); }
  bool has_room(std::size_t& count) const { return ++count <= most_rows || all_; }

  std::string head() const {
    std::string text = on_one_line(info_.model->name()) + "\n";
    if (!info_.model->description().empty())
      text += "  " + on_one_line(info_.model->description()) + "\n";
    TextTable facts({"", ""});
    facts.add({"file", info_.file.string()});
    facts.add({"states", structure_.states.empty()
                             ? "none"
                             : fmt::format("{}: {}", structure_.states.size(),
                                           enumerated(structure_.states, most_names))});
    facts.add({"Jacobian", jacobian()});
    if (!structure_.assumed_starts.empty())
      facts.add({"note", "begins with the start value, which is not fixed: " +
                             enumerated(structure_.assumed_starts, most_names)});
    return text + facts.text("  ");
  }

  std::string jacobian() const {
    const std::size_t n = structure_.states.size();
    if (n == 0) return "";
    if (!structure_.has_jacobian) return "by differences; exactly it would be too large";
    return fmt::format("exact, {} of {} entries", structure_.jacobian_entries, n * n);
  }

  template <class Belongs>
  std::string table(const char* heading, const Belongs& belongs) const {
    TextTable table({"name", "type", "unit", "start", "range", "description"});
    std::size_t count = 0;
    for (const Variable& v : info_.model->variables())
      if (belongs(v) && has_room(count))
        table.add({on_one_line(v.name), std::string(name(v.type)), on_one_line(v.unit), start_of(v),
                   range_of(v), shortened(on_one_line(v.description), widest_text)});
    if (count == 0) return "";
    return fmt::format("\n{} ({})\n", heading, count) + table.text("  ") +
           rest_text(count - shown(count));
  }

  std::string variables() const {
    const auto local = [](const Variable& v) {
      return v.causality == Causality::local && v.variability != Variability::constant &&
             !v.is_state;
    };
    std::string text =
        table("Inputs", [](const Variable& v) { return v.causality == Causality::input; }) +
        table("Outputs", [](const Variable& v) { return v.causality == Causality::output; }) +
        table("Parameters", [](const Variable& v) { return v.causality == Causality::parameter; }) +
        table("Parameters that sizes depend on",
              [](const Variable& v) { return v.causality == Causality::structural_parameter; }) +
        table("States", [](const Variable& v) { return v.is_state; }) +
        table("Other variables", local);
    if (all_)
      text += table("Constants",
                    [](const Variable& v) { return v.variability == Variability::constant; });
    return text;
  }

  static std::string way(const Structure::Block& block) {
    switch (block.way) {
      case Structure::Way::formula: return "";
      case Structure::Way::linear_loop:
        return fmt::format("linear loop of {}, {} iterated", block.unknowns.size(),
                           block.tears.size());
      case Structure::Way::nonlinear_loop:
        return fmt::format("nonlinear loop of {}, iterated for {}", block.unknowns.size(),
                           enumerated(block.tears, most_names));
    }
    return "";
  }

  std::string blocks(const std::vector<Structure::Block>& list) const {
    TextTable table({"determines", "by", "line", ""});
    std::size_t rows = 0, left_out = 0;
    for (const Structure::Block& block : list) {
      const std::size_t lines = std::max<std::size_t>(block.equations.size(), 1);
      for (std::size_t k = 0; k < lines; ++k) {
        if (++rows > most_rows && !all_) {
          ++left_out;
          continue;
        }
        const bool placed = k < block.places.size() && block.places[k].line > 0;
        table.add({k == 0 ? enumerated(block.unknowns, most_names) : "",
                   k < block.equations.size()
                       ? shortened(on_one_line(block.equations[k]), widest_text)
                       : "",
                   placed ? std::to_string(block.places[k].line) : "", k == 0 ? way(block) : ""});
      }
    }
    return table.text("  ") + rest_text(left_out);
  }

  std::string equations() const {
    if (structure_.blocks.empty()) return "";
    const auto loops =
        std::count_if(structure_.blocks.begin(), structure_.blocks.end(),
                      [](const Structure::Block& b) { return b.way != Structure::Way::formula; });
    return fmt::format("\nEquations in the order of evaluation ({}{})\n", structure_.blocks.size(),
                       loops == 0 ? "" : ", " + counted(static_cast<std::size_t>(loops), "loop")) +
           blocks(structure_.blocks);
  }

  std::string initial_loops() const {
    if (structure_.initial_loops.empty()) return "";
    return fmt::format("\nLoops at the start ({})\n", structure_.initial_loops.size()) +
           blocks(structure_.initial_loops);
  }

  std::string aliases() const {
    if (structure_.aliases.empty()) return "";
    TextTable table({"", "", ""});
    const std::size_t count = structure_.aliases.size();
    for (std::size_t i = 0; i < shown(count); ++i)
      table.add({structure_.aliases[i].first, "=", structure_.aliases[i].second});
    return fmt::format("\nAliases ({})\n", count) + table.text("  ") +
           rest_text(count - shown(count));
  }

  std::string events() const {
    TextTable table({"", ""});
    std::size_t count = 0;
    const auto add = [&](const char* what, const std::vector<std::string>& list) {
      for (const std::string& words : list)
        if (has_room(count)) table.add({what, shortened(on_one_line(words), widest_text)});
    };
    add("where", structure_.state_events);
    add("at", structure_.time_events);
    if (count == 0) return "";
    return fmt::format("\nEvents ({})\n", count) + table.text("  ") +
           rest_text(count - shown(count));
  }

  const EquationsInfo& info_;
  const Structure& structure_;
  bool all_;
};

}  // namespace

std::string equations_text(const EquationsInfo& info, bool all) {
  return EquationsText(info, all).text();
}

}  // namespace bw::inspect
