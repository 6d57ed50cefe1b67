#pragma once
// Numbers of the Gauss method with four stages, computed with 40 digits from its definition.
//
//   c_i   zeros of the Legendre polynomial of degree 4, moved to [0, 1]
//   a_ij  integrals of the polynomials l_j that are 1 at c_j and 0 at the other c, from 0 to c_i
//   A^-1  has two pairs of eigenvalues; of each pair the one above the real axis is listed,
//         A^-1 = sum over both of  2 Re(column lambda row)
//   L_i(s)  the polynomials of degree 4 that are 1 at c_i and 0 at the other c and at 0

#include <array>
#include <complex>
#include <cstddef>

namespace bw::ode::gauss {

constexpr std::size_t stages = 4, pairs = 2;

constexpr std::array<double, stages> c = {0.069431844202973712388, 0.3300094782075718676,
                                          0.6699905217924281324, 0.93056815579702628761};

// x_{n+1} = x + sum_i end_i Z_i:  end = b A^-1.
constexpr std::array<double, stages> end = {-1.6407053217392567182, 1.2143939697985776654,
                                            -1.2143939697985776654, 1.6407053217392567182};

constexpr std::array<std::complex<double>, pairs> eigenvalues = {
    {{5.7924212056407443368, 1.7344682578690075036},
     {4.2075787943592556632, 5.3148360837135054337}}};

using Complex = std::complex<double>;
constexpr std::array<std::array<Complex, stages>, pairs> columns = {
    {{Complex{-0.012341759741363832386, -0.023496918215603286683},
      Complex{0.028525184911639690176, -0.012040933637600836407},
      Complex{0.18350916094694874724, -0.11199078594990684314}, Complex{1.0, 0.0}},
     {Complex{0.049244654276167964366, 0.0060340612292611030851},
      Complex{-0.12234282118398749866, 0.039347354606953219578},
      Complex{0.09700163099893434464, -0.36596341281392403852}, Complex{1.0, 0.0}}}};
constexpr std::array<std::array<Complex, stages>, pairs> rows = {
    {{Complex{-2.1860803606730369034, 14.539670644948889318},
      Complex{2.3006021459944085553, 5.4611519126006946463},
      Complex{0.21130982768185335956, 0.82689999381527904494},
      Complex{0.36861753061291255819, -0.12807897037104882661}},
     {Complex{2.1860803606730369034, -3.9326246294535817021},
      Complex{-2.3006021459944085553, -2.2150249875913939066},
      Complex{-0.21130982768185335956, 1.0632618314279508791},
      Complex{0.13138246938708744181, -0.18046979752699847786}}}};

// L_i(s) = s (k_0 + k_1 s + k_2 s^2 + k_3 s^3).
constexpr std::array<std::array<double, stages>, stages> powers = {
    {{21.989738901273136974, -123.08507293698212268, 206.32979749597840407, -106.87516878200867509},
     {-2.4654820640489681451, 41.838698090377393239, -95.113093520614755667, 56.954271464084908239},
     {0.59815998477036902018, -11.07041096882941421, 37.311163436075995861, -28.053306421815528336},
     {-0.12241682199453784881, 2.3167858154341436474, -8.527867411439644266,
      7.9742037397392951856}}};

// Derivatives of L_i at 0 and at 1.
constexpr std::array<double, stages> slope_at_0 = {21.989738901273136974, -2.4654820640489681451,
                                                   0.59815998477036902018, -0.12241682199453784881};
constexpr std::array<double, stages> slope_at_1 = {-32.691689612790596515, 23.689719411201184287,
                                                   -21.822397331922585162, 10.82436753351199739};

constexpr double polynomial(std::size_t i, double s) {
  const auto& k = powers[i];
  return s * (k[0] + s * (k[1] + s * (k[2] + s * k[3])));
}

}  // namespace bw::ode::gauss
