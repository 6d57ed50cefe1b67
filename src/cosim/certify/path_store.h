#pragma once
// Where finished chains are kept, so that a later process need not compute them again.

#include <optional>

#include "cosim/chain/chain.h"

namespace bw::cosim {

class PathStore {
 public:
  virtual ~PathStore() = default;
  virtual bool contains(const ChainOrder& order) const = 0;
  virtual std::optional<Path> find(const ChainOrder& order) const = 0;
  // Of any end: it decides what is worth keeping.
  virtual void keep(const ChainOrder& order, const Path& path) = 0;
};

}  // namespace bw::cosim
