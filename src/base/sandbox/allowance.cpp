#include "base/sandbox/allowance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <system_error>

#include "base/error.h"
#include "base/text.h"

namespace bw {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view files_key = "files=", memory_key = "memory=";

// "512M", "16G"; nothing: it is no size.
std::optional<std::uint64_t> size_in_bytes(std::string_view text) {
  constexpr std::string_view units = "kMGT";
  constexpr double most = 0x1p60, least = 0x1p24;  // below 16 MB not even a library can be loaded
  double factor = 1;
  if (const auto unit = text.empty() ? text.npos : units.find(text.back()); unit != text.npos) {
    factor = std::pow(1024.0, static_cast<double>(unit) + 1);
    text.remove_suffix(1);
  }
  const auto number = to_number(text);
  if (!number || !(*number * factor >= least && *number * factor <= most)) return std::nullopt;
  return static_cast<std::uint64_t>(*number * factor);
}

void add_word(Allowance& allowance, std::string_view word, const std::string& subject,
              const fs::path& folder) {
  if (word == "network") {
    allowance.network = true;
  } else if (word == "processes") {
    allowance.processes = true;
  } else if (word.starts_with(files_key) && word.size() > files_key.size()) {
    allowance.files.push_back(
        fs::absolute(folder / word.substr(files_key.size())).lexically_normal());
  } else if (word.starts_with(memory_key)) {
    allowance.memory = size_in_bytes(word.substr(memory_key.size()));
    if (!allowance.memory)
      throw InputError(subject + ": the memory must be a size of at least 16M, such as memory=16G" +
                       ", not '" + std::string(word.substr(memory_key.size())) + "'.");
  } else {
    static const std::vector<std::string> known = {"network", "processes", "files=PATH",
                                                   "memory=SIZE"};
    throw InputError(subject + " must be network, processes, files=PATH or memory=SIZE, not '" +
                     std::string(word) + "'." + did_you_mean(std::string(word), known));
  }
}

}  // namespace

void Allowance::add(const std::string& words, const std::string& subject, const fs::path& folder) {
  std::string_view rest = words;
  do {
    const auto comma = std::min(rest.find(','), rest.size());
    add_word(*this, trimmed(rest.substr(0, comma)), subject, folder);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  } while (!rest.empty());
}

void Allowance::refuse_missing_files(const std::string& who) const {
  std::error_code ignored;
  for (const fs::path& file : files)
    if (!fs::exists(file, ignored))
      throw InputError(who + " is allowed to read '" + file.string() +
                       "', which does not exist; name another path, or leave it out.");
}

Allowance allowance(std::span<const std::string> words, const std::string& subject,
                    const fs::path& folder) {
  Allowance all;
  for (const std::string& word : words) all.add(word, subject, folder);
  return all;
}

}  // namespace bw
