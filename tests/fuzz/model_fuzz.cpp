// Any bytes as a model text: it is a model or an InputError, and in a model every node stands
// behind its operands and every number names something that exists. What is a model is planned and
// written as C, or refused; the C is not compiled.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "equation/check/read_model.h"
#include "equation/code/generate.h"
#include "equation/code/program.h"
#include "equation/sort/plan.h"
#include "fuzz/require.h"

namespace bw::fuzz {
namespace {

using equation::FlatModel;
using equation::no_node;
using equation::Node;
using equation::Op;

constexpr std::size_t largest = 3000;  // loops and arrays: the reader is tried, not patience

bool names_variable(Op op) {
  return op == Op::variable || op == Op::derivative || op == Op::pre || op == Op::change;
}

void check_graph(const FlatModel& model) {
  for (Node node = 0; node < model.graph.size(); ++node) {
    const equation::Term& term = model.graph[node];
    int operands = 0;
    for (const Node operand : {term.a, term.b, term.c}) {
      require(operand == no_node || operand < node, "operands stand before their node");
      operands += operand != no_node ? 1 : 0;
    }
    require(operands == equation::operand_count(term.op), "an operation has its operands");
    require(!names_variable(term.op) || term.index < model.variables.size(), "variables exist");
  }
}

void check(const FlatModel& model) {
  check_graph(model);
  const auto exists = [&](Node node) { return node < model.graph.size(); };
  for (const auto* equations : {&model.equations, &model.initial_equations})
    for (const equation::FlatEquation& one : *equations)
      require(exists(one.left) && exists(one.right) && one.where.line > 0,
              "equations have two sides");
  require(model.asserts.size() == model.assert_places.size(), "asserts have places");
  for (const equation::FlatWhen& when : model.whens)
    for (const equation::WhenBranch& branch : when.branches)
      require(!branch.conditions.empty() &&
                  std::all_of(branch.conditions.begin(), branch.conditions.end(), exists),
              "a when has conditions");
}

void write_as_c(const FlatModel& model) {
  equation::Plan plan = equation::make_plan(model);
  const equation::Programs programs = equation::make_programs(plan);
  require(!equation::generate(plan.system, programs).text.empty(), "a plan has a program");
}

}  // namespace

void read_and_write(std::string text) {
  const FlatModel model = equation::read_model(std::move(text), "m.mo", largest).model;
  check(model);
  write_as_c(model);
}

}  // namespace bw::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  try {
    bw::fuzz::read_and_write(std::move(text));
  } catch (const bw::InputError&) {
    return 0;
  }
  return 0;
}
