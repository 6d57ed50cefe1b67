// Work against precision on oscillators with known solutions (tests/support/oscillatory): single
// integrations by the program as a user starts it (--no-certify) at tolerances from 1e-2 to 1e-13,
// and the true error at the end in the sizes that the states have over the run. Counts, no times.
// One line of CSV for each; oscillatory_work.py makes tables of it.
// Or whole runs with their verdict, at 1e-4, 1e-6 and 1e-8: oscillatory_whole.py. Or the largest
// error of such runs in 300 rows, whose distance is no multiple of a period, in tolerances, on all
// oscillators with known ends.
//
// usage: oscillatory_work PROGRAM FOLDER METHODS [PROBLEM-PATTERN [whole | rows]]
//   METHODS  with commas; FOLDER keeps models and references

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "oscillatory_runs.h"
#include "support/oscillatory/known_oscillators.h"

namespace {

using bw::bench::OscillatoryRun;
using bw::test::oscillatory::ModelReference;
using bw::test::oscillatory::OscillatoryModel;
namespace fs = std::filesystem;

// A method that needed more, or came nearer, gets no tighter tolerance.
constexpr double most_evaluations = 8e7, long_run = 30, enough = 3e-9;
constexpr int sizes_from = 300;  // rows of the reference

struct Problem {
  const char* group;  // and what it is varied by
  double parameter;
  OscillatoryModel model;
};

std::vector<Problem> problems() {
  std::vector<Problem> all;
  for (const double w : {1e1, 1e2, 1e3, 1e4, 1e5})
    all.push_back({"warm", w, bw::test::oscillatory::warm_model(w)});
  for (const double e : {1e-2, 1e-3, 1e-4})
    all.push_back({"van der Pol", e, bw::test::oscillatory::van_der_pol_model(e, 10 / e)});
  for (const double w : {1e2, 1e3, 1e4})
    all.push_back({"FPU", w, bw::test::oscillatory::chain_model(w)});
  for (const double e : {1e-2, 1e-3, 1e-4})
    all.push_back({"Kepler J2", e, bw::test::oscillatory::orbit_model(e, 1 / e)});
  for (const double w : {1e3, 1e4})
    all.push_back({"forced", w, bw::test::oscillatory::forced_model(w)});
  for (const double w : {1e1, 1e2, 1e3, 1e4, 1e5})
    all.push_back({"LTI", w, bw::test::oscillatory::linear_model(w)});
  all.push_back({"beam", 50, bw::test::oscillatory::beam_model()});
  return all;
}

struct Truth {
  std::vector<double> end, sizes;
};

Truth truth_of(const OscillatoryModel& model, const fs::path& folder) {
  std::vector<double> times;
  for (int k = 1; k < sizes_from; ++k) times.push_back(model.stop * k / sizes_from);
  times.push_back(model.stop);
  const ModelReference rows =
      bw::bench::kept_reference(model, times, folder / (model.name + ".ref"));
  Truth truth{rows.rows.back(), std::vector<double>(rows.rows.back().size())};
  for (const std::vector<double>& row : rows.rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      truth.sizes[i] = std::max(truth.sizes[i], std::abs(row[i]));
  return truth;
}

double end_error(const std::vector<double>& end, const Truth& truth) {
  double most = 0;
  for (std::size_t i = 0; i < end.size(); ++i) {
    const double error = std::abs(end[i] - truth.end[i]) / truth.sizes[i];
    if (!(error <= most)) most = error;
  }
  return most;
}

void measure(const Problem& problem, const Truth& truth, const std::string& program,
             const std::string& method, const fs::path& folder) {
  for (int digits = 2; digits <= 13; ++digits) {
    const std::string tolerance = "1e-" + std::to_string(digits);
    const OscillatoryRun run =
        bw::bench::run_oscillator(problem.model, program,
                                  "--no-certify --tolerance " + tolerance + " --interval " +
                                      bw::bench::exact(problem.model.stop) + " --method " + method,
                                  folder);
    if (!run.is_whole) continue;
    const double error = end_error(run.rows.back(), truth);
    std::cout << problem.group << ',' << problem.parameter << ',' << problem.model.periods << ','
              << method << ',' << tolerance << ',' << error << ',' << run.value("rhs_evaluations")
              << ',' << run.value("jacobian_evaluations") << ',' << run.methods() << std::endl;
    if (std::atof(run.value("rhs_evaluations").c_str()) > most_evaluations ||
        std::atof(run.value("total").c_str()) > long_run || error < enough)
      return;
  }
}

// A run as a user makes it, with its estimate of the error.
void measure_whole(const Problem& problem, const std::string& program, const std::string& method,
                   const fs::path& folder) {
  for (const char* tolerance : {"1e-4", "1e-6", "1e-8"}) {
    const OscillatoryRun run = bw::bench::run_oscillator(
        problem.model, program, std::string("--tolerance ") + tolerance + " --method " + method,
        folder);
    std::cout << problem.group << ',' << problem.parameter << ',' << problem.model.periods << ','
              << method << ',' << tolerance << ',' << run.value("verdict") << ','
              << run.value("rhs_evaluations") << ',' << run.methods() << std::endl;
  }
}

void measure_rows(OscillatoryModel model, const std::string& program, const std::string& method,
                  const fs::path& folder) {
  const double interval = model.stop / 300.7;
  for (const char* tolerance : {"1e-4", "1e-6", "1e-8"}) {
    model.tolerance = std::atof(tolerance);
    const OscillatoryRun run =
        bw::bench::run_oscillator(model, program,
                                  std::string("--tolerance ") + tolerance + " --interval " +
                                      bw::bench::exact(interval) + " --method " + method,
                                  folder);
    double error = std::nan("");
    if (run.is_whole)
      error = largest_error(
                  model, run.rows,
                  bw::bench::kept_reference(model, run.times, folder / (model.name + ".rows.ref")))
                  .error;
    std::cout << '"' << model.name << "\"," << method << ',' << tolerance << ','
              << run.value("verdict") << ',' << error << ',' << run.rows.size() << ','
              << run.value("rhs_evaluations") << ',' << run.methods() << std::endl;
  }
}

int rows_of_known(const std::string& program, const std::vector<std::string>& methods,
                  const std::string& pattern, const fs::path& folder) {
  std::cout << "problem,method,tolerance,verdict,error,rows,rhs,used\n";
  for (const auto& [model, values] : bw::test::oscillatory::known_oscillators())
    for (const std::string& method : methods)
      if (model.name.find(pattern) != std::string::npos)
        measure_rows(model, program, method, folder);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr
        << "usage: oscillatory_work PROGRAM FOLDER METHODS [PROBLEM-PATTERN [whole | rows]]\n";
    return 2;
  }
  const std::string program = fs::absolute(argv[1]).string(), pattern = argc > 4 ? argv[4] : "";
  const fs::path folder = fs::absolute(argv[2]);
  fs::create_directories(folder);
  const std::string mode = argc > 5 ? argv[5] : "";
  if (mode == "rows") return rows_of_known(program, bw::bench::split(argv[3]), pattern, folder);
  const bool whole = mode == "whole";
  std::cout << (whole ? "problem,parameter,periods,method,tolerance,verdict,rhs,used\n"
                      : "problem,parameter,periods,method,tolerance,error,rhs,jacobians,used\n");
  for (const Problem& problem : problems()) {
    if (problem.model.name.find(pattern) == std::string::npos) continue;
    for (const std::string& method : bw::bench::split(argv[3]))
      if (whole) measure_whole(problem, program, method, folder);
    if (whole) continue;
    const Truth truth = truth_of(problem.model, folder);
    for (const std::string& method : bw::bench::split(argv[3]))
      measure(problem, truth, program, method, folder);
  }
}
