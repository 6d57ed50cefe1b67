#pragma once
// From a System to its Components: opens the files and checks that variables exist, with the right
// causality, type and unit.

#include <optional>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/log.h"
#include "base/report.h"
#include "model/isolated/link.h"
#include "run/open/components.h"
#include "run/open/open_components.h"
#include "run/open/opened_files.h"
#include "system/system.h"

namespace bw::run {

struct OpenOptions {
  std::vector<std::string> set, record;
  bool record_in_file = false;  // the patterns stand in the [run] section
  std::optional<double> tolerance{};
  Log log{};
  std::optional<std::string> input{};       // a CSV file
  std::optional<std::string> interface {};  // of components that name none themselves
  OpenFile open_file{};                     // opens all but tables; empty: by extension
  bool isolate = false;                     // every FMU
  model::Isolation isolation{};             // how
  // What the process of an isolated component calls before it loads anything foreign.
  std::function<std::function<void()>(const system::ComponentEntry&, const OpenedComponent&,
                                      Bells&)>
      confinement{};
  // Given on the command line: also of components whose own setting is another one, if they offer
  // it.
  bool interface_wins = false;
  OpenedFiles* opened = nullptr;  // of several runs; null: files are opened for this one
  // Called with the names of components whose foreign code is loaded next.
  std::function<void(const std::vector<std::string>&)> before_loading{};
};

// Throws InputError with all mistakes of the system, one a line, or UsageError with all of the
// options.
Components open_system(const system::System& system, const OpenOptions& options, Bells& bells);
// What it would refuse in the system, with rules and places as far as they are known.
Report examine_system(const system::System& system, const OpenOptions& options, Bells& bells);

}  // namespace bw::run
