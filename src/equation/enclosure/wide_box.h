#pragma once
// A box of operands that is wider than the last steps needed, over which everything was tame and no
// indicator could change its side. What is within it needs no other look.
//
//   wide = the operands of a step, widened by `reach` of their width in the direction of their
//          movement and by a quarter of that against it; time only into the future
//   left:   twice the reach, up to what was good; a pause where it held for few steps
//   failed: half of it, and a pause, longer each time
//
// A wide box is judged by ranges only. Bounds over a part of it are never wider than over all of
// it, so that it clears nothing that a look at the step itself would not clear.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "equation/enclosure/enclosure_program.h"
#include "equation/enclosure/range_survey.h"
#include "model/enclosure.h"

namespace bw::equation {

class WideBox {
 public:
  // What the survey of a program uses of time, states and inputs.
  void watch(const EnclosureProgram& program, const RangeSurvey& survey, std::size_t states);

  // `inputs`: those of the program.
  bool holds(const model::CurveBox& box, std::span<const model::Curve> inputs);

  // The operands over `box`, which is not held.
  std::span<const Range> see(const model::CurveBox& box, std::span<const model::Curve> inputs);

  // Whether ranges() should be tried for them, a wider box.
  bool is_due();
  void take();    // it is good
  void fail();    // it is not
  void forget();  // constants may have changed

  // Operands: slots of the program and their ranges.
  std::span<const std::uint32_t> slots() const { return slots_; }
  std::span<const Range> ranges() const { return wide_; }

 private:
  static constexpr double first_reach = 4, least_reach = 2;
  void widen();
  bool pause();  // false

  bool uses_time_ = false;
  std::vector<std::uint32_t> states_, inputs_;  // places among the states and inputs
  std::vector<std::uint32_t> slots_;            // time, states, inputs
  std::vector<Range> now_, wide_;
  std::vector<std::uint8_t> rises_;  // each operand
  bool is_valid_ = false;
  double reach_ = first_reach, most_reach_ = first_reach;
  int held_ = 0, good_ = 0;   // steps within it; boxes of most_reach_ that were good
  int pause_ = 1, left_ = 0;  // surveys without a try: the next time, still now
};

}  // namespace bw::equation
