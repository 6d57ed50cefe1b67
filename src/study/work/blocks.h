#pragma once
// The runs of a study in blocks, and who computes which. A block is claimed by a file that only one
// process can make. Its owner renews the time of the file; where it has not for the length of the
// lease, by the clock of the file server, or where the owner is known to be dead, the next attempt
// may be claimed. A block that is computed twice does no harm: records are the same.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "study/work/work_folder.h"

namespace bw::study {

struct Block {
  std::uint64_t begin = 0, end = 0;  // runs
  std::string id{};                  // "0.17"
};

struct Claim {
  std::size_t block = 0;  // place in the list
  int attempt = 0;
};

class Blocks {
 public:
  // `workers`: how many there will be, for the size of the blocks where no plan exists yet.
  // `owner`: in whose name blocks are claimed (own_name()).
  Blocks(const WorkFolder& folder, std::uint64_t runs, std::uint64_t workers, std::string owner,
         double lease);

  const std::vector<Block>& list() const { return list_; }
  bool is_done(std::size_t block);
  std::optional<Claim> claim(std::size_t block);  // nothing: done, or of another owner
  void renew(const Claim& claim) const;
  void finish(const Claim& claim);
  void reopen(std::size_t block);          // it was done, and must be computed again
  void release(const Claim& claim) const;  // at once, not when the lease ends

 private:
  std::filesystem::path claim_file(std::size_t block, int attempt) const;
  bool is_given_up(const std::filesystem::path& claim) const;
  void add_plan(std::uint64_t number, std::uint64_t begin, std::uint64_t end, std::uint64_t size,
                std::uint64_t runs);

  const WorkFolder& folder_;
  std::string owner_;
  double lease_;
  std::vector<Block> list_;
  std::vector<bool> done_;  // as far as it was looked for
};

}  // namespace bw::study
