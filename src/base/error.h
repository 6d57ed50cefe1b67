#pragma once
// Exceptions mean that no run is possible, or that it cannot go on. Each is a whole sentence that
// says what, where, the value and what would be right. Numerical failures that may occur at any
// time are return values; facts about a finished run are bells.

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/bell.h"

namespace bw {

// The exit codes of the program (docs/architecture.md).
enum class ExitCode : int {
  ok = 0,
  usage = 1,         // the command line is wrong
  input = 2,         // a file, FMU, model or system is wrong
  rejected = 3,      // the run ended with an error
  stopped = 4,       // the run could not go on
  interrupted = 130  // the user interrupted it
};

class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& sentence) : Error(code, std::vector{sentence}) {}
  // Several mistakes in one; what() has one a line.
  Error(ExitCode code, std::vector<std::string> sentences);
  ExitCode exit_code() const { return code_; }
  const std::vector<std::string>& sentences() const { return sentences_; }

 private:
  ExitCode code_;
  std::vector<std::string> sentences_;
};

struct UsageError : Error {
  explicit UsageError(const std::string& sentence) : Error(ExitCode::usage, sentence) {}
  explicit UsageError(std::vector<std::string> all) : Error(ExitCode::usage, std::move(all)) {}
};

struct InputError : Error {
  explicit InputError(const std::string& sentence) : Error(ExitCode::input, sentence) {}
  explicit InputError(std::vector<std::string> all) : Error(ExitCode::input, std::move(all)) {}
};

// A component cannot go on: an FMU's error never means "try a smaller step".
struct ComponentFailure : Error {
  ComponentFailure(std::string component_name, const std::string& sentence)
      : Error(ExitCode::stopped, sentence), component(std::move(component_name)) {}
  ComponentFailure(std::string component_name, BellCode bell, std::string variable, double when,
                   const std::string& sentence)
      : Error(ExitCode::stopped, sentence),
        component(std::move(component_name)),
        code(bell),
        subject(std::move(variable)),
        time(when) {}
  std::string component;
  std::optional<BellCode> code{};  // then subject and time are known
  std::string subject{};           // "component.state"
  double time = 0;
};

}  // namespace bw
