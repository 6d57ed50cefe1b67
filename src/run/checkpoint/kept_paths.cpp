#include "run/checkpoint/kept_paths.h"

#include "cosim/chain/order_key.h"
#include "cosim/chain/path_bytes.h"

namespace bw::run {
namespace {

// Not what an interruption or a misbehaving component cut short: that is tried again.
bool is_worth_keeping(const cosim::Path& path) {
  using End = cosim::Path::End;
  return path.end != End::interrupted && path.end != End::lost && path.end != End::component_failed;
}

}  // namespace

bool KeptPaths::contains(const cosim::ChainOrder& order) const {
  return kept_.find(key_of(order)) != nullptr;
}

std::optional<cosim::Path> KeptPaths::find(const cosim::ChainOrder& order) const {
  const std::string* bytes = kept_.find(key_of(order));
  if (bytes == nullptr) return {};
  std::optional<cosim::Path> path = cosim::from_bytes(*bytes);
  if (path && (path->reals.size() != path->rows * width_.reals ||
               path->discretes.size() != path->rows * width_.discretes))
    path.reset();
  return path;
}

void KeptPaths::keep(const cosim::ChainOrder& order, const cosim::Path& path) {
  if (is_worth_keeping(path)) kept_.keep(key_of(order), cosim::to_bytes(path));
}

}  // namespace bw::run
