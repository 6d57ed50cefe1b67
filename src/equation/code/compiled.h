#pragma once
// C text as functions of this process: by the tiny C compiler in memory, which takes milliseconds,
// or by the system's compiler, whose code is several times faster. Both call the same functions of
// the C library and give the same bits.

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

namespace bw::equation {

class Compiled {
 public:
  virtual ~Compiled() = default;
  virtual void* find(const std::string& function) const = 0;  // null: there is none
};

inline constexpr std::chrono::minutes longest_compilation(30);  // by the system's compiler

enum class CompilerChoice {
  tiny,      // in memory
  system,    // $CC, else cc
  automatic  // the former, in long runs followed by the latter, if there is one
};

bool has_system_compiler();

// `automatic` is tiny here, where that is possible. Throws InputError: no compiler, or it rejects
// the text, which is a mistake of this program.
std::shared_ptr<const Compiled> compile(const std::string& text, CompilerChoice compiler);
std::shared_ptr<const Compiled> compile_by_tiny_compiler(const std::string& text);
// Cancelled by `unwanted`.
std::shared_ptr<const Compiled> compile_by_system_compiler(
    const std::string& text, const std::atomic<bool>* unwanted = nullptr);

}  // namespace bw::equation
