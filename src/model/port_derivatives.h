#pragma once
// Optional interface of Models, for the Jacobian of a joint model: exact derivatives by and of
// their ports.
//
//   dx' = A dx + B du,  dy = C dx + D du

#include <span>
#include <vector>

namespace bw::model {

// Dense, row-major, over states, real inputs and real outputs of the shape.
struct PortMatrices {
  std::vector<double> b, c, d;
};

class PortDerivatives {
 public:
  virtual ~PortDerivatives() = default;
  virtual bool knows_port_derivatives() const = 0;  // false: port_derivatives() must not be called
  // False: not at this point. The inputs are those that were set last.
  [[nodiscard]] virtual bool port_derivatives(double t, std::span<const double> x,
                                              PortMatrices& into) = 0;
};

}  // namespace bw::model
