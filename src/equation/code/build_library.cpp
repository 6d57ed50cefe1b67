#include "equation/code/build_library.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/error.h"
#include "base/process/compilers.h"
#include "base/process/private_folder.h"
#include "base/read_file.h"
#include "equation/code/elf_library.h"

namespace bw::equation {
namespace {

namespace fs = std::filesystem;

void build_by_system_compiler(const std::vector<fs::path>& sources, const fs::path& folder,
                              const fs::path& library) {
  const Compiler compiler = find_compiler(Language::c, "An FMU must be compiled");
  std::vector<std::string> command = compiler.command;
  for (const char* word :
       {"-std=c99", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-ffp-contract=off", "-w"})
    command.emplace_back(word);
  // Large programs are written in pieces, which gcc would inline into their only caller: functions
  // so long that scheduling, vectorising and the search for dead stores take half of the time and
  // gain nothing. Nor does the search for common expressions: what is needed twice has a name.
  // (1,000 states: less than half of the time with these options, equal code speed.)
  // Clang knows the names, or ignores parameters.
  for (const char* word :
       {"-fno-inline-functions-called-once", "-fno-schedule-insns2", "-fno-tree-slp-vectorize",
        "-fno-gcse", "-fno-tree-vrp", "--param=max-cse-insns=50", "--param=max-cse-path-length=1",
        "--param=dse-max-alias-queries-per-store=8"})
    command.emplace_back(word);
  command.insert(command.end(), {"-o", library.filename().string()});
  for (const fs::path& source : sources) command.push_back(source.filename().string());
  command.emplace_back("-lm");
  const Ending ending = run_compiler(command, folder, longest_compilation);
  if (!ending.is_good())
    throw InputError(fmt::format("The C compiler '{}' {}:\n{}", compiler.shown(),
                                 ending.took_too_long
                                     ? "was ended before it had compiled the sources of the FMU"
                                     : "cannot compile the sources of the FMU",
                                 ending.said.substr(0, 2000)));
}

// A compiler named in $CC is used, and its absence is an error.
bool is_named() {
  const char* named = std::getenv("CC");
  return named != nullptr && *named != '\0';
}

std::string bytes_of(const fs::path& file) {
  const std::optional<std::string> bytes = read_file(file);
  if (!bytes || bytes->empty())
    throw InputError("The library made by the C compiler cannot be read.");
  return *bytes;
}

}  // namespace

std::string build_library(const SourceFiles& files, CompilerChoice compiler) {
  const PrivateFolder folder = PrivateFolder::make();
  const fs::path library = folder.path() / "library.so";
  std::vector<fs::path> sources;
  for (const auto& [name, text] : files) {
    NewFile file(folder.path() / name, false);
    file.write(text);
    file.close();
    if (name.ends_with(".c")) sources.push_back(folder.path() / name);
  }
  if (compiler == CompilerChoice::automatic)
    compiler = is_named() || has_system_compiler() ? CompilerChoice::system : CompilerChoice::tiny;
  if (compiler == CompilerChoice::system) {
    build_by_system_compiler(sources, folder.path(), library);
    return bytes_of(library);
  }
  build_by_tiny_compiler(sources, folder.path() / "headers", library);
  return with_plain_stack(with_hidden_symbols(bytes_of(library), "bw_"));
}

}  // namespace bw::equation
