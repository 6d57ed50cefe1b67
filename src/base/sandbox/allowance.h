#pragma once
// What a sandbox lets through although the default refuses it, in the words of `allow` and --allow:
//   network      sockets of the internet
//   processes    fork and exec of programs that the sandbox can read
//   files=PATH   reading a file or folder, with everything below it
//   memory=SIZE  another limit of the address space: 512M, 16G

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bw {

struct Allowance {
  bool network = false;
  bool processes = false;
  std::vector<std::filesystem::path> files{};  // absolute
  std::optional<std::uint64_t> memory{};       // bytes

  // Adds a word, or several with commas. Throws InputError, a sentence that begins with `subject`;
  // a relative path is one of `folder`.
  void add(const std::string& words, const std::string& subject,
           const std::filesystem::path& folder = {});
  // Throws InputError where a file does not exist; `who` is allowed to read it.
  void refuse_missing_files(const std::string& who) const;
};

Allowance allowance(std::span<const std::string> words, const std::string& subject,
                    const std::filesystem::path& folder = {});

}  // namespace bw
