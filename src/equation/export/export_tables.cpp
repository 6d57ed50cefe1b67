// model.c: the code generated from the equations, and the tables that describe it to the run-time
// (equation/export/runtime/model.h).

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "equation/code/program.h"
#include "equation/code/write_c.h"
#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/export/export_model.h"
#include "equation/sort/causal.h"
#include "equation/sort/parameter_values.h"
#include "equation/sort/system.h"

namespace bw::equation {
namespace {

constexpr std::string_view model_c_head =
    R"(/* The equations of the model, as C. Made by a program: changes belong into the equations. */

@
#if defined(__GNUC__) && !defined(__TINYC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif

static double least(double a, double b) { return b < a ? b : a; }
static double greatest(double a, double b) { return a < b ? b : a; }
static double sign(double a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : 0.0; }
static double mod(double a, double b) { return a - floor(a / b) * b; }
static double rem(double a, double b) { return a - trunc(a / b) * b; }

)";

std::string c_text(std::string_view text) {
  std::string made = "\"";
  for (const char c : text)
    if (c == '"' || c == '\\')
      made += fmt::format("\\{}", c);
    else if (static_cast<unsigned char>(c) < ' ' || c == '?' || static_cast<unsigned char>(c) > 126)
      made += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    else
      made += c;
  return made + "\"";
}

class TableWriter {
 public:
  explicit TableWriter(const ExportModel& model)
      : model_(model), system_(model.system()), layout_(model.system()) {}

  std::string write() {
    out_ = model_c_head;
    out_.replace(out_.find('@'), 1, "#include \"model.h\"\n");
    for (const Program& program : model_.programs.all)
      put("static int {}(double t, double* restrict x, double* restrict w, double* restrict d, "
          "double* restrict o, struct host* h);\n",
          program.name);
    put("\n");
    out_ += model_.generated.text.substr(c_prelude.size());
    out_ += write_formulas(model_, formulas_size_);
    write_references();
    write_loops();
    write_events();
    write_lists();
    write_partials();
    write_model();
    return std::move(out_);
  }

 private:
  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(values)...);
  }

  // C has no empty arrays: adds an unused entry.
  template <class List, class Entry>
  void table(std::string_view type, const std::string& name, const List& list, std::string_view end,
             Entry entry) {
    put("static const {} {}[] = {{", type, name);
    std::size_t count = 0;
    for (const auto& each : list) {
      put("{}", count++ % 16 == 0 ? "\n" : " ");
      out_ += entry(each);
      put(",");
    }
    put("\n{}}};\n", end);
  }
  template <class List>
  void numbers(const std::string& name, const List& list) {
    table("size_t", name, list, "0", [](std::size_t n) { return fmt::format("{}", n); });
  }

  std::string place(const ExportVariable& v) const {
    if (v.kind == VariableKind::time) return "{in_time, 0}";
    if (v.kind == VariableKind::indicator) return fmt::format("{{in_indicators, {}}}", v.index);
    if (v.kind == VariableKind::derivative) return fmt::format("{{in_derivatives, {}}}", v.index);
    if (model_.is_state(v)) return fmt::format("{{in_states, {}}}", system_.state_of[v.kept]);
    return fmt::format("{{in_memory, {}}}", layout_.variable(v.kept));
  }

  std::string place(Node leaf) const {
    const Term& term = system_.graph[leaf];
    const std::uint32_t state = system_.state_of[term.index];
    if (term.op == Op::derivative) return fmt::format("{{in_derivatives, {}}}", state);
    if (term.op == Op::pre) return fmt::format("{{in_memory, {}}}", layout_.before(term.index));
    if (state != unmatched) return fmt::format("{{in_states, {}}}", state);
    return fmt::format("{{in_memory, {}}}", layout_.variable(term.index));
  }

  void write_references() {
    constexpr std::array<std::string_view, 3> types = {"type_real", "type_integer", "type_boolean"};
    constexpr std::array<std::string_view, 5> roles = {
        "role_calculated", "role_constant", "role_start", "role_parameter", "role_input"};
    const auto number = [](const std::optional<std::size_t>& n) {
      return n ? fmt::format("{}", *n) : std::string("-1");
    };
    table("Variable", "references", model_.variables, "{0}", [&](const ExportVariable& v) {
      return fmt::format("\n{{{}, {}, {}, {}, {}, {}, {}, {}, {}}}", c_text(v.name), place(v),
                         types[static_cast<std::size_t>(v.type)],
                         roles[static_cast<std::size_t>(v.role)], v.opposite ? 1 : 0,
                         v.is_discrete ? 1 : 0, v.kept, number(v.row), number(v.column));
    });
  }

  // Distances of the entries from the diagonal.
  struct Width {
    std::size_t below = 0, above = 0;
    void see(std::size_t row, std::size_t column) {
      if (column < row) below = std::max(below, row - column);
      if (column > row) above = std::max(above, column - row);
    }
  };

  void write_loops() {
    const ParameterValues::Given nothing;
    ParameterValues known(system_, nothing);
    const std::vector<const Loop*>& loops = model_.programs.loops;
    std::vector<Width> widths(loops.size());
    for (std::size_t k = 0; k < loops.size(); ++k) {
      const Loop& loop = *loops[k];
      tear_count_ += loop.tears.size();
      for (std::size_t i = 0; i < loop.pattern.size(); ++i)
        for (const std::size_t column : loop.pattern.row(i)) widths[k].see(i, column);
      table("Place", fmt::format("tears_{}", k), loop.tears, "{0, 0}",
            [&](Node leaf) { return place(leaf); });
      table("double", fmt::format("nominals_{}", k), loop.tears, "1", [&](Node leaf) {
        const Node nominal = system_.variables[system_.graph[leaf].index].nominal;
        const double size = nominal != no_node ? std::abs(known.of(nominal)) : 1.0;
        return c_number(size > 0 ? size : 1.0);
      });
      numbers(fmt::format("begins_{}", k), loop.pattern.begins);
      numbers(fmt::format("columns_{}", k), loop.pattern.columns);
    }
    put("static const Loop loops[] = {{\n");
    for (std::size_t k = 0; k < loops.size(); ++k)
      put("{{residuals_{0}, matrix_{0}, {1}, tears_{0}, nominals_{0}, begins_{0}, columns_{0}, "
          "{2}, "
          "{3}, {4}, {5}}},\n",
          k, loops[k]->tears.size(), widths[k].below, widths[k].above, loops[k]->is_linear ? 1 : 0,
          c_text(names_of(system_, *loops[k])));
    put("{{0}}}};\n");
  }

  void write_events() {
    std::vector<const Relation*> sides, event_times;
    for (const Relation& relation : system_.relations)
      (relation.difference != no_node ? sides : event_times).push_back(&relation);
    const auto relation = [&](const Relation* r) {
      return fmt::format("{{{}, {}}}", layout_.memory(r->memory), r->includes ? 1 : 0);
    };
    table("Relation", "side_table", sides, "{0, 0}", relation);
    table("Relation", "event_time_table", event_times, "{0, 0}", relation);
    side_count_ = sides.size();
    event_time_count_ = event_times.size();
    constexpr std::array<std::string_view, 3> kinds = {"round_floor", "round_ceil", "round_trunc"};
    table("Rounding", "rounding_table", system_.roundings, "{0, 0}", [&](const Rounding& r) {
      return fmt::format("{{{}, {}}}", kinds[static_cast<std::size_t>(r.kind)],
                         layout_.memory(r.memory));
    });
    table("size_t", "sample_table", system_.samples, "0",
          [&](const Sample& s) { return fmt::format("{}", layout_.memory(s.memory)); });
    table("char* const", "sample_texts", system_.samples, "0",
          [&](const Sample& s) { return c_text(s.text); });
    write_deeds();
  }

  void write_deeds() {
    constexpr std::array<std::string_view, 3> kinds = {"deed_reinit", "deed_terminate",
                                                       "deed_assertion"};
    table("Deed", "deed_table", system_.deeds, "{0}", [&](const Deed& d) {
      has_assertions_ = has_assertions_ || (d.kind == Deed::Kind::assertion && d.fires == no_node);
      return fmt::format("\n{{{}, {}, {}, {}, {}}}", kinds[static_cast<std::size_t>(d.kind)],
                         d.fires == no_node ? 1 : 0, d.warning ? 1 : 0,
                         d.kind == Deed::Kind::reinit ? system_.state_of[d.variable] : 0,
                         c_text(d.message));
    });
  }

  bool is_changing_integer(std::uint32_t i) const {
    return i < system_.own_variables && system_.is_discrete[i] && system_.aliases[i].kept == i &&
           system_.variables[i].type == ScalarType::integer;
  }

  void write_lists() {
    numbers("state_variables", system_.states);
    std::vector<std::uint32_t> discretes, before, started, integers;
    for (std::uint32_t i = 0; i < system_.variables.size(); ++i) {
      if (system_.is_discrete[i] && system_.aliases[i].kept == i) discretes.push_back(i);
      if (system_.start_memory[i] != unmatched) started.push_back(i);
      if (is_changing_integer(i)) integers.push_back(i + 1);
    }
    for (Node node = 0; node < system_.graph.size(); ++node) {
      const Term& term = system_.graph[node];
      if (term.op == Op::pre && !system_.is_discrete[term.index]) before.push_back(term.index + 1);
      uses_terminal_ =
          uses_terminal_ || (term.op == Op::memory && term.index == system_.terminal_memory);
    }
    numbers("integers", integers);
    numbers("discretes", discretes);
    numbers("continuous_before", before);
    table("StartMemory", "start_table", started, "{0, 0}", [&](std::uint32_t i) {
      return fmt::format("{{{}, {}}}", i, layout_.memory(system_.start_memory[i]));
    });
    integer_count_ = integers.size();
    discrete_count_ = discretes.size();
    before_count_ = before.size();
    start_count_ = started.size();
  }

  void write_partials() {
    std::vector<std::size_t> begins{0}, columns;
    const std::size_t n = system_.states.size();
    for (std::size_t i = 0; i < model_.partials.size(); ++i) {
      for (const std::size_t column : model_.partials[i]) {
        columns.push_back(column);
        if (i < n && column < n) band_.see(i, column);
      }
      begins.push_back(columns.size());
    }
    numbers("row_begins", begins);
    numbers("row_columns", columns);
  }

  std::size_t most_results() const {
    std::size_t most = model_.indicators();
    for (const Program& program : model_.programs.all)
      for (const Instruction& instruction : program.instructions)
        if (instruction.kind == InstructionKind::result && program.name != "partials")
          most = std::max<std::size_t>(most, instruction.index + 1);
    return most;
  }

  void write_model() {
    const bool has_events = !system_.relations.empty() || !system_.roundings.empty() ||
                            !system_.deeds.empty() || discrete_count_ > 0;
    put("\nconst Model bw_model = {{\n");
    put(".token = {}, .fingerprint = {}, .tolerance = {},\n", c_text(model_.token),
        c_number(model_.fingerprint), c_number(model_.experiment.tolerance.value_or(1e-6)));
    put(".variables = {}, .memory_size = {}, .results_size = {}, .formulas_size = {},\n",
        system_.variables.size(), layout_.memory(system_.memories), most_results(), formulas_size_);
    put(".states = {}, .indicators = {}, .references = {},\n", system_.states.size(),
        model_.indicators(), model_.variables.size());
    put(".reference = references, .state_variables = state_variables,\n");
    put(".starts = start_table, .start_count = {},\n", start_count_);
    put(".loops = loops, .loop_count = {}, .tear_count = {},\n", model_.programs.loops.size(),
        tear_count_);
    put(".sides = side_table, .side_count = {}, .event_times = event_time_table, .event_time_count "
        "= {},\n",
        side_count_, event_time_count_);
    put(".roundings = rounding_table, .rounding_count = {},\n", system_.roundings.size());
    put(".samples = sample_table, .sample_count = {}, .sample_texts = sample_texts,\n",
        system_.samples.size());
    put(".deeds = deed_table, .deed_count = {},\n", system_.deeds.size());
    put(".integers = integers, .integer_count = {},\n", integer_count_);
    put(".discretes = discretes, .discrete_count = {},\n", discrete_count_);
    put(".continuous_before = continuous_before, .continuous_before_count = {},\n", before_count_);
    put(".initial_memory = {}, .terminal_memory = {},\n", layout_.memory(system_.initial_memory),
        layout_.memory(system_.terminal_memory));
    put(".homotopy_memory = {}, .has_homotopy = {:d},\n",
        layout_.memory(system_.homotopy_memory.value_or(0)), system_.homotopy_memory.has_value());
    put(".has_assertions = {:d}, .uses_terminal = {:d}, .has_events = {:d},\n", has_assertions_,
        uses_terminal_, has_events);
    put(".rows = {}, .columns = {}, .row_begins = row_begins, .row_columns = row_columns,\n",
        model_.partials.size(), model_.columns);
    put(".below = {}, .above = {}, .has_partials = {:d},\n", band_.below, band_.above,
        model_.has_partials);
    put(".formulas = formulas, .derivatives = derivatives, .algebraics = algebraics,\n");
    put(".update = update, .initial = initial, .crossings = indicators, .sides_of = sides,\n");
    put(".event_times_of = event_times, .arguments = arguments, .deeds_of = deeds,\n");
    put(".partials = {}}};\n", model_.has_partials ? "partials" : "0");
  }

  const ExportModel& model_;
  const System& system_;
  const Layout layout_;
  std::string out_;
  Width band_;
  std::size_t formulas_size_ = 0, tear_count_ = 0, side_count_ = 0, event_time_count_ = 0;
  std::size_t integer_count_ = 0, discrete_count_ = 0, before_count_ = 0, start_count_ = 0;
  bool has_assertions_ = false, uses_terminal_ = false;
};

}  // namespace

std::string write_model_c(const ExportModel& model) { return TableWriter(model).write(); }

}  // namespace bw::equation
