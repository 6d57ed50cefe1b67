#pragma once
// Van der Pol's oscillator  x' = v,  v' = mu (1 - x^2) v - x  from (2, 0), and what its eigenvalues
// do: computed with Radau IIA of order 13 in quadruple precision, changes located by bisection.

#include <array>
#include <vector>

#include "model/state_model.h"

namespace bw::test {

class VanDerPol final : public model::StateModel {
 public:
  explicit VanDerPol(double mu, bool has_jacobian = true)
      : StateModel("vdp", {{.name = "x", .start = 2}, {.name = "v"}}), mu_(mu) {
    shape_.has_jacobian = has_jacobian;
  }
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = x[1];
    dx[1] = mu_ * (1 - x[0] * x[0]) * x[1] - x[0];
  }
  void jacobian(double, std::span<const double> x, std::span<double> j) override {
    j[0] = 0, j[1] = 1;
    j[2] = -2 * mu_ * x[0] * x[1] - 1, j[3] = mu_ * (1 - x[0] * x[0]);
  }

 private:
  double mu_;
};

struct VanDerPolReference {
  double mu, stop, ff5;
  struct Ff6 {
    double data_accuracy, ff6;
  };
  std::array<Ff6, 4> ff6;
  std::vector<double> switches;  // of the stability, stable at first; empty: not at hand
};

inline const std::array<VanDerPolReference, 3> van_der_pol_references = {{
    {1,
     20,
     0.723332596515604870,
     {{{1e-6, 0.000631954571928700},
       {1e-4, 0.00632365296850253},
       {1e-3, 0.0201117367009147},
       {1e-2, 0.0662703482257640}}},
     {0.1590380872511865, 2.559637103779253, 3.478062771530717, 5.890970193127347,
      6.809326461905654, 9.22260451628276, 10.14095874870587, 12.55424767893033, 13.47260185164505,
      15.8858911007629, 16.80424527172693, 19.21753453019491}},
    {5,
     100,
     0.933018070964857368,
     {{{1e-6, 0.00172086501665803},
       {1e-4, 0.0876478466114555},
       {1e-3, 0.243940205283},
       {1e-2, 0.338230463040730}}},
     {}},
    {1000,
     3000,
     0.999994383226513009,
     {{{1e-6, 0.497994806387275},
       {1e-4, 0.49954465659702},
       {1e-3, 0.499861097367587},
       {1e-2, 0.500083565023282}}},
     {0.0001566678786935658, 807.0857026915655, 807.0912672424263, 1614.286265595733,
      1614.291830146593, 2421.4868284999, 2421.49239305076}},
}};

}  // namespace bw::test
