#pragma once
// A system whose names, types, units and values are settled: what `convert` writes. Components are
// opened as `info` does it, without loading a library.

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/report.h"
#include "base/value.h"
#include "run/open/connect.h"
#include "run/open/open_components.h"
#include "run/spec/run_spec.h"
#include "system/system.h"

namespace bw::inspect {

struct SettledConnection {
  system::Connection written;  // turned where causality says so
  // Of one number: the elements of arrays.
  std::vector<run::Found> sources, targets;
  run::Scaling scaling;
};

struct SettledValue {
  const system::Parameter* written = nullptr;
  std::vector<run::Found> targets;  // a variable, or the elements of an array
  std::vector<Value> values;        // in their types and units
};

class Settled {
 public:
  // Throws InputError with all mistakes.
  explicit Settled(system::System system);
  Settled(const Settled&) = delete;
  Settled& operator=(const Settled&) = delete;

  const system::System& system() const { return system_; }
  const run::RunSpec& settings() const { return settings_; }
  const run::OpenComponents& components() const { return components_; }
  const std::vector<SettledConnection>& connections() const { return connections_; }
  const std::vector<SettledValue>& values() const { return values_; }
  // Of the system's file, and values that have no variable.
  const std::vector<system::Remark>& remarks() const { return remarks_; }

  // The array of FMI 3.0 that a variable is an element of, with its indices; nothing: a variable of
  // its own.
  struct Element {
    std::string array;
    std::vector<std::size_t> indices;
  };
  std::optional<Element> element_of(const run::Found& found) const;
  std::vector<std::size_t> dimensions(std::size_t component, const std::string& array) const;

 private:
  using Key = std::pair<std::size_t, std::size_t>;  // component, variable
  void open();
  void add(const system::Connection& connection);
  void add(const system::Parameter& parameter);

  system::System system_;
  run::OpenComponents components_;  // of system_
  run::RunSpec settings_;
  std::map<std::string, std::set<std::string>> arrays_;  // by file: names of arrays of FMI 3.0
  std::vector<SettledConnection> connections_;
  std::vector<SettledValue> values_;
  std::vector<system::Remark> remarks_;
  std::map<Key, std::string> driven_;  // by which connection
  Report findings_;
  Bells bells_;  // what a run would say; it will
};

}  // namespace bw::inspect
