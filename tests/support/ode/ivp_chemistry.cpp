// Chemical reactions; see ivp_problems.h for the sources.

#include <array>

#include "support/ode/ivp_problems.h"

namespace bw::test {
namespace {

void hires(double, In x, Out dx) {
  const double meeting = 280 * x[5] * x[7];
  dx[0] = -1.71 * x[0] + 0.43 * x[1] + 8.32 * x[2] + 0.0007;
  dx[1] = 1.71 * x[0] - 8.75 * x[1];
  dx[2] = -10.03 * x[2] + 0.43 * x[3] + 0.035 * x[4];
  dx[3] = 8.32 * x[1] + 1.71 * x[2] - 1.12 * x[3];
  dx[4] = -1.745 * x[4] + 0.43 * x[5] + 0.43 * x[6];
  dx[5] = -meeting + 0.69 * x[3] + 1.71 * x[4] - 0.43 * x[5] + 0.69 * x[6];
  dx[6] = meeting - 1.81 * x[6];
  dx[7] = -dx[6];
}

void hires_jacobian(double, In x, Out j) {
  const double a = 280 * x[7], b = 280 * x[5];
  set(j, {-1.71, 0.43,  8.32,   0,     0,      0,         0,     0,   //
          1.71,  -8.75, 0,      0,     0,      0,         0,     0,   //
          0,     0,     -10.03, 0.43,  0.035,  0,         0,     0,   //
          0,     8.32,  1.71,   -1.12, 0,      0,         0,     0,   //
          0,     0,     0,      0,     -1.745, 0.43,      0.43,  0,   //
          0,     0,     0,      0.69,  1.71,   -a - 0.43, 0.69,  -b,  //
          0,     0,     0,      0,     0,      a,         -1.81, b,   //
          0,     0,     0,      0,     0,      -a,        1.81,  -b});
}

void robertson(double, In x, Out dx) {
  dx[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
  dx[2] = 3e7 * x[1] * x[1];
  dx[1] = -dx[0] - dx[2];
}

void robertson_jacobian(double, In x, Out j) {
  set(j, {-0.04, 1e4 * x[2], 1e4 * x[1],                //
          0.04, -1e4 * x[2] - 6e7 * x[1], -1e4 * x[1],  //
          0, 6e7 * x[1], 0});
}

void oregonator(double, In x, Out dx) {
  dx[0] = 77.27 * (x[1] + x[0] * (1 - 8.375e-6 * x[0] - x[1]));
  dx[1] = (x[2] - (1 + x[0]) * x[1]) / 77.27;
  dx[2] = 0.161 * (x[0] - x[2]);
}

void oregonator_jacobian(double, In x, Out j) {
  set(j, {77.27 * (1 - 2 * 8.375e-6 * x[0] - x[1]), 77.27 * (1 - x[0]), 0,  //
          -x[1] / 77.27, -(1 + x[0]) / 77.27, 1 / 77.27,                    //
          0.161, 0, -0.161});
}

// Air pollution as a list of reactions: `rate` times one or two species, and what it does to whom.
constexpr int none = 0;
struct Reaction {
  double rate;
  int first, second;  // species, from 1
};
constexpr std::array<Reaction, 25> reactions = {{
    {.35, 1, none},    {26.6, 2, 4},      {1.23e4, 5, 2},   {8.6e-4, 7, none},   {8.2e-4, 7, none},
    {1.5e4, 7, 6},     {1.3e-4, 9, none}, {2.4e4, 9, 6},    {1.65e4, 11, 2},     {9e3, 11, 1},
    {.022, 13, none},  {1.2e4, 10, 2},    {1.88, 14, none}, {1.63e4, 1, 6},      {4.8e6, 3, none},
    {3.5e-4, 4, none}, {.0175, 4, none},  {1e8, 16, none},  {4.44e11, 16, none}, {1.24e3, 17, 6},
    {2.1, 19, none},   {5.78, 19, none},  {.0474, 1, 4},    {1.78e3, 19, 1},     {3.12, 20, none},
}};

// The balance of each species, given the speeds of the reactions r[1] .. r[25].
template <typename R>
void balance(const R& r, Out dx) {
  dx[0] =
      -r[1] - r[10] - r[14] - r[23] - r[24] + r[2] + r[3] + r[9] + r[11] + r[12] + r[22] + r[25];
  dx[1] = -r[2] - r[3] - r[9] - r[12] + r[1] + r[21];
  dx[2] = -r[15] + r[1] + r[17] + r[19] + r[22];
  dx[3] = -r[2] - r[16] - r[17] - r[23] + r[15];
  dx[4] = -r[3] + 2 * r[4] + r[6] + r[7] + r[13] + r[20];
  dx[5] = -r[6] - r[8] - r[14] - r[20] + r[3] + 2 * r[18];
  dx[6] = -r[4] - r[5] - r[6] + r[13];
  dx[7] = r[4] + r[5] + r[6] + r[7];
  dx[8] = -r[7] - r[8];
  dx[9] = -r[12] + r[7] + r[9];
  dx[10] = -r[9] - r[10] + r[8] + r[11];
  dx[11] = r[9];
  dx[12] = -r[11] + r[10];
  dx[13] = -r[13] + r[12];
  dx[14] = r[14];
  dx[15] = -r[18] - r[19] + r[16];
  dx[16] = -r[20];
  dx[17] = r[20];
  dx[18] = -r[21] - r[22] - r[24] + r[23] + r[25];
  dx[19] = -r[25] + r[24];
}

double species(In x, int k) { return k == none ? 1 : x[static_cast<std::size_t>(k - 1)]; }

void pollution(double, In x, Out dx) {
  std::array<double, 26> r{};
  for (std::size_t k = 0; k < reactions.size(); ++k) {
    const Reaction& reaction = reactions[k];
    r[k + 1] = reaction.rate * species(x, reaction.first) * species(x, reaction.second);
  }
  balance(r, dx);
}

// The balance is linear in the speeds, so that its column j is the balance of their derivatives.
void pollution_jacobian(double, In x, Out j) {
  std::array<double, 20> column{};
  for (int s = 1; s <= 20; ++s) {
    std::array<double, 26> r{};
    for (std::size_t k = 0; k < reactions.size(); ++k) {
      const Reaction& reaction = reactions[k];
      if (reaction.first == s) r[k + 1] = reaction.rate * species(x, reaction.second);
      if (reaction.second == s) r[k + 1] = reaction.rate * species(x, reaction.first);
    }
    balance(r, column);
    for (std::size_t i = 0; i < 20; ++i) j[20 * i + static_cast<std::size_t>(s - 1)] = column[i];
  }
}

std::vector<IvpProblem> robertsons() {
  using enum IvpProblem::Kind;
  std::vector<IvpProblem> all = {
      {.name = "ROBER_t40",
       .kind = stiff,
       .stop = 40,
       .x0 = {1, 0, 0},
       .end = {7.158270687194050905e-1, 9.185534764557763904e-6, 2.841637457458303518e-1},
       .digits = 18,
       .f = robertson},
      {.name = "ROBER_t1e5",
       .kind = stiff,
       .stop = 1e5,
       .x0 = {1, 0, 0},
       .end = {1.786592114209946496529e-2, 7.274751468436318770766e-8, 9.821340061103858506715e-1},
       .digits = 23,
       .f = robertson},
      {.name = "ROBER_t1e11",
       .kind = stiff,
       .stop = 1e11,
       .x0 = {1, 0, 0},
       .end = {2.083340149701294230573e-8, 8.333360770334783400648e-14, 9.999999791665151693794e-1},
       .digits = 25,
       .f = robertson},
  };
  for (IvpProblem& problem : all) {
    problem.jacobian = robertson_jacobian;
    problem.nominals = {1, 1e-5, 1};
  }
  // At the end of the longest run the first two are 2e-8 and 8e-14. With an absolute tolerance that
  // large they may become negative, and then no method holds them.
  all.back().nominals = {1e-8, 1e-13, 1};
  return all;
}

}  // namespace

std::vector<IvpProblem> chemistry_problems() {
  using enum IvpProblem::Kind;
  std::vector<IvpProblem> all = {
      {.name = "HIRES",
       .kind = stiff,
       .stop = 321.8122,
       .x0 = {1, 0, 0, 0, 0, 0, 0, 0.0057},
       .end = {7.37131257332566781e-4, 1.44248572631618466e-4, 5.88872974096757501e-5,
               1.17565134328314915e-3, 2.38635619883133047e-3, 6.23896825274279579e-3,
               2.84999839518576866e-3, 2.85000160481423134e-3},
       .digits = 17,
       .f = hires,
       .jacobian = hires_jacobian,
       .nominals = {1, 1, 1, 1, 1, 1, 1e-3, 1e-3}},
      {.name = "OREGO_t360",
       .kind = stiff,
       .stop = 360,
       .x0 = {1, 2, 3},
       .end = {1.000814870318522716282e+0, 1.228178521549887983718e+3, 1.320554942846508287742e+2},
       .digits = 21,
       .f = oregonator,
       .jacobian = oregonator_jacobian},
      {.name = "POLLU",
       .kind = stiff,
       .stop = 60,
       .x0 = {0, 0.2, 0, 0.04, 0, 0, 0.1, 0.3, 0.01, 0, 0, 0, 0, 0, 0, 0, 0.007, 0, 0, 0},
       .end = {5.64625548002276928e-2,  1.34248413042233852e-1, 4.13973433109942697e-9,
               5.52314020748435994e-3,  2.01897726230219604e-7, 1.46454186349396579e-7,
               7.78424911899796415e-2,  3.24507535339601822e-1, 7.49401338388040555e-3,
               1.62229315730156035e-8,  1.13586383325707482e-8, 2.23050597572135986e-3,
               2.08716288279863004e-4,  1.39692101684015772e-5, 8.96488485689829418e-3,
               4.35284636933010367e-18, 6.89921969626340540e-3, 1.00780303736594595e-4,
               1.77214651396998454e-6,  5.68294329231639344e-5},
       .digits = 17,
       .f = pollution,
       .jacobian = pollution_jacobian,
       .nominals = {1,    1,    1e-9, 1,    1e-7, 1e-7,  1,    1,    1,    1e-8,
                    1e-8, 1e-3, 1e-4, 1e-5, 1e-3, 1e-17, 1e-3, 1e-4, 1e-6, 1e-5}},
  };
  const std::vector<IvpProblem> more = robertsons();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace bw::test
