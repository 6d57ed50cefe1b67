#pragma once
// The choice of the master algorithm, and whether the components have the capabilities it needs.

#include <string>
#include <vector>

#include "cosim/master/master.h"
#include "result/approach.h"
#include "run/open/components.h"
#include "run/spec/run_spec.h"

namespace bw::run {

struct Algorithm {
  const cosim::MasterKind* master = nullptr;
  int iterations = 1;
  cosim::Hold hold = cosim::Hold::constant;
  bool error_test = false;
  bool chooses_steps = false;   // else: constant step size
  bool watches_events = false;  // some signal may jump
  bool locates_events = false;
  bool is_named = false;  // the user gave some option for it
  bool master_named = false;
  bool certifies = false;              // the global error is estimated
  bool probes = false;                 // a single co-simulation FMU: see ProbePlan
  std::vector<std::string> by_hand{};  // keys of the options that say how to step
  std::string not_certified{};         // why it is not: "--step was given"; ends a sentence
  bool can_locate = false;             // all components can roll back, to any time

  // All components must roll back (iterations need it only of those in loops).
  bool rolls_back() const { return error_test || chooses_steps || locates_events; }
  bool operator==(const Algorithm&) const = default;
  // "gauss-seidel", "at most 5 iterations", "error test by step doubling"; the steps are added.
  result::Approach approach() const;
};

// Throws UsageError where options contradict each other or a component cannot do what they need,
// with the component's name and an alternative.
Algorithm choose_algorithm(const RunSpec& spec, const Components& components);

// One co-simulation FMU and nothing else: its error is inside of it.
bool is_single_black_box(const Components& components);

// The first component that accepts one step size only, if any.
const std::string* fixed_step_component(const Components& components);

}  // namespace bw::run
