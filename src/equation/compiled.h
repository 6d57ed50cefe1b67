#pragma once
// C text as functions of this process: by the tiny C compiler in memory, which takes milliseconds,
// or by the system's compiler, whose code is several times faster. Both call the same functions of
// the C library and give the same bits.

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bw::equation {

class Compiled {
 public:
  virtual ~Compiled() = default;
  virtual void* find(const std::string& function) const = 0;  // null: there is none
};

enum class Compiler {
  tiny,   // in memory
  system  // $CC, else cc
};

bool has_system_compiler();

// Throws InputError: no compiler, or it does not take the text, which is a mistake of this program.
std::shared_ptr<const Compiled> compile(const std::string& text, Compiler compiler);
std::shared_ptr<const Compiled> compile_by_tiny_compiler(const std::string& text);
std::shared_ptr<const Compiled> compile_by_system_compiler(const std::string& text);

// C files (name, text) as a shared library that needs the C library and its mathematics only: its
// bytes. By the system's compiler, where there is one. Throws InputError.
using SourceFiles = std::vector<std::pair<std::string, std::string>>;
std::string build_library(const SourceFiles& files);
std::string build_library(const SourceFiles& files, Compiler compiler);
// Of C files that stand in a folder; `headers` is a folder for files of its own.
void build_by_tiny_compiler(const std::vector<std::filesystem::path>& sources,
                            const std::filesystem::path& headers,
                            const std::filesystem::path& library);

}  // namespace bw::equation
