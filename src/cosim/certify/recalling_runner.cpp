#include "cosim/certify/recalling_runner.h"

#include <utility>

#include "cosim/chain/order_key.h"

namespace bw::cosim {
namespace {

constexpr std::size_t most_size = std::size_t{64} << 20;  // bytes

std::size_t size_of(const Path& path) {
  return sizeof path + path.reals.size() * sizeof(double) +
         path.discretes.size() * sizeof(Discrete) + path.events.size() * sizeof(Path::Event) +
         path.spots.size() * sizeof(Spot) + path.kinks.size() * sizeof(Kink);
}

}  // namespace

Path RecallingRunner::run(const ChainOrder& order) {
  std::string key = key_of(order);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  Path path = runner_.run(order);
  keep(std::move(key), path);
  return path;
}

void RecallingRunner::keep(std::string key, const Path& path) {
  if (path.end == Path::End::interrupted || path.end == Path::End::lost) return;
  const std::size_t size = size_of(path);
  if (size_ + size > most_size) return;
  size_ += size;
  known_.emplace(std::move(key), path);
}

void RecallingRunner::expect(const std::vector<ChainOrder>& orders) {
  std::vector<ChainOrder> unknown;
  for (const ChainOrder& order : orders)
    if (!knows(order)) unknown.push_back(order);
  runner_.expect(unknown);
}

bool RecallingRunner::knows(const ChainOrder& order) const {
  return known_.contains(key_of(order));
}

}  // namespace bw::cosim
