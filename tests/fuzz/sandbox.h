#pragma once
// A folder for one fuzzing process, in which everything that may be written has its place: the
// input and the folder for temporary files, deep enough that "../../../x" still lands where it is
// seen.

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "fuzz/require.h"
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

// The bytes as the file of the sandbox: `work` may refuse them, but writes nothing elsewhere,
// leaves nothing behind and closes what it opens.
template <class Work>
void try_bytes(const Sandbox& sandbox, const std::uint8_t* data, std::size_t size, Work&& work) {
  test::write_file(sandbox.input().string(),
                   std::string(reinterpret_cast<const char*>(data), size));
  const long handles = open_handles();  // libFuzzer opens some, too, but not meanwhile
  try {
    std::forward<Work>(work)();
  } catch (const Error& error) {  // a long TMPDIR and a long name together are the system's refusal
    if (std::string_view(error.what()).find("File name too long") == std::string_view::npos) throw;
  }
  require(open_handles() == handles, "every file and folder is closed");
  sandbox.require_untouched();
}

}  // namespace bw::fuzz
