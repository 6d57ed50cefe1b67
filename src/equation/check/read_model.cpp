#include "equation/check/read_model.h"

#include <utility>

#include "base/error.h"
#include "base/run_control.h"
#include "equation/check/check_model.h"
#include "equation/check/check_units.h"
#include "equation/check/check_values.h"
#include "equation/flatten/flatten.h"
#include "equation/flatten/flattening.h"
#include "equation/text/parser.h"
#include "equation/text/syntax.h"
#include "equation/values/vanishing.h"

namespace bw::equation {
namespace {

constexpr std::size_t largest_text = 1'000'000'000;  // bytes; a position has 32 bits

void read(const SourceText& source, Mistakes& mistakes, FlatModel& model, std::size_t largest,
          const GivenValues& given) {
  const syntax::Tree tree = Parser(source, mistakes).parse();
  if (tree.name.empty()) return;
  Flattening flattening{source, tree, mistakes, model, largest, given};
  flatten(flattening);
  if (!mistakes.empty()) return;
  check_model(flattening);
  if (mistakes.empty()) check_values(flattening);
  if (mistakes.empty()) check_units(flattening);
  if (mistakes.empty()) drop_vanishing_derivatives(model);
}

}  // namespace

ReadModel read_model(std::string text, const std::string& file, std::size_t largest,
                     const GivenValues& given) {
  if (text.size() > largest_text)
    throw InputError(file + ": The file is larger than 1 GB, the largest size of a model.");
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw InputError(file + ": The file is encoded in UTF-16. Save it as UTF-8.");
  if (text.find('\0') != std::string::npos)
    throw InputError(file + ": The file is not text: it contains zero bytes.");
  enter_phase("reading the model");
  const SourceText source(std::move(text), file);
  Mistakes mistakes(source);
  ReadModel made;
  try {
    read(source, mistakes, made.model, largest, given);
  } catch (const TooManyMistakes&) {  // those found so far are reported
  }
  mistakes.refuse();
  made.model.lines = source.lines();
  made.warnings = mistakes.warnings();
  return made;
}

}  // namespace bw::equation
