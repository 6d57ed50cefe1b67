#include "cosim/chain/order_key.h"

#include <cstdint>

#include "base/archive/sha256.h"
#include "base/pack.h"
#include "cosim/chain/mesh.h"
#include "cosim/master/master.h"

namespace bw::cosim {
namespace {

// By value: its address means nothing in another process.
void add(const Mesh& mesh, Packer& pack) {
  pack(mesh.start());
  for (std::size_t k = 0; k < mesh.intervals(); ++k) {
    const auto marks =
        static_cast<std::uint8_t>((mesh.is_row(k) ? 1 : 0) + (mesh.is_break(k) ? 2 : 0));
    pack(mesh.end(k), marks);
  }
}

}  // namespace

std::string key_of(const ChainOrder& order) {
  Packer pack;
  if (order.base != nullptr) pack(std::string(order.base->name));
  const MasterOptions& options = order.options;
  pack(options.hold, options.iterations, options.fallback_step, options.tolerance.relative,
       options.tolerance.absolute);
  pack(order.steps, order.rolls_back, order.locates_events, order.event_resolution, order.variant,
       order.parts, order.divided_from);
  if (order.mesh != nullptr) add(*order.mesh, pack);
  Sha256 sum;  // meshes may be long
  sum.add(pack.take());
  return sum.hex();
}

}  // namespace bw::cosim
