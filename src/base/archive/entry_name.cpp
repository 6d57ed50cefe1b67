#include "base/archive/entry_name.h"

#include <fmt/format.h>

#include <algorithm>

namespace bw {
namespace {

constexpr std::size_t longest_name = 4000;  // Linux allows paths of 4096 bytes ...
constexpr std::size_t longest_step = 255;   // ... and names of 255
constexpr std::size_t deepest = 64;         // keeps the loop over parents short
constexpr std::size_t longest_printed = 120;

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string problem_of_whole(std::string_view name) {
  if (name.empty()) return "has an empty name";
  if (name.size() > longest_name) return "has a name that is too long";
  if (std::ranges::any_of(name, is_control)) return "has a control character in its name";
  if (name.front() == '/') return "has an absolute name";
  if (name.size() >= 2 && is_letter(name[0]) && name[1] == ':')
    return "has a drive letter in its name";
  return {};
}

// Appends the steps to `path`; returns the problem, if any.
std::string append_steps(std::string_view name, std::string& path) {
  std::size_t depth = 0;
  while (!name.empty()) {
    const std::string_view step = name.substr(0, name.find('/'));
    name.remove_prefix(std::min(name.size(), step.size() + 1));
    if (step.empty() || step == ".") continue;
    if (step == "..") return "leads out of the folder by \"..\"";
    if (step.size() > longest_step) return "has a name that is too long";
    if (++depth > deepest) return "is nested in too many folders";
    if (!path.empty()) path += '/';
    path += step;
  }
  return path.empty() ? "names no file" : "";
}

}  // namespace

EntryName checked_entry_name(std::string_view written) {
  EntryName entry;
  std::string name(written);
  entry.had_backslash = name.find('\\') != name.npos;
  std::ranges::replace(name, '\\', '/');
  entry.is_folder = name.ends_with('/');
  entry.problem = problem_of_whole(name);
  if (entry.problem.empty()) entry.problem = append_steps(name, entry.path);
  // "./" is the archive's own root: harmless, and no entry of it.
  if (entry.is_folder && entry.problem == "names no file") entry.problem.clear();
  return entry;
}

std::string printable(std::string_view name) {
  std::string text;
  for (const char c : name.substr(0, longest_printed))
    text +=
        is_control(c) ? fmt::format("\\x{:02x}", static_cast<unsigned char>(c)) : std::string(1, c);
  return name.size() > longest_printed ? text + "..." : text;
}

}  // namespace bw
