#include "base/process/process_name.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/read_file.h"

namespace bw {
namespace {

// When the process began, in ticks since the machine did; empty: there is none.
std::string start_of(const std::string& pid) {
  const std::optional<std::string> stat = read_file("/proc/" + pid + "/stat");
  if (!stat) return "";
  std::size_t at = stat->rfind(')');  // the name before it may contain anything
  if (at == stat->npos || stat->compare(at, 3, ") Z") == 0) return "";  // it has ended
  constexpr int fields_behind_name = 20;
  for (int field = 0; field < fields_behind_name && at != stat->npos; ++field)
    at = stat->find(' ', at + 1);
  if (at == stat->npos) return "";
  return stat->substr(at + 1, stat->find(' ', at + 1) - at - 1);
}

// FNV-1a, 32 bits.
std::string short_hash(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  std::array<char, 8> digits{};
  const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), hash, 16).ptr;
  return std::string(
      std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())));
}

// Processes with the same one see each other's numbers: machine, its start, its namespace.
std::string own_world() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  struct stat space {};
  stat("/proc/self/ns/pid", &space);
  const std::string world = short_hash(read_file("/proc/sys/kernel/random/boot_id").value_or("") +
                                       std::to_string(space.st_ino));
  std::string name;
  for (const char c : std::string_view(host.data()))
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.')
      name += c;
  return name + "-" + world;
}

}  // namespace

std::string own_name() {
  const std::string pid = std::to_string(getpid());
  return own_world() + "-" + pid + "-" + start_of("self");
}

bool may_live(std::string_view name) {
  const std::string world = own_world() + "-";
  if (!name.starts_with(world)) return true;
  name.remove_prefix(world.size());
  const std::size_t dash = name.find('-');
  if (dash == name.npos) return true;
  const std::string start = start_of(std::string(name.substr(0, dash)));
  return !start.empty() && start == name.substr(dash + 1);
}

}  // namespace bw
