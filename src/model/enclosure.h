#pragma once
// Optional side of a Model whose formulas are known: what its derivatives and indicators can be
// over a whole time interval, not only at the times where they are evaluated.
//
//   a state over the interval:  c + s tau + e,  |e| <= r,  tau from -1 to 1
//
// A function that can be narrower than the steps around it (exp, a quotient, a high power, tanh, a
// comparison, min, max, abs) is tame on an interval where it is close to a polynomial of low
// degree: whoever samples the interval a few times has seen it. How much of a derivative's change
// comes from what is not tame is bounded, too: whether that matters is a question of sizes, which
// the caller knows. Bounds hold up to rounding.

#include <cstddef>
#include <span>

namespace bw::model {

struct Curve {
  double c = 0, s = 0, r = 0;
};

struct CurveBox {
  double lo = 0, hi = 0;  // time
  std::span<const Curve> x{};
  std::span<const Curve> u{};  // real inputs; empty: as they were set, constant
  double flat = 0;             // what changes by less is constant for unknowns of a loop
};

struct Bound {
  double lo = 0, hi = 0;
  double noise = 0;     // of an indicator: what rounding makes of it
  bool wild = false;    // something in it is not tame
  double off = 0;       // by how much that can change it
  bool moving = false;  // it contains something that can be narrow
};

class Enclosure {
 public:
  virtual ~Enclosure() = default;

  // The derivatives that contain something narrow, and the indicators that can be bounded.
  virtual std::span<const std::size_t> derivatives() const = 0;
  virtual std::span<const std::size_t> indicators() const = 0;
  // Whether an output contains something narrow, for those whom it drives.
  virtual bool has_narrow_outputs() const { return false; }
  bool is_idle() const {
    return derivatives().empty() && indicators().empty() && !has_narrow_outputs();
  }

  // Of indicators(), one after the other. True: everything in derivatives() and outputs is tame.
  virtual bool survey(const CurveBox& box, std::span<Bound> indicators) = 0;
  // Of derivatives(), one after the other. Returns the flags of all outputs together.
  virtual Bound bound(const CurveBox& box, std::span<Bound> derivatives) = 0;
};

}  // namespace bw::model
