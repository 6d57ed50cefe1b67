#include "cli/supervise/failures.h"

#include <exception>
#include <filesystem>
#include <new>
#include <string>

#include "base/bell.h"
#include "base/error.h"
#include "cli/report/standard_streams.h"

namespace bw::cli {
namespace {

// " [component-crashed]", where a component cannot go on and it is known what that is called.
std::string code_of(const Error& error) {
  const auto* failure = dynamic_cast<const ComponentFailure*>(&error);
  if (failure == nullptr || !failure->code) return "";
  return " [" + std::string(kind(*failure->code).name) + "]";
}

void report_error(const Error& error) {
  // Mistakes of a command line are one sentence each; those of a file carry its name.
  if (error.exit_code() != ExitCode::usage) {
    say("bellwether: " + (error.what() + code_of(error)) + "\n");
    return;
  }
  for (const std::string& sentence : error.sentences()) say("bellwether: " + sentence + "\n");
}

}  // namespace

int with_failures_reported(const std::function<int()>& work) {
  try {
    return work();
  } catch (const Error& error) {
    report_error(error);
    return static_cast<int>(error.exit_code());
  } catch (const std::filesystem::filesystem_error& error) {
    say("bellwether: '" + error.path1().string() + "': " + error.code().message() + ".\n");
    return static_cast<int>(ExitCode::input);
  } catch (const std::bad_alloc&) {
    say("bellwether: there is not enough memory; use a smaller model, a larger --interval or fewer "
        "variables (--record).\n");
    return static_cast<int>(ExitCode::stopped);
  } catch (const std::exception& error) {
    say("bellwether: internal error: " + std::string(error.what()) + "\n");
    return static_cast<int>(ExitCode::stopped);
  }
}

}  // namespace bw::cli
