#pragma once
// A Master computes one macro step of a coupled system. It owns no time, no step size and no error
// control; march.cpp does that for all masters alike.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cosim/coupling.h"

namespace bw::cosim {

class Master {
 public:
  virtual ~Master() = default;

  // From now() at t to `next` at t + h. All parts stand at t. When a part does not get there its
  // status comes back and Coupling::trouble() says why.
  virtual PartStatus step(Coupling& coupling, double t, double h, Signals& next) = 0;
};

// One row of the table in masters.cpp.
struct MasterKind {
  std::string_view name;
  std::string_view summary;  // one line for `bellwether list masters`
  std::string_view source;   // where it is published
  int order = 1;             // of the global error, for parts without feed-through
  std::unique_ptr<Master> (*make)() = nullptr;
};

std::span<const MasterKind* const> masters();
std::vector<std::string> master_names();
const MasterKind* find_master(std::string_view name);  // null: unknown

}  // namespace bw::cosim
