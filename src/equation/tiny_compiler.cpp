// The tiny C compiler of F. Bellard and others (libtcc), in memory. Nothing of the system's headers
// or libraries is read: what generated code calls is handed over by name.

#include <fmt/format.h>
#include <libtcc.h>

#include <array>
#include <cmath>
#include <mutex>

#include "base/error.h"
#include "equation/compiled.h"

namespace bw::equation {
namespace {

struct Named {
  const char* name;
  double (*function)(double);
};
struct NamedOfTwo {
  const char* name;
  double (*function)(double, double);
};

constexpr std::array<Named, 17> functions = {{{"exp", std::exp},
                                              {"log", std::log},
                                              {"log10", std::log10},
                                              {"sin", std::sin},
                                              {"cos", std::cos},
                                              {"tan", std::tan},
                                              {"asin", std::asin},
                                              {"acos", std::acos},
                                              {"atan", std::atan},
                                              {"sinh", std::sinh},
                                              {"cosh", std::cosh},
                                              {"tanh", std::tanh},
                                              {"sqrt", std::sqrt},
                                              {"fabs", std::fabs},
                                              {"floor", std::floor},
                                              {"ceil", std::ceil},
                                              {"trunc", std::trunc}}};
constexpr std::array<NamedOfTwo, 2> functions_of_two = {{{"pow", std::pow}, {"atan2", std::atan2}}};

struct Delete {
  void operator()(TCCState* state) const { tcc_delete(state); }
};
using State = std::unique_ptr<TCCState, Delete>;

class InMemory final : public Compiled {
 public:
  explicit InMemory(State state) : state_(std::move(state)) {}
  void* find(const std::string& function) const override {
    return tcc_get_symbol(state_.get(), function.c_str());
  }

 private:
  State state_;
};

// The library keeps what it is compiling in variables of its own.
std::mutex& one_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

void note(void* said, const char* message) {
  auto& text = *static_cast<std::string*>(said);
  if (text.size() < 2000) text += fmt::format("\n  {}", message);
}

}  // namespace

std::shared_ptr<const Compiled> compile_by_tiny_compiler(const std::string& text) {
  const std::scoped_lock lock(one_at_a_time());
  std::string said;
  const auto check = [&](bool good) {
    if (!good)
      throw InputError(
          "The tiny C compiler does not take the code that was made of the equations; "
          "that is a mistake of this program." +
          said);
  };
  State state(tcc_new());
  check(state != nullptr);
  tcc_set_error_func(state.get(), &said, note);
  tcc_set_options(state.get(), "-nostdlib -nostdinc");
  tcc_set_output_type(state.get(), TCC_OUTPUT_MEMORY);
  for (const Named& f : functions)
    tcc_add_symbol(state.get(), f.name, reinterpret_cast<const void*>(f.function));
  for (const NamedOfTwo& f : functions_of_two)
    tcc_add_symbol(state.get(), f.name, reinterpret_cast<const void*>(f.function));
  check(tcc_compile_string(state.get(), text.c_str()) == 0);
  check(tcc_relocate(state.get(), TCC_RELOCATE_AUTO) == 0);
  tcc_set_error_func(state.get(), nullptr, nullptr);
  return std::make_shared<InMemory>(std::move(state));
}

}  // namespace bw::equation
