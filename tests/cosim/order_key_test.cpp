#include "cosim/chain/order_key.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace bw::cosim::order_key_test {
namespace {

TEST(OrderKey, EverythingThatAPathDependsOnIsInIt) {
  const Mesh mesh = Mesh::uniform(0, 1, 4), other = Mesh::uniform(0, 1, 5),
             later = Mesh::uniform(0.5, 1.5, 4);
  const ChainOrder order{.base = find_master("jacobi"), .mesh = &mesh, .steps = 3};
  const std::vector<std::function<void(ChainOrder&)>> changes = {
      [](ChainOrder& o) { o.base = find_master("gauss-seidel"); },
      [](ChainOrder& o) { o.options.hold = Hold::mean; },
      [](ChainOrder& o) { o.options.iterations = 2; },
      [](ChainOrder& o) { o.options.fallback_step = 1e-9; },
      [](ChainOrder& o) { o.options.tolerance.relative = 1e-5; },
      [](ChainOrder& o) { o.options.tolerance.absolute = 1e-5; },
      [&](ChainOrder& o) { o.mesh = &other; },
      [&](ChainOrder& o) { o.mesh = &later; },
      [](ChainOrder& o) { o.steps = 4; },
      [](ChainOrder& o) { o.rolls_back = true; },
      [](ChainOrder& o) { o.locates_events = true; },
      [](ChainOrder& o) { o.event_resolution = 1e-9; },
      [](ChainOrder& o) { o.variant = 1; }};
  std::set<std::string> keys = {key_of(order)};
  for (const auto& change : changes) {
    ChainOrder changed = order;
    change(changed);
    EXPECT_TRUE(keys.insert(key_of(changed)).second);
  }
}

TEST(OrderKey, MeshesCountByTheirValues) {
  const Mesh mesh({0, 1, 2}, {0.5}, 4), same({0, 1, 2}, {0.5}, 4), other({0, 1, 2}, {0.6}, 4);
  const auto key = [](const Mesh& of) { return key_of({.mesh = &of}); };
  EXPECT_EQ(key(mesh), key(same));
  EXPECT_NE(key(mesh), key(other));
  EXPECT_NE(key(mesh), key(mesh.first_row()));
}

}  // namespace
}  // namespace bw::cosim::order_key_test
