#pragma once
// Optional interface of Models, for the pattern and the Jacobian of a joint model: what their ports
// depend on, and exact derivatives by and of them.
//
//   dx' = A dx + B du,  dy = C dx + D du

#include <span>
#include <vector>

#include "math/rows.h"

namespace bw::model {

// Where the matrices may be other than zero, over states, real inputs and real outputs of the
// shape: columns rise within a row.
struct PortPattern {
  math::Rows b, c, d;
};

// One value for each entry of the pattern.
struct PortMatrices {
  std::vector<double> b, c, d;
};

class PortDerivatives {
 public:
  virtual ~PortDerivatives() = default;
  virtual const PortPattern* port_pattern() const = 0;  // null: anything may depend on anything
  // False: port_derivatives() must not be called. True: there is a pattern, too.
  virtual bool knows_port_derivatives() const = 0;
  // False: not at this point. The inputs are those that were set last.
  [[nodiscard]] virtual bool port_derivatives(double t, std::span<const double> x,
                                              PortMatrices& into) = 0;
};

}  // namespace bw::model
