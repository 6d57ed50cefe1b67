// statement = expression "=" expression            in equations
//           | name ":=" expression                 in algorithms
//           | call                                 assert, terminate, reinit
//           | "if" e "then" body {"elseif" e "then" body} ["else" body] "end" "if"
//           | "for" iterators "loop" body "end" "for"
//           | "break"                              in loops of algorithms
//           | "while" e "loop" body "end" "while" | "return"                in functions
//           | "when" e "then" body {"elsewhen" e "then" body} "end" "when"

#include <utility>

#include "equation/core/expression.h"
#include "equation/text/lexer.h"
#include "equation/text/parser.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"

namespace bw::equation {

using syntax::Statement;

namespace {

// "endif;", which may also be the name of a variable, but not before a ';'.
bool is_run_together(const Token& token, const Token& next) {
  return token.kind == Token::Kind::identifier && next.is(";") &&
         (token.word == "endif" || token.word == "endfor" || token.word == "endwhen");
}

}  // namespace

bool Parser::at_end_of_statements() const {
  return token_.kind == Token::Kind::end || at("end") || at_elseif() || at("else") ||
         at("elsewhen") || at_section() || at("annotation") || at("external") ||
         is_run_together(token_, next_);
}

// Also in the spelling of other languages, where it cannot be the name of a variable; reported when
// it is parsed.
bool Parser::at_elseif() const {
  const bool is_foreign = token_.word == "elsif" || token_.word == "elif";
  return at("elseif") || (is_foreign && (next_.kind == Token::Kind::identifier || next_.is("not") ||
                                         next_.is("(")));
}

Parser::Statements Parser::statements(bool is_algorithm) {
  Statements all;
  const int loops = loops_;
  while (!at_end_of_statements()) {
    if (take_if(";")) continue;
    try {
      one_statement(is_algorithm, all);
    } catch (const Lost&) {
      loops_ = loops;
      recover();
    }
  }
  return all;
}

void Parser::one_statement(bool is_algorithm, Statements& all) {
  Statement one = statement(is_algorithm);
  description();
  if (at("annotation")) annotation(false);
  expect_semicolon(is_algorithm ? "after the statement" : "after the equation");
  all.push_back(std::move(one));
}

Statement Parser::statement(bool is_algorithm) {
  const Deeper deeper(*this);
  if (at("if")) return choose_statement(is_algorithm);
  if (at("for")) return loop_statement(is_algorithm);
  if (at("when")) return when_statement(is_algorithm);
  if (is_in_function_ && at("while")) return while_statement();
  if (at("break") ? loops_ > 0 : is_in_function_ && at("return")) return jump_statement();
  refuse_word();
  if (token_.kind == Token::Kind::keyword && !at("der") && !at("not") && !at("initial") &&
      !at("true") && !at("false"))
    lost(token_.where, "Expected " + std::string(is_algorithm ? "a statement" : "an equation") +
                           ", found " + found() + ". Declarations come before the first equation.");
  return simple_statement(is_algorithm);
}

Statement Parser::simple_statement(bool is_algorithm) {
  const Place begin = token_.where.begin;
  if (at_name() && (next_.kind == Token::Kind::identifier))
    lost(token_.where,
         "This looks like a declaration. Declarations come before the first 'equation', or after "
         "'public'.");
  Statement statement;
  statement.left = expression();
  const bool is_call = tree_[statement.left].kind == syntax::Kind::call;
  if (is_algorithm && at("="))
    lost(token_.where, "Use ':=' in an algorithm; '=' is for equation sections.");
  if (!is_algorithm && at(":="))
    lost(token_.where, "Use '=' in an equation section; ':=' is for algorithms.");
  if (take_if(is_algorithm ? ":=" : "=")) {
    statement.form = is_algorithm ? Statement::Form::assign : Statement::Form::equal;
    statement.right = expression();
  } else if (is_call) {
    statement.form = Statement::Form::call;
  } else if (tree_[statement.left].op == Op::equal) {
    lost(tree_[statement.left].where, "Write an equation with a single '='; '==' compares.");
  } else {
    expect(is_algorithm ? ":=" : "=", is_algorithm ? "in an assignment" : "in an equation");
  }
  statement.where = since(begin);
  return statement;
}

syntax::Branch Parser::branch(bool is_algorithm, std::string_view behind_condition) {
  syntax::Branch branch;
  if (at_name())
    mistakes_.add(token_.where, "'" + std::string(token_.word) + "' is written 'elseif'.");
  branch.where = take().where;
  branch.condition = expression();
  branch.where = since(branch.where.begin);
  expect(behind_condition, "after the condition");
  branch.body = statements(is_algorithm);
  return branch;
}

void Parser::end_of(std::string_view word, Span begin, std::string_view hint) {
  const std::string name(word);
  if (is_run_together(token_, next_) && token_.word.substr(3) == word) {
    mistakes_.add(take().where, "'end " + name + "' is written in two words.");
    return;
  }
  const bool is_loop = at("end") && next_.is("loop") && word == "for";
  if (is_loop) mistakes_.add({token_.where.begin, next_.where.end}, "A 'for' ends with 'end for'.");
  if (!is_loop && !(at("end") && next_.is(word))) {
    const bool is_other_end = at("end") && next_.kind != Token::Kind::end;
    const std::string instead = is_other_end ? "'end " + std::string(next_.word) + "'" : found();
    lost(begin, "This '" + name + "' does not end: found " + instead + " before 'end " + name +
                    "'." + std::string(hint));
  }
  take();
  take();
}

Statement Parser::choose_statement(bool is_algorithm) {
  const Span begin = token_.where;
  Statement all;
  all.form = Statement::Form::choose;
  do all.branches.push_back(branch(is_algorithm, "then"));
  while (at_elseif());
  std::string_view hint;
  if (at("else")) {
    const Span where = take().where;
    if (at("if") && !is_first_of_line())
      hint = " 'else if' begins another if; 'elseif' is one word.";
    all.branches.push_back({syntax::nothing, where, statements(is_algorithm)});
  }
  end_of("if", begin, hint);
  all.where = since(begin.begin);
  return all;
}

Statement Parser::loop_statement(bool is_algorithm) {
  const Span begin = take().where;
  Statement all;
  all.form = Statement::Form::loop;
  all.iterators = iterators();
  expect("loop", "after the range of the loop");
  loops_ += is_algorithm ? 1 : 0;
  all.branches.push_back({syntax::nothing, begin, statements(is_algorithm)});
  loops_ -= is_algorithm ? 1 : 0;
  end_of("for", begin);
  all.where = since(begin.begin);
  return all;
}

Statement Parser::when_statement(bool is_algorithm) {
  const Span begin = token_.where;
  Statement all;
  all.form = Statement::Form::when;
  const int outer = std::exchange(loops_, 0);  // which it cannot end
  do all.branches.push_back(branch(is_algorithm, "then"));
  while (at("elsewhen"));
  loops_ = outer;
  if (at("else"))
    lost(token_.where, "A when has no else. Write the equation outside of it, or use 'elsewhen'.");
  end_of("when", begin);
  all.where = since(begin.begin);
  return all;
}

Statement Parser::while_statement() {
  const Span begin = token_.where;
  Statement all;
  all.form = Statement::Form::repeat;
  ++loops_;
  all.branches.push_back(branch(true, "loop"));
  --loops_;
  end_of("while", begin);
  all.where = since(begin.begin);
  return all;
}

Statement Parser::jump_statement() {
  Statement jump;
  jump.form = at("break") ? Statement::Form::leave : Statement::Form::finish;
  jump.where = take().where;
  return jump;
}

}  // namespace bw::equation
