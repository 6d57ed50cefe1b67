#pragma once
// Work with foreign code in a separate process: it may crash, call exit() or hang, and its findings
// until then are kept.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/position.h"
#include "base/report.h"
#include "base/sandbox/sandbox.h"
#include "fmi/check/check.h"
#include "fmi/description/rules.h"

namespace bw::fmi {

// Hands a finding over to the other process.
class AddFinding {
 public:
  explicit AddFinding(int file) : file_(file) {}
  void operator()(Rule rule, const Position& place, const std::string& sentence) const {
    (*this)({row(rule).key, row(rule).severity, place, sentence});
  }
  void operator()(const Finding& finding) const;

 private:
  int file_;
};

// An early end of the process becomes a finding at `place`: run-crashed or run-endless. Standard
// output and error of the work are discarded. With a sandbox, whose `scratch` is made here, the
// process is confined before the work begins.
void in_own_process(double seconds, const Position& place, Report& report,
                    const std::function<void(const AddFinding&)>& work,
                    const Sandbox* sandbox = nullptr);

// For an FMU in these folders.
Sandbox sandbox_of(const CheckOptions& options, std::vector<std::filesystem::path> readable);

// What this machine's sandbox lacks is a finding; no sandbox at all is an Error.
void check_sandbox(const Sandbox& sandbox, Report& report);

}  // namespace bw::fmi
