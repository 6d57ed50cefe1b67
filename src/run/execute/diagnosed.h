#pragma once
// `--diagnose`: watches an integration and reports features, unstable periods, critical states,
// bells, and a file with the eigenvalues.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bell.h"
#include "cosim/coupling/coupling.h"
#include "cosim/march/march.h"
#include "diagnose/diagnosis.h"
#include "model/event_mark.h"
#include "model/solver_report.h"
#include "ode/kernel/watcher.h"
#include "result/history/eigenvalue_log.h"
#include "result/output_file.h"
#include "result/result.h"
#include "run/open/components.h"
#include "run/spec/run_spec.h"

namespace bw::run {

bool wants_diagnosis(const RunSpec& spec);

// Throws UsageError where nothing is integrated here, or an option has no effect.
void check_diagnosis(const RunSpec& spec, const Components& components);

// Columns: time, re1, im1, re2, im2, ...; the largest real part first.
class EigenvalueFile {
 public:
  // Throws InputError when the file cannot be written.
  explicit EigenvalueFile(const std::string& path);

  void add(double t, std::span<const std::complex<double>> values);
  // Also for a rejected run, whose eigenvalues are valid.
  void publish();

 private:
  std::unique_ptr<result::OutputFile> file_;
  std::vector<double> reals_;
};

// The eigenvalues along one integration and what follows from them; does nothing unless requested.
class Diagnosed {
 public:
  explicit Diagnosed(const RunSpec& spec);

  // For the integration that is delivered; null: not requested.
  ode::Watcher* watcher() { return diagnosis_ ? &*diagnosis_ : nullptr; }
  void report(const std::string& component, Bells& bells, result::Outcome& outcome);

 private:
  void report_features(result::Outcome& outcome) const;
  void ring_stability(const std::string& component, Bells& bells) const;
  void ring_border(const std::string& component, Bells& bells) const;
  void ring_critical(const std::string& component, Bells& bells) const;

  std::optional<EigenvalueFile> file_;
  result::EigenvalueLog log_{};
  std::optional<diagnose::Diagnosis> diagnosis_;
  std::string path_;
};

// Reports chattering state events of a component; `run` is the simulated time in s.
void ring_chatter(std::span<const model::EventMark> marks, double run, const std::string& component,
                  Bells& bells);

// The connections that made communication steps fail their error test, with their shares.
std::vector<result::Share> critical_couplings(const cosim::Tally& tally,
                                              const cosim::Coupling& coupling,
                                              const std::vector<cosim::Connection>& connections);

}  // namespace bw::run
