// The name of each operation and its number of operands.

#include <array>

#include "equation/core/expression.h"

namespace bw::equation {
namespace {

struct Word {
  std::string_view symbol;
  int operands;
};

// In the order of Op.
constexpr std::array spellings = std::to_array<Word>({
    {"constant", 0}, {"time", 0},     {"variable", 0}, {"der", 0},      {"pre", 0},    {"+", 2},
    {"-", 2},        {"*", 2},        {"/", 2},        {"^", 2},        {"-", 1},      {"<", 2},
    {"<=", 2},       {">", 2},        {">=", 2},       {"==", 2},       {"<>", 2},     {"<", 2},
    {"<=", 2},       {">", 2},        {">=", 2},       {"and", 2},      {"or", 2},     {"not", 1},
    {"if", 3},       {"min", 2},      {"max", 2},      {"abs", 1},      {"sign", 1},   {"sqrt", 1},
    {"exp", 1},      {"log", 1},      {"log10", 1},    {"sin", 1},      {"cos", 1},    {"tan", 1},
    {"asin", 1},     {"acos", 1},     {"atan", 1},     {"atan2", 2},    {"sinh", 1},   {"cosh", 1},
    {"tanh", 1},     {"floor", 1},    {"ceil", 1},     {"div", 2},      {"mod", 2},    {"rem", 2},
    {"integer", 1},  {"floor", 1},    {"ceil", 1},     {"div", 2},      {"mod", 2},    {"rem", 2},
    {"integer", 1},  {"sample", 2},   {"initial", 0},  {"terminal", 0}, {"smooth", 1}, {"edge", 1},
    {"change", 0},   {"homotopy", 2}, {"memory", 0},
});
static_assert(spellings.size() == static_cast<std::size_t>(Op::memory) + 1);

const Word& word_of(Op op) { return spellings[static_cast<std::size_t>(op)]; }

}  // namespace

std::string_view symbol(Op op) { return word_of(op).symbol; }
int operand_count(Op op) { return word_of(op).operands; }
bool is_relation(Op op) { return op >= Op::less && op <= Op::greater_equal_silent; }

}  // namespace bw::equation
