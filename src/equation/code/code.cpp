#include "equation/code/code.h"

#include <fmt/format.h>

#include "base/error.h"

namespace bw::equation {
namespace {

// Measured: gcc 12 takes a quarter of a second and 15 microseconds for each letter of the text, a
// call of the tiny compiler's code some 0.05 nanoseconds for each.
constexpr long calls_for_length = 300'000;
constexpr double calls_for_start = 5e9;

Function find(const Compiled& compiled, const std::string& name) {
  void* const found = compiled.find(name);
  if (found == nullptr)
    throw InputError(
        fmt::format("The compiled equations have no function '{}'; this is a defect of Bellwether, "
                    "please report it.",
                    name));
  return reinterpret_cast<Function>(found);
}

Functions functions_of(std::shared_ptr<const Compiled> compiled, const CodeShape& shape) {
  Functions made;
  made.derivatives = find(*compiled, "derivatives");
  made.algebraics = find(*compiled, "algebraics");
  made.update = find(*compiled, "update");
  made.initial = find(*compiled, "initial");
  made.crossings = find(*compiled, "indicators");
  made.sides = find(*compiled, "sides");
  made.event_times = find(*compiled, "event_times");
  made.arguments = find(*compiled, "arguments");
  made.deeds = find(*compiled, "deeds");
  if (shape.has_jacobian) made.jacobian = find(*compiled, "jacobian");
  if (shape.has_ports) made.ports = find(*compiled, "ports");
  if (shape.has_sets) made.selections = find(*compiled, "selections");
  for (std::size_t k = 0; k < shape.loops; ++k)
    made.loops.push_back({find(*compiled, fmt::format("residuals_{}", k)),
                          find(*compiled, fmt::format("matrix_{}", k))});
  made.compiled = std::move(compiled);
  return made;
}

}  // namespace

Code::Code(std::string text, CodeShape shape, CompilerChoice compiler)
    : text_(std::move(text)), shape_(shape), first_(functions_of(compile(text_, compiler), shape)) {
  current_ = &first_;
  if (compiler == CompilerChoice::automatic)
    worth_it_ =
        calls_for_length + static_cast<long>(calls_for_start / static_cast<double>(text_.size()));
  else
    text_.clear();
}

Code::~Code() { unwanted_ = true; }

void Code::add_calls(long calls) const {
  if (worth_it_ == 0) return;
  const long before = calls_.fetch_add(calls, std::memory_order_relaxed);
  if (before < worth_it_ && before + calls >= worth_it_) hurry();
}

// Without a compiler, or where it fails, the run continues with the present code.
void Code::hurry() const {
  if (!has_system_compiler()) return;
  compiling_ = std::jthread([this] {
    try {
      swift_ = functions_of(compile_by_system_compiler(text_, &unwanted_), shape_);
      current_.store(&swift_, std::memory_order_release);
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    }
  });
}

}  // namespace bw::equation
