#pragma once
// Problems with which no threshold of ode/methods/choose was set: those of the two classical sets
// that tests/support/ode/ivp_problems.h does not have, relaxations of other kinds, and circuits
// and pendulums whose input jumps often or seldom. End values are computed when they are needed:
// by a method of high order at the tightest tolerance, compared with those of another method.
//
// Sources: T. E. Hull, W. H. Enright, B. M. Fellen, A. E. Sedgwick 1972 (detest_*); W. H. Enright,
// T. E. Hull, B. Lindberg 1975 (stiff_*); R. FitzHugh 1961 (fitzhugh).

#include <vector>

#include "support/ode/ivp_problems.h"

namespace bw::bench {

// Prints to stderr where the two end values differ by more than 1e-9, and leaves that problem out.
std::vector<test::IvpProblem> unseen_problems();

}  // namespace bw::bench
