// Functions of the standard library that the file calls and does not contain.

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "equation/text/library_functions.h"
#include "equation/text/parser.h"
#include "equation/text/syntax.h"

namespace bw::equation {

// One that is added may call others: they come behind it.
void Parser::add_library_functions() {
  std::unordered_set<std::string_view> known;
  for (const syntax::FunctionDefinition& function : tree_.functions) known.insert(function.name);
  for (std::size_t i = 0; i < tree_.expressions.size(); ++i) {
    if (tree_[static_cast<Id>(i)].kind != syntax::Kind::call) continue;
    const syntax::Expression call = tree_[static_cast<Id>(i)];
    const std::string_view text = library_function(call.name);
    if (text.empty() || !is_meant(call.name) || !known.insert(call.name).second) continue;
    elsewhere(text, call.where, [&] {
      syntax::FunctionDefinition made;
      made.name = call.name;
      made.where = call.where;
      function_elements(made);
      tree_.functions.push_back(std::move(made));
    });
  }
}

bool Parser::is_meant(std::string_view name) const {
  const std::string companion = library_companion(name);
  const auto calls_it = [&](const syntax::Expression& one) {
    return one.kind == syntax::Kind::call && one.name == companion;
  };
  return companion.empty() || std::ranges::any_of(tree_.expressions, calls_it);
}

}  // namespace bw::equation
