#pragma once
// Notices that the solution of a loop jumps although nothing jumps that it follows from: it ended
// (at a fold), or split, and Newton's method went on with another one.
//
//   a loop whose iteration went astray between two points of the run:
//     halve the way between them, always where more of the change is; a jump stays as large as it
//     is

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
  void forget() { is_known_ = false; }       // an event may change everything

  struct Jump {
    double time = 0;
    std::string names;  // of the loop's unknowns
  };
  // After the algebraic variables of this point were computed; they are the same afterwards.
  std::optional<Jump> look(double t, std::span<const double> x);

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
