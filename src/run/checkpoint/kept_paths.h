#pragma once
// The finished chains of a certified or probed run, for its checkpoints.

#include <optional>

#include "cosim/certify/path_store.h"
#include "cosim/chain/chain.h"
#include "run/checkpoint/checkpointer.h"
#include "run/checkpoint/kept.h"

namespace bw::run {

class KeptPaths final : public cosim::PathStore {
 public:
  // Of the rows of each path, to recognise one that does not fit.
  struct Width {
    std::size_t reals = 0, discretes = 0;
  };
  // `checkpointer` null: keeps nothing.
  KeptPaths(Checkpointer* checkpointer, Width width)
      : kept_("paths", checkpointer), width_(width) {}

  bool contains(const cosim::ChainOrder& order) const override;
  std::optional<cosim::Path> find(const cosim::ChainOrder& order) const override;
  void keep(const cosim::ChainOrder& order, const cosim::Path& path) override;

  cosim::PathStore* store() { return kept_.is_on() ? this : nullptr; }
  void poll() { kept_.poll(); }
  void write() { kept_.write(); }

 private:
  Kept kept_;
  Width width_;
};

}  // namespace bw::run
