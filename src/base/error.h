#pragma once
// Exceptions mean that no run is possible, or that it cannot go on. Each is a whole sentence that
// says what, where, the value and what would be right. Numerical failures that may occur at any
// time are return values; facts about a finished run are bells.

#include <stdexcept>
#include <string>

namespace bw {

// The exit codes of the program (docs/architecture.md).
enum class ExitCode : int {
  ok = 0,
  usage = 1,         // the command line is wrong
  input = 2,         // a file, FMU, model or system is wrong
  refused = 3,       // the run ended with an error
  stopped = 4,       // the run could not go on
  interrupted = 130  // the user interrupted it
};

class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}
  ExitCode exit_code() const { return code_; }

 private:
  ExitCode code_;
};

struct UsageError : Error {
  explicit UsageError(const std::string& sentence) : Error(ExitCode::usage, sentence) {}
};

struct InputError : Error {
  explicit InputError(const std::string& sentence) : Error(ExitCode::input, sentence) {}
};

// A component cannot go on: an FMU's error never means "try a smaller step".
struct ComponentFailure : Error {
  ComponentFailure(std::string component_name, const std::string& sentence)
      : Error(ExitCode::stopped, sentence), component(std::move(component_name)) {}
  std::string component;
};

}  // namespace bw
