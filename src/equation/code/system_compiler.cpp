// The system's C compiler: a shared library in a private folder, which is removed as soon as it is
// loaded.

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "base/process/compilers.h"
#include "base/process/private_folder.h"
#include "equation/code/compiled.h"

namespace bw::equation {
namespace {

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

Compiler system_compiler() {
  return find_compiler(Language::c, "The equations must be compiled by the system's compiler");
}

}  // namespace

bool has_system_compiler() {
  try {
    system_compiler();
    return true;
  } catch (const InputError&) {
    return false;
  }
}

std::shared_ptr<const Compiled> compile_by_system_compiler(const std::string& text,
                                                           const std::atomic<bool>* unwanted) {
  Compiler compiler = system_compiler();
  const PrivateFolder folder = PrivateFolder::make();
  const std::filesystem::path library = folder.path() / "model.so";
  NewFile source(folder.path() / "model.c", false);
  source.write(text);
  source.close();
  // No fused multiply-add and no constant-folded function: the bits must not depend on the
  // compiler.
  for (const char* word :
       {"-std=c99", "-O2", "-fPIC", "-shared", "-w", "-fno-fast-math", "-ffp-contract=off",
        "-fno-builtin", "-fno-math-errno", "-o", "model.so", "model.c", "-lm"})
    compiler.command.emplace_back(word);
  const Ending ending =
      run_compiler(compiler.command, folder.path(), longest_compilation, unwanted);
  if (!ending.is_good())
    throw InputError(fmt::format("The C compiler '{}' {}:\n{}", compiler.command.front(),
                                 ending.took_too_long
                                     ? "was ended before it had compiled the equations"
                                     : "cannot compile the code generated from the equations",
                                 ending.said.substr(0, 2000)));
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr)
    throw InputError(fmt::format("The library made by the C compiler '{}' cannot be loaded: {}.",
                                 compiler.command.front(), dlerror()));
  return std::make_shared<Library>(handle);
}

std::shared_ptr<const Compiled> compile(const std::string& text, CompilerChoice compiler) {
  if (compiler == CompilerChoice::system) return compile_by_system_compiler(text);
  if (compiler == CompilerChoice::tiny) return compile_by_tiny_compiler(text);
  try {
    return compile_by_tiny_compiler(text);
  } catch (const InputError&) {  // a machine that forbids executable memory
    if (!has_system_compiler()) throw;
    return compile_by_system_compiler(text);
  }
}

}  // namespace bw::equation
