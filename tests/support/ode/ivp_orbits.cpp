// Bodies that attract each other; see ivp_problems.h for the sources.

#include <array>
#include <cmath>

#include "support/ode/ivp_problems.h"

namespace bw::test {
namespace {

double cube(double x) { return x * x * x; }

// One body around a fixed sun; the first states are the place, the last the velocity.
void kepler(double, In x, Out dx) {
  const double r3 = cube(std::sqrt(x[0] * x[0] + x[1] * x[1]));
  dx[0] = x[2];
  dx[1] = x[3];
  dx[2] = -x[0] / r3;
  dx[3] = -x[1] / r3;
}

// A small body between earth and moon, in the frame that turns with them.
void arenstorf(double, In x, Out dx) {
  constexpr double moon = 0.012277471, earth = 1 - moon;
  const double a = x[0] + moon, b = x[0] - earth, y = x[1];
  const double d1 = cube(std::sqrt(a * a + y * y)), d2 = cube(std::sqrt(b * b + y * y));
  dx[0] = x[2];
  dx[1] = x[3];
  dx[2] = x[0] + 2 * x[3] - earth * a / d1 - moon * b / d2;
  dx[3] = y - 2 * x[2] - earth * y / d1 - moon * y / d2;
}

// Sun and five outer planets; three places for each planet, then the velocities. The frame moves
// with the sun:  y_j'' = k2 (-(m0 + m_j) y_j / r_j^3
//                            + sum over the others  m_k ((y_k - y_j) / d_jk^3 - y_k / r_k^3))
void five_bodies(double, In x, Out dx) {
  constexpr double k2 = 2.95912208286, m0 = 1.00000597682;
  constexpr std::array m = {0.000954786104043, 0.000285583733151, 0.0000437273164546,
                            0.0000517759138449, 0.00000277777777778};
  std::array<double, 5> r3;
  for (std::size_t j = 0; j < 5; ++j) {
    const In at = x.subspan(3 * j, 3);
    r3[j] = cube(std::sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]));
    for (std::size_t i = 0; i < 3; ++i) {
      dx[3 * j + i] = x[15 + 3 * j + i];
      dx[15 + 3 * j + i] = -(m0 + m[j]) * at[i] / r3[j];
    }
  }
  for (std::size_t j = 0; j < 5; ++j)
    for (std::size_t k = 0; k < 5; ++k) {
      if (k == j) continue;
      const In here = x.subspan(3 * j, 3), there = x.subspan(3 * k, 3);
      const double a = there[0] - here[0], b = there[1] - here[1], c = there[2] - here[2];
      const double d3 = cube(std::sqrt(a * a + b * b + c * c));
      dx[15 + 3 * j] += m[k] * (a / d3 - there[0] / r3[k]);
      dx[15 + 3 * j + 1] += m[k] * (b / d3 - there[1] / r3[k]);
      dx[15 + 3 * j + 2] += m[k] * (c / d3 - there[2] / r3[k]);
    }
  for (std::size_t i = 15; i < 30; ++i) dx[i] *= k2;
}

// Seven stars in a plane, the mass of star i is i; all x, all y, then their velocities.
void pleiades(double, In x, Out dx) {
  for (std::size_t i = 0; i < 14; ++i) {
    dx[i] = x[14 + i];
    dx[14 + i] = 0;
  }
  for (std::size_t i = 0; i < 7; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double a = x[j] - x[i], b = x[7 + j] - x[7 + i];
      const double r3 = cube(std::sqrt(a * a + b * b));
      const double mi = static_cast<double>(i + 1), mj = static_cast<double>(j + 1);
      dx[14 + i] += mj * a / r3;
      dx[21 + i] += mj * b / r3;
      dx[14 + j] -= mi * a / r3;
      dx[21 + j] -= mi * b / r3;
    }
}

}  // namespace

std::vector<IvpProblem> orbit_problems() {
  return {
      {.name = "DETEST_C5_fivebody",
       .stop = 20,
       .x0 = {3.42947415189,   3.35386959711,   1.35494901715,   6.64145542550,   5.97156957878,
              2.18231499728,   11.2630437207,   14.6952576794,   6.27960525067,   -30.1552268759,
              1.65699966404,   1.43785752721,   -21.1238353380,  28.4465098142,   15.3882659679,
              -0.557160570446, 0.505696783289,  0.230578543901,  -0.415570776342, 0.365682722812,
              0.169143213293,  -0.325325669158, 0.189706021964,  0.0877265322780, -0.0240476254170,
              -0.287659532608, -0.117219543175, -0.176860753121, -0.216393453025, -0.0148647893090},
       .end =
           {-4.792730224323634903891e+0, -2.420550725449022062449e+0, -9.212509306015118679472e-1,
            -4.217310404035213393526e+0, 7.356202947498969972192e+0,  3.223785985421211771606e+0,
            4.035559443262270561853e+0,  1.719865528670554963422e+1,  7.478910794233702761037e+0,
            -2.998759326324844223961e+1, -4.107310937550929564802e+0, -9.277008321754408298853e-1,
            -2.442125302518482774210e+1, 2.381459045746554445983e+1,  1.492096306951358808344e+1,
            3.499208963063997294470e-1,  -5.748487687912802744768e-1, -2.551694020879144376891e-1,
            -5.237040978903325456320e-1, -2.493000463579661729088e-1, -8.045341642044465707003e-2,
            -3.875289237334109531578e-1, 5.648603288767892082663e-2,  3.023606472143343000134e-2,
            4.133856546712446174171e-2,  -2.862393029841379306845e-1, -1.183032405136207018181e-1,
            -1.511986457359205607582e-1, -2.460068894318765629646e-1, -3.189687411323877085936e-2},
       .digits = 24,
       .f = five_bodies},
      {.name = "DETEST_D1_kepler",
       .stop = 20,
       .x0 = {0.9, 0, 0, 1.1055415967851332830383},
       .end = {2.198835352008396612849e-1, 9.427076846341813085212e-1, -9.787659841058176514577e-1,
               3.287977990962036082625e-1},
       .digits = 23,
       .f = kepler},
      {.name = "DETEST_D5_kepler",
       .stop = 20,
       .x0 = {0.1, 0, 0, 4.3588989435406735522369},
       .end = {-1.295266250987574367717e+0, 4.003938963792321527298e-1, -6.775390924707565887476e-1,
               -1.270838154278686187669e-1},
       .digits = 22,
       .f = kepler,
       .amplification = 1e2},
      {.name = "ARENSTORF",
       .stop = 17.0652165601579625588917206249,
       .x0 = {0.994, 0, 0, -2.00158510637908252240537862224},
       .end = {0.994, 0, 0, -2.00158510637908252240538},
       .digits = 22,
       .f = arenstorf,
       .amplification = 1e6},
      {.name = "PLEIADES",
       .stop = 3,
       .x0 = {3, 3, -1, -3, 2, -2,   2,    3, -3, 2, 0,     0, -4, 4,
              0, 0, 0,  0,  0, 1.75, -1.5, 0, 0,  0, -1.25, 1, 0,  0},
       .end =
           {3.706139143970512900940e-1,  3.237284092057233092803e+0,  -3.222559032418323347100e+0,
            6.597091455775308359350e-1,  3.425581707156579790377e-1,  1.562172101400631016046e+0,
            -7.003092922212495385147e-1, -3.943437585517392055278e+0, -3.271380973972549928021e+0,
            5.225081843456544192439e+0,  -2.590612434977469510811e+0, 1.198213693392274637514e+0,
            -2.429682344935823409161e-1, 1.091449240428979747882e+0,  3.417003806314314752292e+0,
            1.354584501625501221477e+0,  -2.590065597810775419619e+0, 2.025053734714241106485e+0,
            -1.155815100160449092712e+0, -8.072988170223021725660e-1, 5.952396354208718766608e-1,
            -3.741244961234008471205e+0, 3.773459685750629036558e-1,  9.386858869551078886947e-1,
            3.667922227200569866696e-1,  -3.474046353808494366007e-1, 2.344915448180936923142e+0,
            -1.947020434263291900674e+0},
       .digits = 23,
       .f = pleiades,
       .amplification = 1e3},
  };
}

}  // namespace bw::test
