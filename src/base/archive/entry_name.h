#pragma once
// The names inside an archive are written by strangers: each must stay below the folder that the
// archive is unpacked to, on every system.

#include <string>
#include <string_view>

namespace bw {

struct EntryName {
  std::string path;        // with '/', without "." and empty steps, without '/' at the end
  bool is_folder = false;  // it ended with '/'
  bool had_backslash = false;
  std::string problem;  // a clause like "leads out of the folder"; empty: a good name
};

EntryName checked_entry_name(std::string_view written);

// For error sentences: control characters as "\x1b", a very long name cut.
std::string printable(std::string_view name);

}  // namespace bw
