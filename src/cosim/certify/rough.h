#pragma once
// Jumps that nobody can locate: nothing may be extrapolated over them. What is left is the finest
// chain as it is, with an error of about
//
//   4 max(how far the last three chains are apart, what a signal changes in the coarsest step)
//
// for columns that do not jump themselves. The change counts because chains may be equal and wrong:
// all of them meet a jump one step late.

#include "cosim/certify/certificate.h"
#include "cosim/certify/tableau.h"

namespace bw::cosim {

void estimate_roughly(const CertifyPlan& plan, const Tableau& tableau, Certificate& certificate);

}  // namespace bw::cosim
