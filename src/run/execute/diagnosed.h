#pragma once
// What `--diagnose` asks of a run, and what the user gets of it: features, periods, names, bells,
// and a file with the eigenvalues.

#include <memory>
#include <string>
#include <vector>

#include "base/bell.h"
#include "cosim/coupling/coupling.h"
#include "cosim/march/march.h"
#include "diagnose/diagnosis.h"
#include "model/event_mark.h"
#include "ode/kernel/watcher.h"
#include "result/output_file.h"
#include "result/result.h"
#include "run/open/components.h"
#include "run/spec/run_spec.h"

namespace bw::run {

bool wants_diagnosis(const RunSpec& spec);

// UsageError where there is nothing to diagnose, or an option has no effect.
void check_diagnosis(const RunSpec& spec, const Components& components);

// time, re1, im1, re2, im2, ...: the largest real part first.
class EigenvalueFile {
 public:
  // InputError when the file cannot be written.
  explicit EigenvalueFile(const std::string& path);

  void add(double t, std::span<const std::complex<double>> values);
  // Those of a run that was refused are as true as any other.
  void publish();

 private:
  std::unique_ptr<result::OutputFile> file_;
  std::vector<double> reals_;
};

// The eigenvalues of one pass and what they say; nothing where nobody asked.
class Diagnosed {
 public:
  explicit Diagnosed(const RunSpec& spec);

  // For the pass that is delivered; null where nobody asked.
  ode::Watcher* watcher() { return diagnosis_ ? &*diagnosis_ : nullptr; }
  void tell(const std::string& component, Bells& bells, result::Outcome& outcome);

 private:
  void tell_features(result::Outcome& outcome) const;
  void ring_stability(const std::string& component, Bells& bells) const;
  void ring_border(const std::string& component, Bells& bells) const;
  void ring_critical(const std::string& component, Bells& bells) const;

  std::optional<EigenvalueFile> file_;
  std::optional<diagnose::Diagnosis> diagnosis_;
  std::string path_;
};

// Rings where events of a component follow each other too quickly.
void ring_chatter(std::span<const model::EventMark> marks, double run, const std::string& component,
                  Bells& bells);

// Which connections made communication steps fail their error test.
std::vector<result::Share> critical_couplings(const cosim::Tally& tally,
                                              const cosim::Coupling& coupling,
                                              const std::vector<cosim::Connection>& connections);

}  // namespace bw::run
