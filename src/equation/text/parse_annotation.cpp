// annotation = "annotation" "(" anything ")". Of all that people and programs write there only
// experiment(StartTime = ..., StopTime = ..., Interval = ..., Tolerance = ...) matters for a run.

#include "equation/text/lexer.h"
#include "equation/text/parser.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"

namespace bw::equation {

void Parser::annotation(bool of_class) {
  const Span word = take().where;
  expect("(", "after 'annotation'");
  for (int depth = 1; depth > 0;) {
    if (token_.kind == Token::Kind::end) lost(word, "Missing ')' at the end of an annotation.");
    const Token token = take();
    if (of_class && depth == 1 && token.word == "experiment" && at("("))
      experiment();
    else if (token.is("("))
      ++depth;
    else if (token.is(")"))
      --depth;
  }
}

void Parser::experiment() {
  take();
  while (!at(")")) {
    const bool is_plain = at_name() && next_.is("=") && token_.word.find("__") != 0;
    if (is_plain) {
      tree_.experiment.push_back(modifier());
    } else {
      // Annotations of other programs: up to the next ',' or ')' of this level.
      for (int depth = 0; depth > 0 || (!at(",") && !at(")"));) {
        if (token_.kind == Token::Kind::end) lost(token_.where, "Missing end of an annotation.");
        const Token token = take();
        depth += token.is("(") || token.is("{") ? 1 : token.is(")") || token.is("}") ? -1 : 0;
      }
    }
    if (!at(")")) expect(",", "between the settings of an experiment");
  }
  take();
}

}  // namespace bw::equation
