#include "cli/generate.h"

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/complete.h"
#include "cli/man.h"
#include "cli/report/standard_streams.h"

namespace bw::cli {
namespace {

namespace fs = std::filesystem;

void write_text(const fs::path& file, const std::string& text) {
  std::error_code ignored;  // what matters is whether the file can be written
  fs::create_directories(file.parent_path(), ignored);
  std::ofstream stream(file, std::ios::binary);
  if (!(stream << text << std::flush))
    throw Error(ExitCode::stopped, file.string() + " cannot be written.");
}

void write_pages(const fs::path& folder) {
  write_text(folder / "bellwether.1", program_page());
  for (const Command* command : commands())
    write_text(folder / ("bellwether-" + std::string(command->name) + ".1"),
               command_page(*command));
}

void write_scripts(const fs::path& folder) {
  write_text(folder / "bash/bellwether", completion_script("bash"));
  write_text(folder / "zsh/_bellwether", completion_script("zsh"));
  write_text(folder / "fish/bellwether.fish", completion_script("fish"));
}

int answer_shell(const std::vector<std::string>& words) {
  try {
    print_file(text_of(complete({words.begin() + 1, words.end()})));
  } catch (const std::exception&) {  // a message would destroy the line that is being typed
  }
  return static_cast<int>(ExitCode::ok);
}

}  // namespace

int run_hidden(const std::vector<std::string>& words) {
  if (words.front() == "__complete") return answer_shell(words);
  if (words.front() != "__generate" || words.size() != 3 ||
      (words[1] != "man" && words[1] != "completion"))
    throw UsageError("use `__generate man FOLDER` or `__generate completion FOLDER`.");
  (words[1] == "man" ? write_pages : write_scripts)(words[2]);
  return static_cast<int>(ExitCode::ok);
}

}  // namespace bw::cli
