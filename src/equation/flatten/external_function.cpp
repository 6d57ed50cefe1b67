#include "equation/flatten/external_function.h"

#include <array>
#include <memory>
#include <string>

#include "base/text.h"
#include "equation/core/flat_model.h"
#include "equation/flatten/flattening.h"
#include "equation/tables/table.h"
#include "equation/tables/table_nodes.h"

namespace bw::equation {
namespace {

using Arguments = std::vector<FlatValue>;

class TableCall {
 public:
  TableCall(const Arguments& arguments, Evaluator& evaluator, Span call)
      : arguments_(arguments),
        evaluator_(evaluator),
        graph_(evaluator.flattening().model.graph),
        call_(call) {}

  // fileName, tableName, table, rows, columns, columns that are results, how many, smoothness,
  // extrapolation and settings of files
  FlatValue make_of_one() {
    Table table;
    table.kind = TableKind::of_one;
    return made(std::move(table), 5, 7);
  }

  // fileName, tableName, table, rows, columns, start, columns, how many, smoothness,
  // extrapolation, shift, events
  FlatValue make_of_time() {
    Table table;
    table.kind = TableKind::of_time;
    table.start_time = number(5);
    table.shift_time = number(10);
    const double events = number(11);
    if (!is_wrong_ && !(events >= 1 && events <= 3))
      return complain("A table over time has the time events 1 to 3.");
    if (!is_wrong_) table.time_events = static_cast<TimeEvents>(events);
    return made(std::move(table), 6, 8);
  }

  // fileName, tableName, table, rows, columns, smoothness, extrapolation
  FlatValue make_of_two() {
    Table table;
    table.kind = TableKind::of_two;
    return made(std::move(table), none, 5);
  }

  FlatValue value_of_one() { return of_one(0); }
  FlatValue value_of_time() { return of_time(0); }
  // d/dt f(u) = f'(u) u'
  FlatValue slope_of_one() { return times(of_one(1), node(3)); }
  FlatValue slope_of_time() { return times(of_time(1), node(5)); }
  FlatValue next_event() {
    const Table& it = table(TableKind::of_time);
    return is_wrong_ ? FlatValue{} : real(next_time_event(graph_, it, node(1)));
  }
  FlatValue first() { return real(graph_.constant(table().first())); }
  FlatValue last() { return real(graph_.constant(table().last())); }

  FlatValue value_of_two() {
    const Table& it = table(TableKind::of_two);
    if (is_wrong_) return {};
    if (it.extrapolation == Extrapolation::none) {
      require(node(1), it.at(1, 0), it.last());
      require(node(2), it.at(0, 1), it.at(0, it.columns - 1));
    }
    return real(table_value_of_two(graph_, it, node(1), node(2)));
  }

  bool is_wrong() const { return is_wrong_; }

 private:
  static constexpr std::size_t none = 99;

  FlatValue real(Node node) { return scalar_value(ValueType::real, node); }

  FlatValue complain(std::string sentence) {
    is_wrong_ = true;
    evaluator_.flattening().mistakes.add(call_, std::move(sentence));
    return {};
  }

  const FlatValue& argument(std::size_t i) {
    static const FlatValue missing;
    if (i < arguments_.size()) return arguments_[i];
    complain("Arguments of this table are missing.");
    return missing;
  }

  Node node(std::size_t i) {
    const FlatValue& it = argument(i);
    if (it.is_number() && !it.is_array()) return it.scalar;
    if (!is_wrong_) complain("A table needs numbers, but here is " + words(it) + ".");
    return graph_.constant(0);
  }

  double number(std::size_t i) {
    const auto known = evaluator_.take_known(node(i));
    if (!known && !is_wrong_) complain("A table must be known before the run.");
    return known.value_or(0);
  }

  const Table& table() {
    static const Table empty{TableKind::of_one, 1, 2, {0, 0}, {1}};
    const FlatValue& it = argument(0);
    if (it.object) return *it.object;
    if (!is_wrong_) complain("This table has no value.");
    return empty;
  }

  const Table& table(TableKind kind) {
    const Table& it = table();
    if (!is_wrong_ && it.kind != kind) complain("This is a table of another kind.");
    return it;
  }

  // Which of the results is wanted, from 0.
  std::size_t result() {
    const double k = number(1);
    if (k >= 1 && k <= static_cast<double>(table().chosen.size()))
      return static_cast<std::size_t>(k) - 1;
    if (!is_wrong_)
      complain("This table has " + std::to_string(table().chosen.size()) + " results.");
    return 0;
  }

  FlatValue times(FlatValue value, Node rate) {
    if (!value.is_unknown()) value.scalar = graph_.make(Op::multiply, value.scalar, rate);
    return value;
  }

  FlatValue of_time(int order) {
    const Table& it = table(TableKind::of_time);
    const std::size_t which = result();
    if (is_wrong_) return {};
    if (it.extrapolation == Extrapolation::none && it.rows > 1)
      require(node(2), it.first() + it.shift_time, it.last() + it.shift_time);
    return real(time_table_value(graph_, it, which, node(2), node(3), order));
  }

  FlatValue of_one(int order) {
    const Table& it = table(TableKind::of_one);
    const std::size_t which = result();
    const Node u = node(2);
    if (is_wrong_) return {};
    if (it.extrapolation == Extrapolation::none && it.rows > 1) require(u, it.first(), it.last());
    return real(table_value(graph_, it, which, u, order));
  }

  // There is no extrapolation.
  void require(Node u, double first, double last) {
    const Node is_inside = graph_.make(
        Op::logical_and, graph_.make(Op::greater_equal_silent, u, graph_.constant(first)),
        graph_.make(Op::less_equal_silent, u, graph_.constant(last)));
    const Node reached = graph_.make(Op::logical_not, evaluator_.guard());
    evaluator_.keep_assertion({graph_.make(Op::logical_or, reached, is_inside),
                               "A table is defined from " + brief(first) + " to " + brief(last) +
                                   " and has no extrapolation."},
                              call_);
  }

  FlatValue made(Table table, std::size_t chosen, std::size_t kinds) {
    const FlatValue& values = argument(2);
    const auto is_given = [](const FlatValue& name) {
      return !name.text.empty() && name.text != "NoName";
    };
    if (is_given(argument(0)) || (is_given(argument(1)) && values.size() == 0))
      return complain("The table '" + argument(1).text + "' is in the file '" + argument(0).text +
                      "', which is not read. Give it as a matrix.");
    if (!values.is_number() || values.shape.size() != 2)
      return complain("A table needs a matrix, but this is " + words(values) + ".");
    table.rows = values.shape[0];
    table.columns = values.shape[1];
    for (const Node element : values.elements) {
      const auto known = evaluator_.take_known(element);
      if (!known) return complain("A table must be known before the run.");
      table.values.push_back(*known);
    }
    if (chosen != none)
      for (const Node element : argument(chosen).elements)
        if (const auto known = evaluator_.take_known(element);
            known && *known >= 1 && *known <= largest_integer)
          table.chosen.push_back(static_cast<std::size_t>(*known) - 1);
    if (chosen != none && table.chosen.size() != argument(chosen).size())
      return complain("The columns of a table must be numbers from 1.");
    const double smoothness = number(kinds), extrapolation = number(kinds + 1);
    if (is_wrong_) return {};
    if (!(smoothness >= 1 && smoothness <= 6 && extrapolation >= 1 && extrapolation <= 4))
      return complain("A table has the smoothness 1 to 6 and the extrapolation 1 to 4.");
    table.smoothness = static_cast<Smoothness>(smoothness);
    table.extrapolation = static_cast<Extrapolation>(extrapolation);
    const std::string wrong = mistake_in(table);
    if (!wrong.empty()) return complain(wrong);
    FlatValue object = scalar_value(ValueType::object, no_node);
    object.object = std::make_shared<const Table>(std::move(table));
    return object;
  }

  const Arguments& arguments_;
  Evaluator& evaluator_;
  Graph& graph_;
  Span call_;
  bool is_wrong_ = false;
};

struct External {
  std::string_view name;
  FlatValue (TableCall::*call)();
};

constexpr std::array externals = std::to_array<External>({
    {"ModelicaStandardTables_CombiTable1D_init2", &TableCall::make_of_one},
    {"ModelicaStandardTables_CombiTable1D_init3", &TableCall::make_of_one},
    {"ModelicaStandardTables_CombiTable1D_getValue", &TableCall::value_of_one},
    {"ModelicaStandardTables_CombiTable1D_getDerValue", &TableCall::slope_of_one},
    {"ModelicaStandardTables_CombiTable1D_minimumAbscissa", &TableCall::first},
    {"ModelicaStandardTables_CombiTable1D_maximumAbscissa", &TableCall::last},
    {"ModelicaStandardTables_CombiTimeTable_init2", &TableCall::make_of_time},
    {"ModelicaStandardTables_CombiTimeTable_init3", &TableCall::make_of_time},
    {"ModelicaStandardTables_CombiTimeTable_getValue", &TableCall::value_of_time},
    {"ModelicaStandardTables_CombiTimeTable_getDerValue", &TableCall::slope_of_time},
    {"ModelicaStandardTables_CombiTimeTable_nextTimeEvent", &TableCall::next_event},
    {"ModelicaStandardTables_CombiTimeTable_minimumTime", &TableCall::first},
    {"ModelicaStandardTables_CombiTimeTable_maximumTime", &TableCall::last},
    {"ModelicaStandardTables_CombiTable2D_init2", &TableCall::make_of_two},
    {"ModelicaStandardTables_CombiTable2D_init3", &TableCall::make_of_two},
    {"ModelicaStandardTables_CombiTable2D_getValue", &TableCall::value_of_two},
});

}  // namespace

std::optional<FlatValue> call_external(std::string_view name,
                                       const std::vector<FlatValue>& arguments,
                                       Evaluator& evaluator, Span call) {
  for (const External& one : externals) {
    if (one.name != name) continue;
    for (const FlatValue& argument : arguments)
      if (argument.is_unknown()) return FlatValue{};
    TableCall table(arguments, evaluator, call);
    FlatValue value = (table.*one.call)();
    return table.is_wrong() ? FlatValue{} : value;
  }
  return {};
}

}  // namespace bw::equation
