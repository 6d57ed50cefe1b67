#pragma once
// The experiments with one interface of an FMU, the harmless ones first. Each runs in a process of
// its own, so that a crash does not affect the others, and compares a run with its own reference.

#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/position.h"
#include "base/report.h"
#include "base/sandbox/sandbox.h"
#include "fmi/check/check.h"
#include "fmi/check/check_drive.h"
#include "fmi/check/check_process.h"
#include "fmi/component/fmu_file.h"
#include "fmi/description/description.h"
#include "fmi/description/layout.h"
#include "fmi/description/rules.h"
#include "fmi/instance/instance.h"
#include "model/blueprint.h"

namespace bw::fmi {

// What the FMU logs.
struct Heard {
  std::set<std::string> categories{};
  long warnings = 0;
  std::string first_warning{};
};

class Experiments {
 public:
  Experiments(const FmuFile& file, Interface interface, const CheckOptions& options,
              const Heard& heard, Report& report);
  void run();

 private:
  using Rows = std::vector<Row>;

  void run_all();
  void set_all();
  void get_all();
  void run_first();
  void run_beside_another();
  void run_after_reset();
  void run_from_saved_state(bool through_bytes);
  int go_to_middle(std::optional<Drive>& drive);
  void run_with_half_steps();
  void compare_derivatives();
  void run_scheduled();

  // Before foreign code is loaded: compiles what has to be compiled, which a sandbox would refuse.
  // False: there is no library.
  bool prepare(const std::string& first);
  // Where something failed: that the sandbox may be the reason.
  void say_sandboxed() const;
  // In its own process; false: a finding makes further experiments useless.
  bool apart(Rule failure, const std::string& what, const std::function<void()>& work);
  void add_finding(Rule rule, const std::string& sentence) const {
    (*add_finding_)(rule, {}, sentence);
  }
  Instance::Setup setup();
  // An experiment that takes too long ends before it is killed; that is no fault of the FMU.
  bool is_late() const;
  void say_cut(const std::string& where) const;
  // From the given point on, as far as the FMU runs.
  Rows rows_of(Drive& drive, int from, int until) const;
  void report_difference(Rule rule, const Rows& expected, const Rows& rows, int from,
                         double tolerance, const std::string& when) const;
  void report_strange_values(const Rows& rows) const;
  void report_messages_and_process() const;
  void report_bad_ends() const;

  const FmuFile& file_;
  Interface interface_;
  const CheckOptions& options_;
  double seconds_;
  Sandbox sandbox_;
  Position place_;
  const Heard& heard_;
  Report& report_;
  bool failed_ = false;                      // some experiment
  std::string refusal_;                      // what the system said to it, where it says so
  const AddFinding* add_finding_ = nullptr;  // in the process of an experiment
  Bells bells_;
  const Description& description_;
  const InterfaceDescription& offered_;
  Layout layout_;
  Course course_;
  std::vector<std::size_t> watched_;  // scalars, in the order of rows
  bool set_starts_ = true;
  std::string experiment_;  // that runs
  std::chrono::steady_clock::time_point begin_{};
  mutable bool is_cut_ = false;  // and said so
};

}  // namespace bw::fmi
