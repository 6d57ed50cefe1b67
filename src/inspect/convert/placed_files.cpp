#include "inspect/convert/placed_files.h"

#include <algorithm>

#include "base/text.h"

namespace bw::inspect {
namespace {

std::string plain_name(std::string name) {
  std::ranges::replace_if(
      name,
      [](char c) {
        return !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                 c == '.' || c == '-' || c == '_');
      },
      '_');
  return name;
}

}  // namespace

const std::string& PlacedFiles::place(const std::filesystem::path& file) {
  const auto [known, is_new] =
      known_.emplace(std::filesystem::absolute(file).lexically_normal().string(), all_.size());
  if (!is_new) return all_[known->second].to;
  const std::string stem = plain_name(file.stem().string());
  const std::string extension = plain_name(file.extension().string());
  std::string name = stem + extension;
  for (int number = 2; !names_.insert(lowercase(name)).second; ++number)
    name = stem + "_" + std::to_string(number) + extension;
  all_.push_back({file, folder_ + "/" + name});
  return all_.back().to;
}

}  // namespace bw::inspect
