#pragma once
// Fronts: what changes within one step, however short, such as the answer to a pulse inside a
// component. Wherever in a step a front is, all chains take it to a synchronisation point nearby,
// and short intervals around it do the same as long as it is nearer to that point than their steps
// are long. So a chain says which step the front is in, which is divided again, until its place
// in the step does not matter (in shorter steps a front is in the same place and as high, or it was
// none):
//
//   h max(|s+ - s-| / w, size / H) <= 0.1    s-, s+ slopes of a signal before and after it, size
//   its
//                                            change in tolerances w, H the distance of rows

#include <vector>

#include "cosim/certify/certificate.h"
#include "cosim/certify/chain_pool.h"
#include "cosim/chain/chain.h"
#include "cosim/chain/mesh.h"

namespace bw::cosim {

struct LocatedFronts {
  const Mesh* mesh = nullptr;  // null: no work is left
  double left = 0;             // what a front may still change, in tolerances; 0: nothing
};

// The mesh with these points and with short intervals around fronts, which a chain with `steps`
// steps in an interval looks for.
LocatedFronts locate_fronts(const CertifyPlan& plan, std::vector<double> points, int steps,
                            ChainPool& pool);

}  // namespace bw::cosim
