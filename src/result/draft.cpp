#include "result/draft.h"

#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/process/process_name.h"
#include "result/output_file.h"

namespace bw::result {
namespace {

namespace fs = std::filesystem;

// What the names of all drafts begin with; a long name of the file leaves no room for the rest.
fs::path drafts_of(const std::string& file) {
  constexpr std::size_t longest = 120;
  const fs::path path(file);
  return path.parent_path() / (partial_name(path.filename().string().substr(0, longest)) + ".");
}

}  // namespace

std::string own_draft(const std::string& file) { return drafts_of(file).string() + own_name(); }

void remove_dead_drafts(const std::string& file) {
  const fs::path all = drafts_of(file), folder = all.has_parent_path() ? all.parent_path() : ".";
  const std::string begin = all.filename().string();
  std::error_code problem, ignored;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with(begin) && !may_live(std::string_view(name).substr(begin.size())))
      fs::remove(at->path(), ignored);
  }
}

}  // namespace bw::result
