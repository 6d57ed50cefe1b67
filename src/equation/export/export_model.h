#pragma once
// The exported model: its programs, and its variables in the order of their value references.

#include <optional>
#include <string>
#include <vector>

#include "equation/code/generate.h"
#include "equation/code/program.h"
#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/sort/plan.h"
#include "equation/sort/system.h"

namespace bw::equation {

enum class VariableKind { time, own, derivative, indicator };

struct ExportVariable {
  enum class Role { calculated, constant, start, parameter, input };
  VariableKind kind = VariableKind::own;
  Role role = Role::calculated;
  ScalarType type = ScalarType::real;
  std::string name, description, unit, display_unit, quantity;
  std::string causality, variability, initial;  // in the words of FMI; none: ""
  std::optional<double> start, min, max, nominal;
  std::uint32_t kept = 0;  // the variable of the system that it is an alias of
  std::size_t index = 0;   // of a derivative the state's number, of an indicator its own
  bool opposite = false, is_discrete = false, can_jump = false;
  bool depends_on_parameters = false;      // a parameter with a formula
  std::optional<std::size_t> row, column;  // in the partial derivatives
};

struct ExportModel {
  Plan plan;
  Programs programs;
  Generated generated;
  std::string name, identifier, description, token;
  double fingerprint = 0;  // distinguishes models
  FlatExperiment experiment;
  std::vector<ExportVariable> variables;      // by value reference; the first one is time
  std::vector<std::size_t> state_references;  // of states, as variables
  std::size_t first_derivative = 0, first_indicator = 0;
  // d(derivatives, outputs) / d(states, inputs, time)
  bool has_partials = false;
  std::vector<std::vector<std::size_t>> partials;
  std::size_t columns = 0;

  const System& system() const { return plan.system; }
  std::size_t indicators() const { return variables.size() - first_indicator; }
  bool is_state(const ExportVariable& v) const {
    return v.kind == VariableKind::own && system().state_of[v.kept] != unmatched;
  }
};

// Throws InputError.
ExportModel make_export_model(const FlatModel& model);

// model.c: generated functions, formulas of parameters, tables.
std::string write_model_c(const ExportModel& model);
// The function `formulas` of model.c; it needs `size` numbers.
std::string write_formulas(const ExportModel& model, std::size_t& size);

std::string describe_for_fmi_2(const ExportModel& model, const std::vector<std::string>& sources);
std::string describe_for_fmi_3(const ExportModel& model);

// For each derivative and each output: states and inputs with direct feedthrough, as value
// references, ascending; nothing: unknown, so all.
class Dependencies {
 public:
  explicit Dependencies(const ExportModel& model);
  std::optional<std::vector<std::size_t>> of(std::size_t reference);

 private:
  Node leaf_of(std::size_t reference) const;
  void visit(Node node, std::vector<std::size_t>& found);

  const ExportModel& model_;
  const Graph& graph_;
  std::unordered_map<Node, std::vector<Node>> needs_;
  std::unordered_map<std::uint32_t, std::vector<Node>> memory_needs_;
  std::unordered_map<std::uint32_t, Node> variable_leaves_, derivative_leaves_;
  std::vector<Node> waiting_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t round_ = 0;
  std::size_t work_ = 0;
};

}  // namespace bw::equation
