#include "ode/methods/dop853.h"

#include "ode/kernel/integrator.h"

namespace bw::ode {
namespace {

struct Dop853;

}  // namespace

extern const MethodKind dop853 = {
    .name = "dop853",
    .summary = "Dormand-Prince 8(5,3), explicit, for tight tolerances; not for stiff models",
    .source = "J. R. Dormand, P. J. Prince 1989; Hairer, Norsett, Wanner, Solving ODEs I, II.5-10",
    .order = 8,
    .stability = 6.39,
    .dense_order = 7,
    .make = make_method<dormand_prince_8::DormandPrince8<Dop853>>};

}  // namespace bw::ode
