#pragma once
// A folder for one fuzzing process, in which everything that may be written has its place: the
// input and the folder for temporary files, deep enough that "../../../x" still lands where it is
// seen.

#include <array>
#include <filesystem>
#include <map>
#include <string>

#include "support/scratch_folder.h"

namespace bw::fuzz {

class Sandbox {
 public:
  Sandbox();  // TMPDIR leads into it from then on

  std::filesystem::path input() const { return top_.path() / "in" / "a.fmu"; }
  const std::filesystem::path& temporary() const { return temporary_; }

  // Stops the process where anything was added, removed or changed but `allowed` and what it holds.
  void require_untouched(const std::filesystem::path& allowed = {}) const;

 private:
  using Seen = std::array<long, 4>;  // mode, size, time in seconds and nanoseconds
  std::map<std::string, Seen> listing(const std::filesystem::path& without) const;
  test::ScratchFolder top_;
  std::filesystem::path temporary_;
  std::map<std::string, Seen> before_;
};

// How many files and folders this process has open.
long open_handles();

}  // namespace bw::fuzz
