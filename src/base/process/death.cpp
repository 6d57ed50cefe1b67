#include "base/process/death.h"

#include <fmt/format.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include <cstdlib>
#include <optional>
#include <string_view>

#include "base/read_file.h"
#include "base/text.h"

namespace bw {
namespace {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): inherited by fork
std::optional<long> kills_before;

// How many processes the system has ended because memory was short; nothing: it does not say.
std::optional<long> out_of_memory_kills() {
  constexpr std::string_view name = "oom_kill ";
  const std::string counters = read_file("/proc/vmstat").value_or("");
  const auto at = counters.find(name);
  if (at == counters.npos) return {};
  return std::strtol(counters.c_str() + at + name.size(), nullptr, 10);
}

bool is_out_of_memory(int signal) {
  if (signal != SIGKILL || !kills_before) return false;
  return out_of_memory_kills().value_or(0) > *kills_before;
}

std::string who(const heartbeat::Whereabouts& at) {
  return at.component.empty() ? "something outside of all components"
                              : fmt::format("component '{}'", at.component);
}

std::string where(const heartbeat::Whereabouts& at) {
  return at.component.empty() ? "" : fmt::format(" in {} at t = {}", at.call, brief(at.time));
}

}  // namespace

void watch_memory() { kills_before = out_of_memory_kills(); }

Death death_of(int status, const heartbeat::Whereabouts& position) {
  using Kind = Death::Kind;
  if (!WIFSIGNALED(status)) return {Kind::exited, WEXITSTATUS(status), position};
  const int signal = WTERMSIG(status);
  return {is_out_of_memory(signal) ? Kind::out_of_memory : Kind::crashed, signal, position};
}

BellCode bell_code(Death::Kind kind) {
  switch (kind) {
    case Death::Kind::crashed: return BellCode::component_crashed;
    case Death::Kind::exited: return BellCode::component_exited;
    case Death::Kind::hung: return BellCode::component_hung;
    case Death::Kind::out_of_memory: return BellCode::component_out_of_memory;
  }
  return BellCode::component_crashed;
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

std::string sentence(const Death& death) {
  const heartbeat::Whereabouts& at = death.position;
  switch (death.kind) {
    case Death::Kind::crashed:
      if (death.number == SIGKILL)
        return fmt::format(
            "{} was killed (signal 9, SIGKILL){}, by another process or because memory was short.",
            at.component.empty() ? "the process of the run" : who(at), where(at));
      return fmt::format("{} crashed (signal {}, {}){}.", who(at), death.number,
                         signal_name(death.number), where(at));
    case Death::Kind::exited:
      return fmt::format("{} ended the process (exit code {}){}.", who(at), death.number,
                         where(at));
    case Death::Kind::hung:
      return at.component.empty()
                 ? "the process was ended outside of all components."
                 : fmt::format("{} did not return from {} at t = {} and was ended.", who(at),
                               at.call, brief(at.time));
    case Death::Kind::out_of_memory:
      return fmt::format("the system was short of memory and ended the process{}{}.",
                         at.component.empty() ? "" : " of " + who(at), where(at));
  }
  return "";
}

}  // namespace bw
