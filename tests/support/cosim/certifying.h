#pragma once
// A certified run of a CoupledSystem, judged by its reference.
//
//   const Trial trial = certified(lotka_volterra_system(), {.base = "auto", .tolerance = 1e-5});
//   trial.certificate.outcome == met, and trial.error > 3: a lie

#include <string>
#include <vector>

#include "cosim/certify/certificate.h"
#include "cosim/certify/ladder.h"
#include "support/cosim/coupled_system.h"

namespace bw::test {

struct TrialOptions {
  std::string base = "auto";  // the fallback order of choose_bases(), or one master
  cosim::Hold hold = cosim::Hold::constant;
  double tolerance = 1e-5;  // relative, and absolute by nominal values, which are 1
  int rows = 20;            // after the start, evenly
  long work_limit = 3'000'000;
  bool knows_breaks = true;  // times of events that are known beforehand are in the mesh
};

struct Trial {
  std::string base{};  // that gave the certificate
  cosim::Certificate certificate{};
  double error =
      0;  // of the certificate's rows, in units of the tolerance; infinity: not all there
  long advances = 0;  // of all bases
  std::vector<std::string> bases{};
  std::vector<cosim::AttemptRecord> attempts{};  // their `base` is an index of these
};

Trial certified(const CoupledSystem& system, const TrialOptions& options);
// With a reference at the even times of the rows, for many trials of one system.
Trial certified(const CoupledSystem& system, const TrialOptions& options, const Reference& truth);

// Largest |y - truth| / (tolerance (|truth| + 1)). At rows within `near` of an event either side is
// right: they are left out.
double true_error(const std::vector<double>& rows, const std::vector<double>& times,
                  const Reference& truth, double tolerance, double near = 0);

std::string name(cosim::Certificate::Outcome outcome);

}  // namespace bw::test
