#pragma once
// y = f(x), where f is a function of the text: its algorithm is executed once for each call, with
// the nodes of the arguments. So it is differentiated, sorted and compiled like everything else,
// and what depends on constants only is a number.
//
//   v := e         v = e
//   if c           known: the branch. Else all branches, v = choose(c, v_1, v_2)
//   for            round by round; ranges must be known
//   while c        round by round; where c is not known, leaving the loop is an exit
//   break, return  under conditions that are not known: an exit, with this condition and the
//                  variables as they are there; the execution goes on as if it were not taken
//   at the end     v = choose(c_1, v at exit 1, choose(c_2, v at exit 2, ... v))
//   assert c       is an assertion of the model: the call and the branch are reached -> c

#include <vector>

#include "equation/flatten/evaluate.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"
#include "equation/values/value.h"

namespace bw::equation {

// One value for each input, unknown where there is none: the default is used. Returns the outputs,
// or nothing after a mistake.
std::vector<FlatValue> run_function(const syntax::FunctionDefinition& function,
                                    std::vector<FlatValue> arguments, Evaluator& evaluator,
                                    Span call);

}  // namespace bw::equation
