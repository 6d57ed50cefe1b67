// The rate of a study against a loop over run() in C++, per core, by processor time within one
// process:
//
//   study_rate [RUNS] [STOP]     a damped oscillator until STOP, which says how long a run takes

#include <sys/resource.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>

#include "processor_seconds.h"
#include "run/open/opened_files.h"
#include "run/run.h"
#include "study/design/study.h"
#include "study/work/worker.h"

namespace {

namespace fs = std::filesystem;
using bw::study::Study;

constexpr const char* model =
    "model swing\n  parameter Real k = 1, d = 0.1;\n  Real x(start=1, fixed=true), v(start=0, "
    "fixed=true);\n"
    "equation\n  der(x) = v;\n  der(v) = -k*x - d*v + 0.1*sin(3*time);\nend swing;\n";

Study write_study(const fs::path& folder, int runs, const std::string& stop) {
  std::ofstream(folder / "swing.mo") << model;
  std::ofstream(folder / "s.toml")
      << "[study]\ntarget = \"swing.mo\"\n[study.parameters]\nk = { uniform = [1, 3] }\n"
         "d = { normal = [0.3, 0.05] }\n[study.design]\nkind = \"random\"\nruns = "
      << runs
      << "\n[study.results]\nlow = \"min(x)\"\nwhen = \"time(x < 0)\"\n[run]\nstop = " << stop
      << "\n";
  return bw::study::read_study((folder / "s.toml").string());
}

double seconds_of(const std::function<void()>& work) {
  const double begin = bw::bench::processor_seconds();
  work();
  return bw::bench::processor_seconds() - begin;
}

void loop(const Study& study, int runs, bool opens_once) {
  const bw::study::Points points(study.design, study.parameters);
  bw::run::RunSpec spec = study.run;
  spec.record = {"x"};
  spec.errors_where_estimated = true;
  spec.threads = 1;
  if (opens_once) spec.opened_files = std::make_shared<bw::run::OpenedFiles>();
  for (int run = 0; run < runs; ++run) {
    spec.set = points.settings(static_cast<std::uint64_t>(run));
    (void)bw::run::run(spec);
  }
}

long peak_kilobytes() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss;
}

}  // namespace

int main(int count, char** words) {
  const int runs = count > 1 ? std::atoi(words[1]) : 1000;
  const std::string stop = count > 2 ? words[2] : "40";
  std::string name = (fs::temp_directory_path() / "bellwether-rate-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) return 1;
  const Study study = write_study(name, runs, stop);
  const std::atomic<bool> never{false};
  const double each = seconds_of([&] { loop(study, runs, false); });
  const double once = seconds_of([&] { loop(study, runs, true); });
  const double worker = seconds_of([&] {
    (void)bw::study::work(study, {name + "/work"}, [&](const auto& work, const auto&) {
      return bw::study::Ended{work(never)};
    });
  });
  std::printf(
      "%d runs of %.3g ms: a study has %.0f %% of the rate of a loop over run(), %.0f %% of one "
      "that opens once; %ld MB\n",
      runs, 1e3 * each / runs, 100 * each / worker, 100 * once / worker, peak_kilobytes() / 1024);
  fs::remove_all(name);
  return 0;
}
