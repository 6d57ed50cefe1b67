#pragma once
// Discontinuities that cannot be located: extrapolation over them is invalid. The result is the
// finest chain as it is, with an error of about
//
//   4 max(largest distance of the last three chains, change of a signal in the coarsest step)
//
// for columns that are continuous themselves. The change counts because chains may be equal and
// wrong: all of them see a discontinuity one step late.

#include "cosim/certify/certificate.h"
#include "cosim/certify/tableau.h"

namespace bw::cosim {

// Whether a signal jumps in the last two chains: both have the same first jump, and agree before
// it. Diverging chains seem to jump, too, but not alike.
bool jump_alike(const CertifyPlan& plan, const Tableau& tableau);

void estimate_roughly(const CertifyPlan& plan, const Tableau& tableau, Certificate& certificate);

}  // namespace bw::cosim
