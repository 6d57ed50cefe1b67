// The library's name contains a hash of everything it is built from:
//   identifier - SHA-256(sources, headers of FMI, FMI version, platform, compilers, their arguments
//   and environment)
// so it can be taken from the cache under that name. All commands run in a private folder and name
// only files below it, so the name does not depend on its path.

#include "fmi/compile/compile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <vector>

#include "base/archive/sha256.h"
#include "base/error.h"
#include "base/process/compilers.h"
#include "base/process/private_folder.h"
#include "base/run_control.h"
#include "fmi/compile/compile_cache.h"
#include "fmi/compile/compile_plan.h"
#include "fmi/compile/compile_sources.h"
#include "fmi/compile/fmi_headers.h"
#include "fmi/instance/binary.h"

namespace bw::fmi {
namespace {

namespace fs = std::filesystem;
using Command = std::vector<std::string>;

constexpr std::chrono::seconds time_limit(120);  // of one run of the compiler
constexpr const char* product_name = "library.so";

struct Task {
  CompilePlan plan;
  std::map<Language, Compiler> compilers;
  std::vector<Command> commands;  // the last one links
};

void append(Command& command, const Command& more) {
  command.insert(command.end(), more.begin(), more.end());
}

std::vector<Command> commands_of(const CompilePlan& plan,
                                 const std::map<Language, Compiler>& compilers) {
  std::vector<Command> commands;
  Command objects;
  for (const SourceToCompile& source : plan.sources) {
    objects.push_back(fmt::format("objects/{}.o", objects.size()));
    Command& command = commands.emplace_back(compilers.at(source.language).command);
    append(command, source.arguments);
    append(command, {"-x", source.language == Language::c ? "c" : "c++", "-c", source.file, "-o",
                     objects.back()});
  }
  // A missing symbol should be a linker error here, not a loader error in every run.
  Command& link = commands.emplace_back(compilers.rbegin()->second.command);
  append(link, {"-shared", "-fPIC", "-Wl,--no-undefined"});
  append(link, objects);
  append(link, {"-o", product_name});
  append(link, plan.libraries);
  return commands;
}

Task make_task(const Archive& archive, const Description& description, Interface interface) {
  Task task;
  task.plan = plan_compilation(archive, description, interface);
  for (const Language language : {Language::c, Language::cpp})
    if (task.plan.has(language))
      task.compilers.emplace(
          language, find_compiler(language, archive.file().string() + ": it contains sources only",
                                  ", or export the FMU with a library for Linux"));
  task.commands = commands_of(task.plan, task.compilers);
  return task;
}

// Hashes the sources and, when a folder is given, writes them there.
std::string take_sources(const Archive& archive, const fs::path& folder = {}) {
  Sha256 hash;
  for (const std::string& entry : source_entries(archive)) {
    const std::string bytes = archive.read(entry);
    hash.add_piece(entry);
    hash.add_piece(bytes);
    if (folder.empty()) continue;
    make_folders((folder / entry).parent_path());
    NewFile file(folder / entry, false);
    file.write(bytes);
    file.close();
  }
  return hash.hex();
}

std::string hash_of_headers() {
  Sha256 hash;
  for (const FmiHeader& header : fmi_headers()) {
    hash.add_piece(std::string(header.name));
    hash.add_piece(std::string(header.text));
  }
  return hash.hex();
}

// The standard leaves its headers to the importer.
void write_headers(const fs::path& folder) {
  make_folders(folder);
  for (const FmiHeader& header : fmi_headers()) {
    NewFile file(folder / header.name, false);
    file.write(header.text);
    file.close();
  }
}

// The C library is part of it, because a home folder may be shared by different machines.
std::string system_identity() {
  std::array<char, 256> library{};
  confstr(_CS_GNU_LIBC_VERSION, library.data(), library.size());
  std::string identity = platform_folders().front() + "\n" + library.data();
  for (const char* variable : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"}) {
    const char* value = std::getenv(variable);
    identity += fmt::format("\n{}={}", variable, value != nullptr ? value : "");
  }
  return identity;
}

std::string name_of_library(const std::string& identifier, const Description& description,
                            const Task& task, const std::string& sources) {
  Sha256 hash;
  for (const std::string& piece : {std::string("bellwether 1"), identifier, description.fmi_version,
                                   sources, hash_of_headers(), system_identity()})
    hash.add_piece(piece);
  for (const auto& [language, compiler] : task.compilers) hash.add_piece(compiler.identity);
  for (const Command& command : task.commands) {
    hash.add_piece(std::to_string(command.size()));
    for (const std::string& word : command) hash.add_piece(word);
  }
  std::string name = identifier.substr(0, 60);
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  std::replace_if(
      name.begin(), name.end(), [&](char c) { return !is_plain(c); }, '_');
  return name + "-" + hash.hex() + ".so";
}

std::string first_lines(const std::string& text) {
  constexpr int most_lines = 10;
  constexpr std::size_t longest = 300;
  std::istringstream stream(text);
  std::string lines;
  int count = 0;
  for (std::string line; count < most_lines && std::getline(stream, line); ++count)
    lines += "\n  " + line.substr(0, longest) + (line.size() > longest ? " ..." : "");
  return count == most_lines && stream.peek() != EOF ? lines + "\n  ..." : lines;
}

// "sources/all.c:3:10: fatal error: x.h: No such file or directory", past the lines that only say
// from where a file was included; empty: there is none.
std::string first_error(const std::string& said) {
  std::istringstream stream(said);
  for (std::string line; std::getline(stream, line);)
    for (const char* mark : {"error:", "error ", "undefined reference", "undefined symbol"})
      if (line.find(mark) != line.npos) return line;
  return {};
}

std::string fate_of(const Ending& ending) {
  if (ending.took_too_long)
    return fmt::format("had not ended after {} seconds", time_limit.count());
  if (ending.code < 0) return "was ended by signal " + std::to_string(-ending.code);
  return "ended with code " + std::to_string(ending.code);
}

[[noreturn]] void refuse(const Archive& archive, const Command& command, const Ending& ending) {
  const std::string lines = first_lines(ending.said), first = first_error(ending.said);
  throw InputError(fmt::format(
      "{}: it contains sources only, and they cannot be compiled: {}the compiler '{}' "
      "{}{}{}\nCorrect the sources, or export the FMU with a library for this machine.",
      archive.file().string(), first.empty() ? "" : first + "; ", command.front(), fate_of(ending),
      lines.empty() ? " without a message." : " with this message:", lines));
}

// Texts of phases live as long as the program.
const char* phase_of_file(std::size_t number, std::size_t count) {
  static std::mutex mutex;
  static std::set<std::string> texts;
  const std::scoped_lock lock(mutex);
  return texts.insert(fmt::format("compiling the FMU, file {} of {}", number, count))
      .first->c_str();
}

void compile(const Archive& archive, const Task& task, const std::string& sources,
             const fs::path& library, const Log& log) {
  const PrivateFolder folder = PrivateFolder::make();
  make_folders(folder.path() / "objects");
  write_headers(folder.path() / headers_folder);
  if (take_sources(archive, folder.path()) != sources)
    throw InputError(archive.file().string() +
                     ": the file changed while it was read; run again when it is complete.");
  std::size_t number = 0;
  for (const Command& command : task.commands) {
    if (++number <= task.plan.sources.size())
      enter_phase(phase_of_file(number, task.plan.sources.size()));
    if (log) log(fmt::format("{}: {}", archive.file().string(), fmt::join(command, " ")));
    const Ending ending = run_compiler(command, folder.path(), time_limit);
    const bool is_last = &command == &task.commands.back();
    if (!ending.is_good() || (is_last && !is_kept(folder.path() / product_name)))
      refuse(archive, command, ending);
  }
  keep_library(folder.path() / product_name, library);
}

}  // namespace

bool has_sources(const Archive& archive, const Description& description, Interface interface) {
  const auto& offered = description.at(interface);
  if (!offered) return false;
  const std::vector<std::string> entries = source_entries(archive);
  return !offered->source_files.empty() || std::ranges::any_of(entries, is_source);
}

fs::path compile_library(const Archive& archive, const Description& description,
                         Interface interface, Bells& bells, const Log& log) {
  const Task task = make_task(archive, description, interface);
  const std::string& identifier = description.at(interface)->model_identifier;
  const std::string sources = take_sources(archive);
  fs::path library = compile_cache() / name_of_library(identifier, description, task, sources);
  const std::string fmu = archive.file().string();
  if (is_kept(library)) {
    if (log) log(fmt::format("{}: its library was compiled before: {}", fmu, library.string()));
    return library;
  }
  announce(fmt::format("compiling the sources of {} ({}) with '{}', once", fmu,
                       task.plan.sources.size() == 1
                           ? "1 file"
                           : std::to_string(task.plan.sources.size()) + " files",
                       task.compilers.rbegin()->second.shown()));
  enter_phase("compiling the FMU");
  compile(archive, task, sources, library, log);
  std::string left_out;
  for (const std::string& what : task.plan.left_out)
    left_out += (left_out.empty()
                     ? " Its build description also requires the following, which was left out: "
                     : ", ") +
                what;
  bells.ring(BellCode::fmu_compiled, 0, archive.file().filename().string(),
             fmt::format("{} contains sources only; they were compiled with '{}', and the library "
                         "is kept as {}.{}",
                         fmu, task.compilers.rbegin()->second.shown(), library.string(),
                         left_out.empty() ? "" : left_out + "."));
  return library;
}

}  // namespace bw::fmi
