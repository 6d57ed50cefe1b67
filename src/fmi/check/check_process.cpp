// Findings are kept in a file in memory, which both processes have open: one record each, with
// rule, severity, line, column, file and sentence, separated by ASCII control characters.

#include "fmi/check/check_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <exception>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/process/child.h"
#include "base/process/death.h"
#include "base/process/private_folder.h"
#include "base/read_file.h"
#include "base/text.h"

namespace bw::fmi {
namespace {

constexpr char unit_end = '\x1f', record_end = '\x1e';

void silence() {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
}

void enter(Sandbox sandbox, int findings) {
  sandbox.keep.push_back(findings);
  confine(sandbox);
}

// The job of the child. What is no std::exception counts as a crash.
void do_work(int file, const Sandbox* sandbox,
             const std::function<void(const AddFinding&)>& work) noexcept {
  silence();
  const AddFinding add_finding(file);
  try {
    if (sandbox != nullptr) enter(*sandbox, file);
    work(add_finding);
  } catch (const std::exception& error) {
    add_finding(Rule::run_failed, {}, error.what());
  }
}

// Keys of rules outlive every report.
std::string_view kept_key(std::string_view key) {
  static std::mutex guard;
  static std::set<std::string, std::less<>> keys;
  const std::scoped_lock lock(guard);
  return *keys.emplace(key).first;
}

void add_record(std::string_view record, const Position& place, Report& report) {
  std::array<std::string_view, 5> units;
  for (std::string_view& unit : units) {
    const auto end = record.find(unit_end);
    if (end == std::string_view::npos) return;
    unit = record.substr(0, end);
    record.remove_prefix(end + 1);
  }
  const auto number = [&](std::size_t i) {
    return static_cast<int>(to_number(units[i]).value_or(0));
  };
  const Position at{std::string(units[4]), number(2), number(3)};
  report.add(kept_key(units[0]), static_cast<Finding::Severity>(std::clamp(number(1), 0, 2)),
             at.file.empty() ? place : at, record);
}

// False: it was ended, because it took too long.
bool wait_for(Child& child, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(std::ceil(seconds));
  while (!child.listen()) {
    const double left = std::chrono::duration<double>(deadline - Clock::now()).count();
    if (left <= 0) {
      child.end();
      return child.outcome().delivered;
    }
    pollfd ready{child.fd(), POLLIN, 0};
    poll(&ready, 1, static_cast<int>(left * 1000) + 1);
  }
  return true;
}

std::string event_of(const Death& death) {
  return death.kind == Death::Kind::exited
             ? fmt::format("it ended the process (exit code {})", death.number)
             : fmt::format("it crashed (signal {}, {})", death.number, signal_name(death.number));
}

}  // namespace

void AddFinding::operator()(const Finding& finding) const {
  const std::string record = fmt::format(
      "{}{}{}{}{}{}{}{}{}{}{}{}", finding.rule, unit_end, static_cast<int>(finding.severity),
      unit_end, finding.place.line, unit_end, finding.place.column, unit_end, finding.place.file,
      unit_end, finding.sentence, record_end);
  std::ignore = write(file_, record.data(), record.size());
}

void in_own_process(double seconds, const Position& place, Report& report,
                    const std::function<void(const AddFinding&)>& work, const Sandbox* sandbox) {
  PrivateFolder temporary;
  Sandbox own;
  if (sandbox != nullptr) {
    temporary = PrivateFolder::make();
    own = *sandbox;
    own.scratch = temporary.path();
  }
  const int file = memfd_create("findings", MFD_CLOEXEC);
  const auto child = file < 0 ? nullptr : Child::start([&](const Child::Wanted&) {
    do_work(file, sandbox != nullptr ? &own : nullptr, work);
    return std::string();
  });
  if (child == nullptr)
    throw Error(ExitCode::stopped, "the process for the test could not be started.");
  const bool in_time = wait_for(*child, seconds);
  const std::string bytes = read_file(fmt::format("/proc/self/fd/{}", file)).value_or("");
  close(file);
  for (std::string_view rest = bytes; !rest.empty();) {
    const auto end = std::min(rest.find(record_end), rest.size() - 1);
    add_record(rest.substr(0, end), place, report);
    rest.remove_prefix(end + 1);
  }
  const Child::Outcome& outcome = child->outcome();
  if (outcome.delivered) return;
  const Death death = outcome.death.value_or(Death{});
  const std::string where =
      outcome.component.empty()
          ? "."
          : fmt::format(" in {} at t = {:g}.", death.position.call, outcome.time);
  if (in_time)
    add(report, Rule::run_crashed, place, event_of(death) + where);
  else
    add(report, Rule::run_endless, place,
        "it did not return within " + brief(seconds) + " s" + where.substr(0, where.size() - 1) +
            "; it is slow or endless.");
}

Sandbox sandbox_of(const CheckOptions& options, std::vector<std::filesystem::path> readable) {
  Sandbox sandbox;
  sandbox.readable = std::move(readable);
  for (const std::filesystem::path& own : sandbox.readable)
    sandbox.writable.push_back(own / "resources");
  sandbox.allow = options.allow;
  return sandbox;
}

void check_sandbox(const Sandbox& sandbox, Report& report) {
  const PrivateFolder temporary = PrivateFolder::make();
  Sandbox own = sandbox;
  own.scratch = temporary.path();
  const std::string missing = rehearse(own).missing();
  if (!missing.empty())
    add(report, Rule::run_sandbox_incomplete, {},
        "the sandbox of the FMU has no " + missing + "; the other layers are in force.");
}

}  // namespace bw::fmi
