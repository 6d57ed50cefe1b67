#pragma once
// y = f(x), where f is a function of the text: its algorithm is executed once for each call, with
// the nodes of the arguments. So it is differentiated, sorted and compiled like everything else,
// and what depends on constants only is a number.
//
//   v := e        v = e
//   if c          known: the branch. Else all branches, v = choose(c, v_1, v_2)
//   for, while    round by round; ranges and conditions must be known
//   break, return only where all conditions around them are known

#include <vector>

#include "equation/flatten/evaluate.h"
#include "equation/flatten/value.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"

namespace bw::equation {

// One value for each input, unknown where there is none: the default is used. Returns the outputs,
// or nothing after a mistake.
std::vector<FlatValue> run_function(const syntax::FunctionDefinition& function,
                                    std::vector<FlatValue> arguments, Evaluator& evaluator,
                                    Span call);

}  // namespace bw::equation
