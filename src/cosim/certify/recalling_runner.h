#pragma once
// Remembers chains: base methods are tried again, with other meshes or with located events, and
// most of these trials begin with chains that an earlier one has computed.

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "cosim/chain/chain.h"

namespace bw::cosim {

class RecallingRunner final : public ChainRunner {
 public:
  explicit RecallingRunner(ChainRunner& runner) : runner_(runner) {}

  Path run(const ChainOrder& order) override;
  void expect(const std::vector<ChainOrder>& orders) override;
  bool knows(const ChainOrder& order) const override;

 private:
  void keep(std::string key, const Path& path);

  ChainRunner& runner_;
  std::unordered_map<std::string, Path> known_;  // by key_of(order)
  std::size_t size_ = 0;                         // of all of them, in bytes
};

}  // namespace bw::cosim
