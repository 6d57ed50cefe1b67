#pragma once
// Detects that the solution of an algebraic loop jumps although its inputs are continuous: the
// branch ended (at a fold) or bifurcated, and Newton's method continued on another one.
//
//   a loop whose iteration left its branch between two points of the run:
//     bisect between them, keeping the half with the larger change; a jump keeps its size

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "equation/code/machine.h"
#include "equation/live/run_state.h"

namespace bw::equation {

class BranchWatch {
 public:
  BranchWatch(const Machine& machine, RunState& state);

  bool is_idle() const { return is_idle_; }  // no loop can jump
  void forget() { is_known_ = false; }       // after an event, which may change everything

  struct Jump {
    double time = 0;
    std::string names;  // of the loop's unknowns
  };
  // Call after the algebraic variables of this point were computed; they are the same afterwards.
  std::optional<Jump> check(double t, std::span<const double> x);

 private:
  struct Point {
    double t = 0;
    std::vector<double> x, z;  // z: the unknowns of all loops
  };
  double distance(const Point& a, const Point& b) const;
  std::optional<double> search(Point a, Point b);

  const Machine& machine_;
  RunState& state_;
  std::vector<double> nominals_;
  bool is_idle_;
  bool is_known_ = false;
  Point known_, now_;
};

}  // namespace bw::equation
