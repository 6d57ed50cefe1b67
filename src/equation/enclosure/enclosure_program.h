#pragma once
// What is needed to bound derivatives and indicators of a model over a time interval, as a flat
// program over forms.
//
//   narrow: a derivative that contains an operation of can_be_narrow() whose operands vary, or a
//           power of a high degree (degrees.h)
//   survey: the operands of all narrow operations, and the indicators
//   whole:  the derivatives and outputs that contain one
//
// Unknowns of an algebraic loop have no formula. Inside of it nothing that depends on them is
// judged, but what is narrow there in time, a state or an input reaches all of them. Behind it they
// are leaves whose course is sampled (loop_curves.h).

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
    close_loop  // flags of everything in it: `count` members from `a` on, see members; from number
                // `b` on these are its unknowns behind it
  };
  Kind kind = Kind::operation;
  Op op = Op::constant;
  bool is_judged = false;                      // tame, flat or wild
  bool is_deep = false;                        // a power of a high degree
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
  // Of each real input of the system, by variable, and of each unknown.
  std::vector<std::uint32_t> input_slots;
  std::vector<std::uint32_t> inputs;  // variables
  struct Unknown {                    // of a loop, used behind it
    std::size_t loop = 0, place = 0;  // among its tears and inner ones
  };
  std::vector<Unknown> unknowns;
  std::uint32_t slots = 0;
  std::vector<EnclosureStep> survey, whole;
  std::vector<std::uint32_t> members;  // of loops

  struct Result {
    std::size_t index = 0;  // of the derivative or indicator
    std::uint32_t slot = 0;
    std::uint32_t left = 0, right = 0;  // of an indicator: what is subtracted, for its rounding
  };
  std::vector<Result> derivatives, indicators;
  std::vector<std::uint32_t> outputs;  // slots of those that contain something narrow
};

// `outputs`: variables that drive other models.
EnclosureProgram make_enclosure_program(const Plan& plan, const Programs& programs,
                                        const std::vector<std::uint32_t>& outputs);

}  // namespace bw::equation
