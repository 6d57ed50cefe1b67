#pragma once
// Equation sections: loops are unrolled, arrays are expanded, if-equations become equations with a
// choice in them, when-equations become actions.

#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/flatten/evaluate.h"
#include "equation/text/syntax.h"

namespace bw::equation {

void flatten_equations(const syntax::Section& section, Evaluator& evaluator);

// Of an equation or a statement, outside of a when; `path` is the condition of the enclosing
// branches.
struct CallReader {
  Evaluator& evaluator;
  // assert(condition, "message", AssertionLevel.warning)
  std::optional<Assert> read_assert(const syntax::Expression& call, Node path);
  // Within a function: false after a mistake.
  bool keep_assert(const syntax::Expression& call) const;
  bool keep_failure(const syntax::Expression& call) const;  // error("message")
  std::optional<Terminate> read_terminate(const syntax::Expression& call);
  std::vector<Reinit> read_reinit(const syntax::Expression& call);
  std::optional<std::string> message(syntax::Id id);
};

// Runs `body` once for each round of all iterators.
template <class Body>
void run_loop(const syntax::Statement& loop, Evaluator& evaluator, std::size_t level, Body&& body) {
  if (level == loop.iterators.size()) return body();
  const syntax::Expression& iterator = evaluator.flattening().tree[loop.iterators[level]];
  for (const Evaluator::Round& round : evaluator.rounds(loop.iterators[level])) {
    evaluator.push_iterator(iterator.name, round);
    run_loop(loop, evaluator, level + 1, body);
    evaluator.pop_iterator();
  }
}

// The branch that is taken when all conditions before it are known: its number, or nothing.
struct BranchChoice {
  std::vector<Node> conditions;  // one each; else: true
  std::optional<std::size_t> known;
  bool is_none = false;  // all conditions are known and false
  bool is_wrong = false;
};
BranchChoice choose_branch(const std::vector<syntax::Branch>& branches, Evaluator& evaluator);

}  // namespace bw::equation
