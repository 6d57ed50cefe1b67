// Every reference problem as a model text beside its twin in C++: the same right-hand side, the
// same runs; and exact Jacobians of all model texts that there are.

#include <gtest/gtest.h>

#include <cmath>

#include "model/forwarding_model.h"
#include "run/run.h"
#include "support/dice.h"
#include "support/equation/complex_equations.h"
#include "support/equation/equation_run.h"
#include "support/equation/text_models.h"
#include "support/ode/ivp_solve.h"
#include "support/sanitized.h"

namespace bw::test::problems_test {
namespace {

using result::RunResult;
using result::Verdict;

// On the way from the first values to the last ones, and beside it; within the first second, where
// nothing has jumped yet.
struct Point {
  double t = 0;
  std::vector<double> x;
};
std::vector<Point> points_of(const IvpProblem& problem, int count) {
  Dice dice(7);
  std::vector<Point> points;
  for (int k = 0; k < count; ++k) {
    const double share = static_cast<double>(k) / (count - 1);
    Point point{problem.start + share * std::min(0.99, problem.stop - problem.start), {}};
    for (std::size_t i = 0; i < problem.size(); ++i)
      point.x.push_back(problem.x0[i] + share * (problem.end[i] - problem.x0[i]) +
                        (k % 2 == 0 ? 0 : dice.between(-0.1, 0.1) * problem.nominal(i)));
    points.push_back(point);
  }
  return points;
}

// Whose sums are written in another order than in the twin.
bool has_other_roundings(const IvpProblem& problem) { return problem.name == "DETEST_C5_fivebody"; }

TEST(EquationProblems, HaveTheRightHandSidesOfTheirTwins) {
  for (const IvpProblem& problem : ivp_problems()) {
    EquationRun run(read_problem(problem.name));
    EXPECT_EQ(run.x, problem.x0) << problem.name;
    std::vector<double> expected(problem.size());
    for (const auto& [t, x] : points_of(problem, 20)) {
      problem.f(t, x, expected);
      const std::vector<double> got = run.derivatives(t, x);
      for (std::size_t i = 0; i < problem.size(); ++i) {
        const double most = has_other_roundings(problem) ? 1e-13 * std::abs(expected[i]) : 0;
        EXPECT_NEAR(got[i], expected[i], most) << problem.name << " " << i;
      }
    }
  }
}

TEST(EquationProblems, HaveTheSameBitsByBothCompilers) {
  for (const char* name : {"PROTHERO_ROBINSON_1e6", "RINGMOD", "POLLU"}) {
    const equation::FlatModel flat = read_problem(name);
    EquationRun tiny(flat, equation::CompilerChoice::tiny),
        system(flat, equation::CompilerChoice::system);
    std::vector<double> j(tiny.blueprint->structure().jacobian_entries), other = j;
    for (const auto& [t, x] : points_of(*find_ivp(name), 10)) {
      EXPECT_EQ(tiny.derivatives(t, x), system.derivatives(t, x)) << name;
      tiny.model->jacobian(t, x, j);
      system.model->jacobian(t, x, other);
      EXPECT_EQ(j, other) << name;
    }
  }
}

// ---- Jacobians ----

// The largest |J - exact| of a row in units of the row's largest entry.
double jacobian_error(EquationRun& run, const equation::FlatModel& flat, const Point& at) {
  const std::size_t n = run.x.size();
  const auto& rows = *run.model->shape().sparsity;
  std::vector<double> entries(run.blueprint->structure().jacobian_entries);
  run.model->jacobian(at.t, at.x, entries);
  std::vector<double> dense(n * n), size(n), error(n);
  std::size_t entry = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (const std::size_t k : rows[i]) dense[i * n + k] = entries[entry++];
  const std::vector<double> start = run.x, dx = run.derivatives(at.t, at.x);
  const double begin = run.time;
  const auto known = [&](const std::string& name) {
    for (std::size_t i = 0; i < n; ++i)
      if (name == "der(" + run.model->shape().states[i] + ")") return dx[i];
    return run.value(name);
  };
  ComplexEquations exact(flat, run.time, run.x, known);
  run.x = at.x;
  run.time = at.t;
  for (std::size_t k = 0; k < n; ++k) {
    const std::vector<double> column = exact.column(k, at.t, at.x);
    for (std::size_t i = 0; i < n; ++i) {
      size[i] = std::max(size[i], std::abs(column[i]));
      const double difference = std::abs(column[i] - dense[i * n + k]);
      if (!(difference <= error[i])) error[i] = difference;
    }
  }
  run.x = start;
  run.time = begin;
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (error[i] != 0 && !(error[i] / size[i] <= largest)) largest = error[i] / size[i];
  return largest;
}

TEST(EquationProblems, HaveJacobiansThatEqualComplexSteps) {
  for (const IvpProblem& problem : ivp_problems()) {
    const equation::FlatModel flat = read_problem(problem.name);
    EquationRun run(flat);
    ASSERT_TRUE(run.model->shape().has_jacobian) << problem.name;
    for (const Point& point : points_of(problem, 4))
      EXPECT_LE(jacobian_error(run, flat, point), 1e-12) << problem.name;
  }
}

// One is for the reader only: its start is not determined.
std::vector<std::filesystem::path> all_model_texts() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"tests/equation/problems", "tests/equation/models", "examples"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(BW_SOURCE) / folder))
      if (entry.path().extension() == ".mo" && entry.path().stem() != "everything")
        files.push_back(entry.path());
  return files;
}

TEST(EquationProblems, EveryModelTextHasAJacobianThatEqualsComplexSteps) {
  const auto files = all_model_texts();
  EXPECT_GE(files.size(), 50U);
  for (const std::filesystem::path& file : files) {
    const equation::FlatModel flat = read_text_model(file);
    EquationRun run(flat, equation::CompilerChoice::tiny, {}, flat.experiment.start.value_or(0));
    if (run.x.empty()) continue;
    ASSERT_TRUE(run.model->shape().has_jacobian) << file;
    std::vector<double> nominals(run.x.size());
    run.model->nominals(nominals);
    Dice dice(3);
    for (int round = 0; round < 3; ++round) {
      Point point{run.time, run.x};
      for (std::size_t i = 0; i < run.x.size(); ++i)
        point.x[i] +=
            round * 0.01 * dice.between(-1, 1) * std::max(nominals[i], std::abs(run.x[i]));
      EXPECT_LE(jacobian_error(run, flat, point), 1e-12) << file << " " << round;
    }
  }
}

// ---- runs ----

// At the end, in units of the tolerance.
double true_error(const IvpProblem& problem, const RunResult& r) {
  std::vector<double> x;
  for (const auto& [name, cell] : r.final_values) x.push_back(std::get<double>(cell));
  return x.size() == problem.size() ? end_error(problem, x) / r.tolerance : std::nan("");
}

run::RunSpec spec_of(const IvpProblem& problem, double tolerance) {
  run::RunSpec spec;
  spec.start = problem.start;
  spec.stop = problem.stop;
  spec.tolerance = tolerance;
  spec.interval = problem.stop - problem.start;
  if (problem.name == "RINGMOD") spec.method = "radau9";  // others take long
  return spec;
}

// One twin announces its kinks, which a Modelica model cannot do.
IvpModel twin_of(const IvpProblem& problem) {
  return IvpModel(problem, problem.name != "DETEST_F3_kink");
}

class WithoutBounds final : public model::ForwardingModel {
 public:
  using ForwardingModel::ForwardingModel;
  model::Enclosure* enclosure() override { return nullptr; }
};

// Steps that are searched are not made tighter where a long run begins: its twin has none of that.
double error_without_bounds(const IvpProblem& problem, double tolerance) {
  TextModel text(read_problem(problem.name));
  WithoutBounds plain(*text.model);
  return true_error(problem, run::run(spec_of(problem, tolerance), plain));
}

TEST(EquationProblemRuns, GiveTheVerdictsAndErrorsOfTheirTwins) {
  for (const IvpProblem& problem : ivp_problems())
    for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
      const bool takes_long = problem.name == "RINGMOD" || problem.name == "BEAM";
      if (takes_long && (sanitized || tolerance < 1e-3)) continue;
      if (sanitized && tolerance != 1e-5) continue;
      TextModel text(read_problem(problem.name));
      IvpModel twin = twin_of(problem);
      const RunResult ours = run::run(spec_of(problem, tolerance), *text.model);
      const RunResult theirs = run::run(spec_of(problem, tolerance), twin);
      EXPECT_EQ(ours.verdict, theirs.verdict) << problem.name << " " << tolerance;
      const double error = true_error(problem, ours), other = true_error(problem, theirs);
      if (ours.verdict == Verdict::trusted) {
        EXPECT_LE(error, 1) << problem.name << " " << tolerance;
      }
      // The last bits of a Jacobian decide which steps are tried, and errors are what is left of
      // many steps: well below the tolerance they need not be alike.
      if (std::max(error, other) > 0.2) {
        const double alike = error_without_bounds(problem, tolerance);
        EXPECT_LT(std::abs(std::log2(alike / other)), 1) << problem.name << " " << tolerance;
      }
    }
}

// All of a model but its Jacobian, which is another's, and its bounds, which formulas in C++ do not
// have.
class WithJacobianOf final : public model::ForwardingModel {
 public:
  WithJacobianOf(model::Model& model, const IvpProblem& problem)
      : ForwardingModel(model), problem_(problem), shape_(model.shape()) {
    shape_.sparsity.reset();
    shape_.has_jacobian = problem.jacobian != nullptr;
    shape_.has_formulas = false;  // as of its twin
    shape_.rhs_seconds = 0;       // likewise
  }
  const model::ModelShape& shape() const override { return shape_; }
  void jacobian(double t, In x, Out j) override { problem_.jacobian(t, x, j); }
  model::Enclosure* enclosure() override { return nullptr; }

 private:
  const IvpProblem& problem_;
  model::ModelShape shape_;
};

// Two twins jump at the very end, which nothing announces; a third has a kink where the text has an
// event.
bool has_other_events(const IvpProblem& problem) {
  return problem.name == "DETEST_F1_disc" || problem.name == "DETEST_F2_disc" ||
         problem.name == "BEAM";
}

TEST(EquationProblems, RunLikeTheirTwinsToTheLastBitWithTheSameJacobian) {
  for (const IvpProblem& problem : ivp_problems())
    for (const double tolerance : {1e-4, 1e-8}) {
      if (has_other_roundings(problem) || has_other_events(problem)) continue;
      if (sanitized && (tolerance < 1e-4 || problem.name == "RINGMOD")) continue;
      if (problem.name == "RINGMOD" && tolerance < 1e-4) continue;  // takes long
      TextModel text(read_problem(problem.name));
      WithJacobianOf same(*text.model, problem);
      IvpModel twin = twin_of(problem);
      const RunResult ours = run::run(spec_of(problem, tolerance), same);
      const RunResult theirs = run::run(spec_of(problem, tolerance), twin);
      EXPECT_EQ(ours.estimated_error, theirs.estimated_error) << problem.name << " " << tolerance;
      EXPECT_EQ(ours.statistics.rhs_evaluations, theirs.statistics.rhs_evaluations)
          << problem.name << " " << tolerance;
      ASSERT_EQ(ours.final_values.size(), problem.size());
      for (std::size_t i = 0; i < problem.size(); ++i)
        EXPECT_EQ(ours.final_values[i].second, theirs.final_values[i].second)
            << problem.name << " " << tolerance;
    }
}

// The search for what no step meets (ode/events/hidden_search) evaluates f, too: a dense output
// where the ends of a step do not decide, and samples where something can be narrow.
TEST(EquationProblems, CostLittleMoreWhenTheyAreSearched) {
  long searched = 0, unsearched = 0;
  for (const IvpProblem& problem : ivp_problems()) {
    if (sanitized || problem.name == "RINGMOD" || problem.name == "BEAM") continue;  // take long
    // f of this one has a kink without an event, at which searched steps end.
    if (problem.name == "DETEST_F3_kink") continue;
    TextModel text(read_problem(problem.name)), other(read_problem(problem.name));
    WithoutBounds plain(*other.model);
    run::RunSpec spec = spec_of(problem, 1e-5);
    RunResult with = run::run(spec, *text.model), without = run::run(spec, plain);
    // Which difference is just within the tolerance is chance: then one integration each.
    if (with.certificate->integrations != without.certificate->integrations) {
      spec.certify = false;
      with = run::run(spec, *text.model);
      without = run::run(spec, plain);
    }
    const long more = with.statistics.rhs_evaluations - without.statistics.rhs_evaluations;
    EXPECT_LE(more, 30 + without.statistics.rhs_evaluations * 15 / 100) << problem.name;
    searched += with.statistics.rhs_evaluations;
    unsearched += without.statistics.rhs_evaluations;
  }
  EXPECT_LE(searched, unsearched * 105 / 100);
}

}  // namespace
}  // namespace bw::test::problems_test
