#pragma once
// The survey of an EnclosureProgram with ranges instead of lines: a fifth of the work, and enough
// in most steps.
//
//   every function that can be narrow is tame or constant, and every indicator keeps its side
//
// Only a yes is an answer. It ends at the first operation that is not tame or has no finite bounds.
// Ranges are never narrower than those of lines over the same operands.

#include <cstdint>
#include <span>
#include <vector>

#include "equation/core/expression.h"
#include "equation/enclosure/enclosure_program.h"
#include "model/enclosure.h"

namespace bw::equation {

struct Range {
  double lo = 0, hi = 0;
};

class RangeSurvey {
 public:
  explicit RangeSurvey(const EnclosureProgram& program);

  // Operands and known values, by slot.
  void set(std::uint32_t slot, Range range) { ranges_[slot] = range; }
  void take_exponents();  // after known values
  bool uses(std::uint32_t slot) const { return uses_[slot]; }
  bool is_clear();
  void bound(std::span<model::Bound> indicators) const;  // after is_clear()

 private:
  enum class Code : std::uint8_t {
    add,
    subtract,
    multiply,
    square,
    cube,
    root,
    divisor,  // of a quotient whose value is not needed: b is judged
    other
  };
  struct Operation {
    Code code;
    Op op;
    bool is_judged, is_deep, is_last;  // as in EnclosureStep
    std::uint32_t out, a, b, c;
  };
  static Code code_of(const EnclosureStep& step);
  bool operate(const Operation& operation);

  std::vector<Operation> operations_;
  std::vector<EnclosureProgram::Result> indicators_;
  std::vector<Range> ranges_;
  std::vector<bool> uses_;  // each slot
  bool is_possible_ = true;
};

}  // namespace bw::equation
