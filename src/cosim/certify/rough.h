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

void estimate_roughly(const CertifyPlan& plan, const Tableau& tableau, Certificate& certificate);

}  // namespace bw::cosim
