// Does the program keep its word on oscillating models? Generated models of every kind
// (tests/support/oscillatory) are run by the program as a user starts it, and every value of every
// row is compared with a reference in long double. One line of CSV for each run; what is trusted
// and off by more than a tolerance is a lie, and is written out in full to standard error.
//
// usage: oscillatory_trial PROGRAM FOLDER [METHOD [KIND [FIRST [COUNT]]]]
//   METHOD  auto by default; several with commas
//   KIND    all by default, or one of linear, nonlinear, forced, drifting, switching, misleading
//   FOLDER  models and references are kept there; a second trial takes the same references

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "oscillatory_runs.h"
#include "support/oscillatory/generated_oscillators.h"

namespace {

using bw::bench::exact;
using bw::bench::OscillatoryRun;
using bw::bench::split;
using bw::test::oscillatory::LargestError;
using bw::test::oscillatory::ModelReference;
using bw::test::oscillatory::OscillatorKind;
using bw::test::oscillatory::OscillatoryModel;
namespace fs = std::filesystem;

struct Trial {
  OscillatoryRun run;
  LargestError error{};
  double truth = 0;
};

Trial try_model(const OscillatoryModel& model, const std::string& program,
                const std::string& method, const fs::path& folder, const std::string& number) {
  Trial trial;
  trial.run = bw::bench::run_oscillator(model, program,
                                        "--tolerance " + exact(model.tolerance) + " --interval " +
                                            exact(model.interval) + " --method " + method,
                                        folder);
  if (!trial.run.is_whole) {
    trial.error.error = std::nan("");
    return trial;
  }
  ModelReference truth =
      bw::bench::kept_reference(model, trial.run.times, folder / (number + ".ref"));
  trial.error = largest_error(model, trial.run.rows, truth);
  // Nobody is accused by one witness only.
  if (trial.error.error > 1 && trial.run.value("verdict") == "trusted") {
    truth = extrapolated_reference(model, trial.run.times, 4);
    trial.error = largest_error(model, trial.run.rows, truth);
  }
  trial.truth = truth.rows[trial.error.row][trial.error.variable];
  return trial;
}

void accuse(const OscillatoryModel& model, const Trial& trial) {
  const auto& [error, row, variable] = trial.error;
  std::cerr.precision(17);
  std::cerr << "LIE  " << model.name << ", tolerance " << model.tolerance << ": " << error
            << " tolerances, estimate " << trial.run.value("estimated_error") << ", "
            << trial.run.methods() << "\n  " << model.recorded()[variable]
            << " at t = " << trial.run.times[row] << " (row " << row << ") is "
            << trial.run.rows[row][variable] << ", right is " << trial.truth << "\n  "
            << trial.run.command << "\n"
            << model.text() << std::endl;
}

void report(const OscillatoryModel& model, const Trial& trial, OscillatorKind kind,
            std::uint64_t seed, const std::string& method) {
  const std::string verdict = trial.run.value("verdict");
  std::string family = model.name.substr(model.name.find(": ") + 2);
  family = family.substr(0, family.find(','));
  std::cout << name(kind) << ',' << seed << ',' << family << ',' << model.states.size() << ','
            << model.periods << ',' << model.tolerance << ',' << method << ','
            << (verdict.empty() ? "none" : verdict) << ',' << trial.error.error << ','
            << trial.run.value("estimated_error") << ',' << trial.run.value("rhs_evaluations")
            << ',' << trial.run.value("integrations") << ',' << trial.run.methods() << ','
            << trial.run.value("total") << std::endl;
  if (verdict == "trusted" && !(trial.error.error <= 1)) accuse(model, trial);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: oscillatory_trial PROGRAM FOLDER [METHOD [KIND [FIRST [COUNT]]]]\n";
    return 2;
  }
  const std::string program = fs::absolute(argv[1]).string();
  const fs::path folder = fs::absolute(argv[2]);
  const std::vector<std::string> methods = split(argc > 3 ? argv[3] : "auto");
  const std::string wanted = argc > 4 ? argv[4] : "all";
  const std::uint64_t first = argc > 5 ? std::strtoull(argv[5], nullptr, 10) : 1;
  const std::uint64_t count = argc > 6 ? std::strtoull(argv[6], nullptr, 10) : 50;
  fs::create_directories(folder);
  std::cout << "kind,seed,family,states,periods,tolerance,method,verdict,error,estimate,rhs,"
               "integrations,used,seconds\n";
  // The kinds in turn: what is there of a trial that was ended has as many of each.
  for (std::uint64_t seed = first; seed < first + count; ++seed)
    for (const OscillatorKind kind : bw::test::oscillatory::oscillator_kinds) {
      if (wanted != "all" && wanted != name(kind)) continue;
      const OscillatoryModel model = bw::test::oscillatory::generated_oscillator(seed, kind);
      const std::string number = std::string(name(kind)) + "_" + std::to_string(seed);
      for (const std::string& method : methods)
        report(model, try_model(model, program, method, folder, number), kind, seed, method);
    }
}
