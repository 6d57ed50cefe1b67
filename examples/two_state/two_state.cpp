// ARGESIM comparison C5, "Two State Model": two linear equations, one of them very stiff, whose
// parameters switch between two states. It is the case that well-known solvers get wrong: the last
// event lies 3.5e-7 before the end, and who misses it gives y1(5) 8 % wrong.
//
//   y1' = c1 (y2 + c2 - y1),   y2' = c3 (c4 - y2)
//   state A until y1 rises above YA, state B until y1 falls below YB
//
// Prints the tables of F. Judex, F. Plug, I. Yehieli, "Comparing ODE Solvers for ARGESIM Benchmark
// C5" (SNE 2008) with the figures of this program beside theirs.

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <bellwether/model/state_model.h>
#include <bellwether/run/run.h>

namespace {

struct Parameters {
  double c1 = 2.7e6, c3 = 3.5651205;
  double c2_a = 0.4, c4_a = 5.5, y_a = 5.8;
  double c2_b = -0.3, c4_b = 2.73, y_b = 2.5;
};
const Parameters task_b, task_d{.c2_b = -1.25, .c4_b = 4.33, .y_b = 4.1};

class TwoStateModel final : public bw::model::StateModel {
 public:
  explicit TwoStateModel(const Parameters& parameters)
      : StateModel("two_state", {{.name = "y1", .start = 4.2}, {.name = "y2", .start = 0.3}}, 1),
        p_(parameters) {
    shape_.has_jacobian = true;
  }

  void derivatives(double, std::span<const double> y, std::span<double> dy) override {
    dy[0] = p_.c1 * (y[1] + (in_a_ ? p_.c2_a : p_.c2_b) - y[0]);
    dy[1] = p_.c3 * ((in_a_ ? p_.c4_a : p_.c4_b) - y[1]);
  }
  void jacobian(double, std::span<const double>, std::span<double> j) override {
    j[0] = -p_.c1, j[1] = p_.c1;
    j[2] = 0, j[3] = -p_.c3;
  }
  void indicators(double, std::span<const double> y, std::span<double> z) override {
    z[0] = in_a_ ? y[0] - p_.y_a : p_.y_b - y[0];
  }
  bw::model::EventUpdate handle_event(double, std::span<double>) override {
    in_a_ = !in_a_;
    return {};
  }

 protected:
  bw::model::EventUpdate restart(std::span<double>) override {
    in_a_ = true;
    return {};
  }

 private:
  Parameters p_;
  bool in_a_ = true;
};

// What the exact solution gives, to more digits than a double has (computed with 25).
struct Figure {
  const char* name;
  double exact;
  int event;                 // counted from the front, or from the end where below 0; 0: a value
  const char *irk, *ode15s;  // the paper's relative errors
};

bw::result::RunResult run(const Parameters& parameters, double tolerance) {
  TwoStateModel model(parameters);
  return bw::run::run({.stop = 5, .tolerance = tolerance, .interval = 5, .method = "radau9"},
                      model);
}

double value(const Figure& figure, const bw::result::RunResult& r) {
  const auto count = static_cast<int>(r.events.size());
  if (figure.event == 0) {
    for (const auto& [name, cell] : r.final_values)
      if (figure.name[1] == name[1]) return std::get<double>(cell);
    return std::nan("");
  }
  const int at = figure.event > 0 ? figure.event - 1 : count + figure.event;
  return at < count ? r.events[static_cast<std::size_t>(at)].time : std::nan("");
}

void print(const Parameters& parameters, double tolerance, const std::vector<Figure>& figures) {
  const bw::result::RunResult r = run(parameters, tolerance);
  std::printf("\ntolerance %g: %s, %zu events, %ld RHS evaluations, %.2f ms\n", tolerance,
              std::string(bw::result::name(r.verdict)).c_str(), r.events.size(),
              r.statistics.rhs_evaluations, 1e3 * r.statistics.seconds.master);
  for (const bw::Bell& bell : r.bells) std::printf("  %s\n", bell.message.c_str());
  std::printf("  %-6s %-22s %-10s %-10s %-10s\n", "", "Bellwether", "rel. error", "IRK", "ode15s");
  for (const Figure& f : figures) {
    const double ours = value(f, r);
    std::printf("  %-6s %-22.17g %-10.0e %-10s %-10s\n", f.name, ours,
                std::abs(ours - f.exact) / std::abs(f.exact), f.irk, f.ode15s);
  }
}

}  // namespace

int main() {
  std::printf("C5, tasks b and c: events and end values beside tables 1 and 2 of the paper\n");
  const double t[] = {1.108306167771131187, 2.129685355154713893, 3.054152906995719469,
                      4.075532094379302175, 4.999999646220307751};
  const double y1 = 5.369312123556102011, y2 = 5.399996764459944201;
  print(task_b, 1e-6,
        {{"t1", t[0], 1, "4e-14", "2e-9"},
         {"t2", t[1], 2, "2e-14", "7e-7"},
         {"t3", t[2], 3, "6e-15", "5e-7"},
         {"t4", t[3], 4, "5e-15", "7e-7"},
         {"t5", t[4], 5, "4e-15", "6e-7"},
         {"y1(5)", y1, 0, "4e-9", "5e-2"},
         {"y2(5)", y2, 0, "3e-14", "5e-6"}});
  print(task_b, 1e-10,
        {{"t1", t[0], 1, "4e-15", "2e-9"},
         {"t2", t[1], 2, "1e-15", "4e-9"},
         {"t3", t[2], 3, "3e-16", "6e-9"},
         {"t4", t[3], 4, "1e-15", "6e-9"},
         {"t5", t[4], 5, "1e-15", "7e-9"},
         {"y1(5)", y1, 0, "9e-10", "4e-3"},
         {"y2(5)", y2, 0, "1e-14", "6e-8"}});
  print(task_b, 1e-14,
        {{"t1", t[0], 1, "7e-15", "2e-9"},
         {"t2", t[1], 2, "2e-15", "4e-9"},
         {"t3", t[2], 3, "2e-16", "6e-9"},
         {"t4", t[3], 4, "2e-16", "6e-9"},
         {"t5", t[4], 5, "5e-16", "7e-9"},
         {"y1(5)", y1, 0, "4e-10", "4e-3"},
         {"y2(5)", y2, 0, "5e-15", "7e-9"}});
  std::printf("\nC5, task d: table 3 of the paper (62 events)\n");
  print(task_d, 1e-11,
        {{"t1", 1.108306167771131187, 1, "1e-14", "2e-9"},
         {"t2", 1.121729967891427333, 2, "1e-14", "2e-7"},
         {"t60", 4.809306109223091474, -3, "5e-14", "2e-6"},
         {"t61", 4.923040107079749264, -2, "5e-14", "2e-6"},
         {"t62", 4.936463907200045410, -1, "5e-14", "2e-6"},
         {"y1(5)", 5.780402520561825850, 0, "2e-14", "6e-7"},
         {"y2(5)", 5.380402678480131662, 0, "2e-14", "9e-7"}});
  return 0;
}
