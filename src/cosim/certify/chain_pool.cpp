#include "cosim/certify/chain_pool.h"

#include "cosim/chain/order_key.h"

namespace bw::cosim {

ChainOrder ChainPool::order_on(const Mesh& mesh, int steps) const {
  return {.base = plan_.base,
          .options = plan_.options,
          .mesh = &mesh,
          .steps = steps,
          .rolls_back = plan_.rolls_back,
          .locates_events = plan_.locates_events,
          .event_resolution = plan_.event_resolution};
}

bool ChainPool::make(const ChainOrder& order, Path& into) {
  // Searches for events take most of the work, and in the short windows of probes there are few.
  double& per_step = order.mesh == plan_.mesh ? per_step_ : per_probe_step_;
  const double steps = order.steps * static_cast<double>(order.mesh->intervals());
  const bool is_known = runner_.knows(order);
  const double cost = is_known ? 0 : per_step * steps * order.parts;
  exhausted_ = (count_ > 0 || cost > 0) &&
               static_cast<double>(advances_) + cost > static_cast<double>(limit_);
  if (exhausted_ || interrupted_ != nullptr) return false;
  into = runner_.run(order);
  if (!is_known) count(into);
  if (into.complete() && order.parts > 1) return true;  // some of its steps are divided
  if (into.complete())
    per_step = static_cast<double>(into.advances()) / steps;
  else if (per_step == 0)
    per_step = static_cast<double>(into.components.size());
  if (into.end != Path::End::interrupted) return true;
  interrupted_ = std::make_unique<Path>(into);
  return false;
}

void ChainPool::count(const Path& path) {
  ++count_;
  advances_ += path.advances();
  add_counts(path.components, components_);
}

const Path* ChainPool::chain(int steps) {
  if (const auto known = paths_.find(steps); known != paths_.end()) return known->second.get();
  auto path = std::make_unique<Path>();
  if (!make(order_on(*plan_.mesh, steps), *path)) return nullptr;
  return paths_.emplace(steps, std::move(path)).first->second.get();
}

const Path* ChainPool::probe(const ChainOrder& order) {
  const std::string key = key_of(order);
  if (const auto known = probes_.find(key); known != probes_.end()) return known->second.get();
  auto path = std::make_unique<Path>();
  if (!make(order, *path)) return nullptr;
  return probes_.emplace(key, std::move(path)).first->second.get();
}

void ChainPool::expect(const std::vector<ChainOrder>& probes) {
  std::vector<ChainOrder> missing;
  for (const ChainOrder& order : probes)
    if (!probes_.contains(key_of(order))) missing.push_back(order);
  runner_.expect(missing);
}

void ChainPool::expect(const std::vector<int>& steps) {
  std::vector<ChainOrder> orders;
  for (const int n : steps)
    if (!contains(n)) orders.push_back(order_on(*plan_.mesh, n));
  runner_.expect(orders);
}

void ChainPool::keep_multiples_of(int level) {
  const auto* kept = best();
  std::erase_if(paths_,
                [&](const auto& known) { return &known != kept && known.first % level != 0; });
}

const std::pair<const int, std::unique_ptr<Path>>* ChainPool::best() const {
  const std::pair<const int, std::unique_ptr<Path>>* best = nullptr;
  for (const auto& known : paths_)
    if (best == nullptr || known.second->rows >= best->second->rows) best = &known;
  return best;
}

}  // namespace bw::cosim
