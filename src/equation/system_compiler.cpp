// The system's C compiler: a shared library in a private folder, which is gone as soon as it is
// loaded.

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

#include "base/error.h"
#include "equation/compiled.h"

namespace bw::equation {
namespace {

namespace fs = std::filesystem;

class Library final : public Compiled {
 public:
  explicit Library(void* handle) : handle_(handle) {}
  ~Library() override { dlclose(handle_); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  void* find(const std::string& function) const override {
    return dlsym(handle_, function.c_str());
  }

 private:
  void* handle_;
};

class PrivateFolder {
 public:
  PrivateFolder() {
    std::string name = (fs::temp_directory_path() / "bellwether-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw InputError(fmt::format("No folder can be made in '{}' for the compiler.",
                                   fs::temp_directory_path().string()));
    path_ = name;
  }
  ~PrivateFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool is_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && access((folder + "/" + name).c_str(), X_OK) == 0) return true;
  return false;
}

std::optional<std::vector<std::string>> find_compiler() {
  const char* named = std::getenv("CC");
  for (const std::string& text : {std::string(named != nullptr ? named : ""), std::string("cc"),
                                  std::string("gcc"), std::string("clang")})
    if (const auto words = words_of(text); !words.empty() && is_program(words[0])) return words;
  return {};
}

// Its exit code; what it says goes into a file.
int run(std::vector<std::string> words, const fs::path& said) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, said.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   S_IRUSR | S_IWUSR);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = 0;
  const int problem =
      posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (problem != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string beginning_of(const fs::path& file) {
  std::ifstream stream(file);
  std::string text(2000, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

void build_by_system_compiler(const std::vector<fs::path>& sources, const fs::path& library) {
  auto words = find_compiler();
  if (!words) throw InputError("There is no C compiler (cc, gcc, clang) on this machine.");
  const fs::path said = library.string() + ".txt";
  for (const char* word :
       {"-std=c99", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-ffp-contract=off", "-w"})
    words->emplace_back(word);
  words->insert(words->end(), {"-o", library.string()});
  for (const fs::path& source : sources) words->push_back(source.string());
  words->emplace_back("-lm");
  if (run(*words, said) != 0)
    throw InputError(fmt::format("The C compiler '{}' does not take the sources of the FMU:\n{}",
                                 words->front(), beginning_of(said)));
}

}  // namespace

std::string build_library(const SourceFiles& files) {
  return build_library(files, has_system_compiler() ? Compiler::system : Compiler::tiny);
}

std::string build_library(const SourceFiles& files, Compiler compiler) {
  const PrivateFolder folder;
  const fs::path library = folder.path() / "library.so";
  std::vector<fs::path> sources;
  for (const auto& [name, text] : files) {
    std::ofstream(folder.path() / name, std::ios::binary) << text;
    if (name.ends_with(".c")) sources.push_back(folder.path() / name);
  }
  if (compiler == Compiler::system)
    build_by_system_compiler(sources, library);
  else
    build_by_tiny_compiler(sources, folder.path() / "headers", library);
  std::ifstream stream(library, std::ios::binary);
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  if (!stream || bytes.str().empty())
    throw InputError("What the C compiler made of the FMU's sources cannot be read.");
  return bytes.str();
}

bool has_system_compiler() { return find_compiler().has_value(); }

std::shared_ptr<const Compiled> compile_by_system_compiler(const std::string& text) {
  auto words = find_compiler();
  if (!words)
    throw InputError(
        "There is no C compiler (cc, gcc, clang) on this machine; install one, name one with the "
        "environment variable CC, or let the program use its own.");
  const PrivateFolder folder;
  const fs::path source = folder.path() / "model.c", library = folder.path() / "model.so",
                 said = folder.path() / "said.txt";
  std::ofstream(source) << text;
  // No fused multiply-add and no folded function: the bits must not depend on the compiler.
  for (const char* word : {"-std=c99", "-O2", "-fPIC", "-shared", "-w", "-fno-fast-math",
                           "-ffp-contract=off", "-fno-builtin", "-fno-math-errno"})
    words->emplace_back(word);
  words->insert(words->end(), {"-o", library.string(), source.string(), "-lm"});
  if (run(*words, said) != 0)
    throw InputError(
        fmt::format("The C compiler '{}' does not take the code that was made of the "
                    "equations:\n{}",
                    words->front(), beginning_of(said)));
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr)
    throw InputError(fmt::format("What the C compiler '{}' made cannot be loaded: {}.",
                                 words->front(), dlerror()));
  return std::make_shared<Library>(handle);
}

std::shared_ptr<const Compiled> compile(const std::string& text, Compiler compiler) {
  return compiler == Compiler::tiny ? compile_by_tiny_compiler(text)
                                    : compile_by_system_compiler(text);
}

}  // namespace bw::equation
