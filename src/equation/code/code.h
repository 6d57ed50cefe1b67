#pragma once
// The compiled functions of a model.
//
// The tiny compiler's code is available immediately. The system's compiler makes faster code but
// takes seconds, so it is started when the time lost by slow calls equals that of compiling (ski
// rental: at most twice the optimal cost). It runs in parallel; then its functions take over. Both
// compute the same bits, so results do not depend on when.

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "equation/code/compiled.h"

namespace bw::equation {

// The layout that generated code uses (equation/code/write_c).
struct Host {
  int (*solve)(Host*, int loop, double t, double* x, double* w, double* d) = nullptr;
  int (*respond)(Host*, int loop, double t, double* x, double* w, double* d, double* columns,
                 int count) = nullptr;
};

// False: a loop was not solved.
using Function = int (*)(double t, double* x, double* w, double* d, double* o, Host* host);

struct Functions {
  std::shared_ptr<const Compiled> compiled;
  Function derivatives = nullptr, algebraics = nullptr, update = nullptr, initial = nullptr,
           crossings = nullptr, sides = nullptr, event_times = nullptr, arguments = nullptr,
           deeds = nullptr, jacobian = nullptr, ports = nullptr, selections = nullptr;
  struct OfLoop {
    Function residuals = nullptr, matrix = nullptr;
  };
  std::vector<OfLoop> loops;
};

struct CodeShape {
  std::size_t loops = 0;
  bool has_jacobian = false, has_ports = false, has_sets = false;
};

class Code {
 public:
  // Throws InputError.
  Code(std::string text, CodeShape shape, CompilerChoice compiler);
  ~Code();
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;

  const Functions& functions() const { return *current_.load(std::memory_order_acquire); }
  // Adds to the number of evaluations; thread-safe.
  void add_calls(long calls) const;
  bool is_swift() const { return current_.load(std::memory_order_acquire) != &first_; }

 private:
  void hurry() const;

  std::string text_;
  CodeShape shape_;
  Functions first_;
  long worth_it_ = 0;  // calls; 0: never
  mutable Functions swift_;
  mutable std::atomic<const Functions*> current_;
  mutable std::atomic<long> calls_{0};
  mutable std::atomic<bool> unwanted_{false};
  mutable std::jthread compiling_;
};

}  // namespace bw::equation
