#pragma once
// What some Models know of themselves, for the Jacobian of a joint model: exact derivatives by and
// through their ports.
//
//   dx' = A dx + B du,  dy = C dx + D du

#include <span>
#include <vector>

namespace bw::model {

// Dense, row after row, over states, real inputs and real outputs of the shape.
struct PortMatrices {
  std::vector<double> b, c, d;
};

class PortDerivatives {
 public:
  virtual ~PortDerivatives() = default;
  virtual bool knows_port_derivatives() const = 0;  // else the next must not be called
  // False: not at this point. The inputs are those that were set last.
  [[nodiscard]] virtual bool port_derivatives(double t, std::span<const double> x,
                                              PortMatrices& into) = 0;
};

}  // namespace bw::model
