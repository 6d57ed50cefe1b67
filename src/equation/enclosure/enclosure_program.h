#pragma once
// What is needed to bound derivatives and indicators of a model over a time interval, as a flat
// program over forms.
//
//   narrow: a derivative that contains an operation of can_be_narrow() whose operands vary
//   survey: the operands of all narrow operations, and the indicators
//   whole:  the derivatives that contain one
//
// Unknowns of an algebraic loop have no bounds: nothing that depends on them is judged by its
// operands. What is narrow inside of a loop reaches all of its unknowns.

#include <cstdint>
#include <vector>

#include "equation/code/program.h"
#include "equation/core/expression.h"
#include "equation/sort/plan.h"

namespace bw::equation {

struct EnclosureStep {
  enum class Kind : std::uint8_t {
    operation,
    open_loop,  // its tears, `count` slots from `out` on, are unknown
    close_loop  // flags of everything in it: `count` members from `a` on, see members
  };
  Kind kind = Kind::operation;
  Op op = Op::constant;
  bool is_judged = false;                      // tame, flat or wild
  bool is_last = false;                        // nothing else needs its value
  std::uint32_t out = 0, a = 0, b = 0, c = 0;  // slots
  std::uint32_t count = 0;
};

struct EnclosureProgram {
  // Slots: time, states, inputs, known values, then results.
  struct Known {  // constant between events: a leaf, or an operation on other known ones
    Node node = no_node;
    std::uint32_t out = 0, a = 0, b = 0, c = 0;
  };
  std::vector<Known> known;
  std::vector<std::uint32_t> input_slots;  // of each real input of the system, by variable
  std::vector<std::uint32_t> inputs;       // their variables
  std::uint32_t slots = 0;
  std::vector<EnclosureStep> survey, whole;
  std::vector<std::uint32_t> members;  // of loops

  struct Result {
    std::size_t index = 0;  // of the derivative or indicator
    std::uint32_t slot = 0;
    std::uint32_t left = 0, right = 0;  // of an indicator: what is subtracted, for its rounding
  };
  std::vector<Result> derivatives, indicators;
};

EnclosureProgram make_enclosure_program(const Plan& plan, const Programs& programs);

}  // namespace bw::equation
