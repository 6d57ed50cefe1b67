// Every model text of the repository in the program and as an exported FMU: two run-times
// (equation/live in C++, equation/export/runtime in C) that must not drift apart. The FMU sees each
// call that an integration makes of the model, with the same time and states, and must answer the
// same.
//
// Both run the same generated functions, compiled by the same compiler: without loops all bits are
// equal. Loops are solved by different linear algebra (KLU or reciprocal pivots there, a band with
// quotients here), so that their unknowns, and what follows from them, may differ as much as the
// iteration leaves open.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "equation/check/read_model.h"
#include "equation/export/export_fmu.h"
#include "equation/live/equation_blueprint.h"
#include "math/finite.h"
#include "ode/events/event_march.h"
#include "support/equation/equation_run.h"
#include "support/equation/exported_twin.h"
#include "support/equation/text_models.h"
#include "support/sanitized.h"
#include "support/scratch_folder.h"

namespace bw::test::twins_test {
namespace {

constexpr double stop = 1e12;  // beyond all of them: where terminal() would be true

// The model of the program; each call of it is made of the FMU as well, and compared.
class Mirrored final : public model::Model {
 public:
  Mirrored(model::Model& model, ExportedTwin& twin, bool has_loops)
      : model_(model), twin_(twin), rounding_(has_loops ? 1e-9 : 0) {}

  const model::ModelShape& shape() const override { return model_.shape(); }

  void begin(double from, double until, std::optional<double> tolerance) override {
    model_.begin(from, until, tolerance);
    EXPECT_TRUE(twin_.begin(from));
    now_ = from;
  }
  void evaluate(const model::SignalsIn& u, const model::SignalsOut& y) override {
    model_.evaluate(u, y);
  }
  model::EventUpdate start(std::span<double> x) override {
    const auto other = twin_.start();
    const model::EventUpdate update = or_else(!other, [&] { return model_.start(x); });
    compare_update(update, other, x);
    compare_values(now_, x);
    std::vector<double> sizes(x.size());
    model_.nominals(sizes);
    if (!x.empty()) {
      EXPECT_EQ(twin_.nominals(x.size()), sizes);
    }
    return update;
  }
  void set_inputs(const model::SignalsIn& u) override { model_.set_inputs(u); }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    ++calls;
    model_.derivatives(t, x, dx);
    twin_.move_to(t, x);
    const std::vector<double> other = twin_.derivatives(dx.size());
    const bool is_finite = math::all_finite(dx);  // else the FMU wants a shorter step
    for (std::size_t i = 0; i < dx.size(); ++i)
      compare(other[i], is_finite ? dx[i] : std::nan(""), "derivative", i);
  }
  void outputs(double t, std::span<const double> x, const model::SignalsOut& y) override {
    model_.outputs(t, x, y);
  }
  void records(double t, std::span<const double> x, const model::SignalsOut& values) override {
    model_.records(t, x, values);
  }
  void nominals(std::span<double> sizes) override { model_.nominals(sizes); }
  // Those of the FMU are shifted a little, away from zero, with the last event.
  void indicators(double t, std::span<const double> x, std::span<double> z) override {
    model_.indicators(t, x, z);
    twin_.move_to(t, x);
    const std::vector<double> other = twin_.indicators(z.size());
    largest_.resize(z.size(), 1e-6);
    for (std::size_t i = 0; i < z.size(); ++i) {
      if (std::isfinite(z[i])) largest_[i] = std::max(largest_[i], std::abs(z[i]));
      compare(other[i], z[i], "indicator", i, 2e-12 * largest_[i]);
    }
  }
  model::EventUpdate handle_event(double t, std::span<double> x) override {
    ++events;
    twin_.move_to(t, x);
    const auto other = twin_.event();
    const model::EventUpdate update = or_else(!other, [&] { return model_.handle_event(t, x); });
    compare_update(update, other, x);
    if (other) compare_values(t, x);
    return update;
  }
  model::StepEnd completed_step(double t, std::span<const double> x) override {
    const model::StepEnd end = model_.completed_step(t, x);
    twin_.move_to(t, x);
    EXPECT_EQ(twin_.ends_at_step(), end.ends) << t;
    if (!end.ends) compare_values(t, x);
    return end;
  }
  void jacobian(double t, std::span<const double> x, std::span<double> j) override {
    model_.jacobian(t, x, j);
  }

  struct Both final : model::Snapshot {
    std::unique_ptr<model::Snapshot> own;
    std::optional<std::size_t> other;
  };
  void save(std::unique_ptr<model::Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<Both>();
    auto& both = dynamic_cast<Both&>(*into);
    model_.save(both.own);
    if (both.other)
      twin_.save(*both.other);
    else
      both.other = twin_.save();
  }
  void restore(const model::Snapshot& from) override {
    const auto& both = dynamic_cast<const Both&>(from);
    model_.restore(*both.own);
    twin_.restore(*both.other);
  }

  // All variables at a point.
  void compare_values(double t, std::span<const double> x) {
    const std::vector<model::Variable>& variables = shape().records;
    model::Signals values;
    values.reals.resize(model::count_reals(variables));
    values.discretes.resize(variables.size() - values.reals.size());
    model_.records(t, x, {values.reals, values.discretes});
    twin_.move_to(t, x);
    const std::vector<std::size_t> lane = model::lane_positions(variables);
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const double own =
          is_real(variables[i].type)
              ? values.reals[lane[i]]
              : static_cast<double>(std::get<std::int64_t>(values.discretes[lane[i]]));
      const double other = twin_.value(i, variables[i].type);
      compare(other, own, variables[i].name.c_str(), i);
    }
  }

  long calls = 0, events = 0;

 private:
  // What one of them cannot do the other cannot do either.
  template <class Work>
  static model::EventUpdate or_else(bool other_failed, Work work) {
    try {
      return work();
    } catch (const ComponentFailure& failure) {
      EXPECT_TRUE(other_failed) << failure.what();
      throw;
    }
  }
  void compare(double other, double own, const char* what, std::size_t i, double shift = 0) {
    if (std::isnan(own) && std::isnan(other)) return;
    if (own == other) return;
    const double difference = std::abs(own - other), size = std::max(1.0, std::abs(own));
    EXPECT_LE(difference, rounding_ * size + shift) << what << " " << i << " " << own;
  }
  void compare_update(const model::EventUpdate& own, const std::optional<model::EventUpdate>& other,
                      std::span<const double> x) {
    ASSERT_TRUE(other || own.ends);
    if (!other) return;
    EXPECT_EQ(other->ends, own.ends);
    EXPECT_TRUE(other->states_changed || !own.states_changed);  // or slopes may jump
    EXPECT_EQ(std::min(other->next_time_event, stop), std::min(own.next_time_event, stop));
    const std::vector<double> states = twin_.states(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) compare(states[i], x[i], "state", i);
  }

  model::Model& model_;
  ExportedTwin& twin_;
  const double rounding_;
  double now_ = 0;
  std::vector<double> largest_;
};

std::vector<std::filesystem::path> model_texts(const char* folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(BW_SOURCE) / folder))
    if (entry.path().extension() == ".mo") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// Nothing where the equations cannot be solved, which both must say in the same words.
std::shared_ptr<const equation::EquationBlueprint> blueprint_of(const equation::FlatModel& flat) {
  try {
    return equation::make_equation_blueprint(flat, equation::CompilerChoice::tiny);
  } catch (const InputError& error) {
    try {
      ExportedTwin twin(flat);
      ADD_FAILURE() << "exported, although it is refused: " << error.what();
    } catch (const InputError& other) {
      EXPECT_STREQ(other.what(), error.what());
    }
  }
  return nullptr;
}

bool has_loops(const equation::Structure& structure) {
  return !structure.initial_loops.empty() ||
         std::any_of(structure.blocks.begin(), structure.blocks.end(), [](const auto& block) {
           return block.way != equation::Structure::Way::formula;
         });
}

class Twins {
 public:
  Twins(const equation::FlatModel& flat, const equation::EquationBlueprint& blueprint)
      : flat_(flat), twin_(flat) {
    model::ComponentRequest request;
    request.name = "m";
    for (std::size_t i = 0; i < blueprint.variables().size(); ++i) {
      if (blueprint.variables()[i].causality == model::Causality::input)
        request.inputs.push_back(i);
      request.records.push_back(i);
    }
    inputs_ = request.inputs;
    model_ = blueprint.make_model(request, bells_);
    both_.emplace(*model_, twin_, has_loops(blueprint.structure()));
    // Derivatives through a loop are as exact as its solution, where the iteration stopped.
    exactness_ = has_loops(blueprint.structure()) ? 1e-9 : 1e-12;
    entries_ = blueprint.structure().jacobian_entries;
    for (const std::string& state : blueprint.structure().states)
      for (std::size_t i = 0; i < blueprint.variables().size(); ++i)
        if (blueprint.variables()[i].name == state) states_.push_back(i);
  }

  // Until its end, or until enough was seen of it. False: the model ends before.
  bool march(long enough) {
    const double from = flat_.experiment.start.value_or(0), to = flat_.experiment.stop.value_or(1);
    constexpr int pieces = 200;
    ode::Setup setup;
    setup.start = from;
    setup.stop = to;
    setup.tolerance.relative = 1e-3;
    setup.tolerance.absolute = 1e-3;
    both_->begin(from, stop, {});
    x_.resize(both_->shape().states.size());
    const model::EventUpdate first = both_->start(x_);
    ode::EventMarch march(*both_, *ode::find_method("rosenbrock"), setup);
    march.start({}, x_, first);
    ode::MarchEnd end;
    for (int k = 1; k <= pieces && both_->calls < enough; ++k) {
      end = march.advance(from + (to - from) * k / pieces);
      if (end.why != ode::MarchEnd::Why::reached) break;
    }
    time_ = march.time();
    x_.assign(march.state().begin(), march.state().end());
    return end.why != ode::MarchEnd::Why::terminated;
  }

  // Of the point where the march ended: exact in both, by other programs.
  void compare_jacobians() {
    if (x_.empty() || !both_->shape().has_jacobian) return;
    const auto& rows = *both_->shape().sparsity;
    std::vector<double> entries(entries_), size(x_.size());
    model_->jacobian(time_, x_, entries);
    const double elsewhere = math::all_finite(entries) ? 0 : std::nan("");
    std::vector<std::vector<double>> own(x_.size(), std::vector<double>(x_.size(), elsewhere));
    for (std::size_t i = 0, e = 0; i < rows.size(); ++i)
      for (const std::size_t k : rows[i]) {
        size[i] = std::max(size[i], std::abs(entries[e]));
        own[k][i] = entries[e++];
      }
    twin_.move_to(time_, x_);
    for (std::size_t k = 0; k < x_.size(); ++k) {
      const std::vector<double> other = twin_.column(states_, k, both_->shape().records.size());
      for (std::size_t i = 0; i < x_.size(); ++i)
        if (!std::isnan(own[k][i]) || !std::isnan(other[i])) {
          EXPECT_NEAR(other[i], own[k][i], exactness_ * size[i]) << i << " " << k;
        }
    }
  }

  // Continuous inputs move; then there is an event.
  void compare_with_other_inputs() {
    model::Signals u;
    for (const model::Variable& input : both_->shape().inputs)
      if (!is_real(input.type)) return;
    for (const std::size_t i : inputs_) {
      const double value = twin_.value(i, Type::real) + 0.25;
      u.reals.push_back(value);
      twin_.set_real(i, value);
    }
    model_->set_inputs({u.reals, u.discretes});
    std::vector<double> dx(x_.size());
    both_->derivatives(time_, x_, dx);
    both_->compare_values(time_, x_);
    both_->handle_event(time_, x_);
  }

  long events() const { return both_->events; }

 private:
  const equation::FlatModel& flat_;
  ExportedTwin twin_;
  Bells bells_;
  std::vector<std::size_t> inputs_, states_;  // as variables
  std::size_t entries_ = 0;
  double exactness_ = 0;  // of the Jacobian
  std::unique_ptr<model::Model> model_;
  std::optional<Mirrored> both_;
  std::vector<double> x_;
  double time_ = 0;
};

long compare(const equation::FlatModel& flat) {
  const auto blueprint = blueprint_of(flat);
  if (blueprint == nullptr) return 0;
  Twins twins(flat, *blueprint);
  try {
    if (twins.march(sanitized ? 200 : 2000)) {
      twins.compare_jacobians();
      twins.compare_with_other_inputs();
    }
  } catch (const ComponentFailure&) {  // of both
  }
  return twins.events();
}

// How many events there were.
long compare_all_in(const char* folder) {
  long events = 0;
  for (const std::filesystem::path& file : model_texts(folder)) {
    SCOPED_TRACE(file.string());
    events += compare(read_text_model(file));
  }
  return events;
}

TEST(EquationTwins, EveryReferenceProblemIsTheSameExported) {
  EXPECT_GE(compare_all_in("tests/equation/problems"), 50);
}

TEST(EquationTwinModels, EveryOtherModelTextIsTheSameExported) {
  for (const char* folder : {"tests/equation/models", "examples", "tests/fuzz/seeds"})
    EXPECT_GE(compare_all_in(folder), sanitized ? 10 : 20) << folder;  // shorter there
}

// What no model of the repository needs: each solver of a loop and each kind of event.
struct Hard {
  const char *what, *declarations, *equations;
};
const std::array hard_ones = {
    Hard{"one unknown, found by halving", "Real x(start=1, fixed=true); Real y(start=300);",
         "der(x) = -y; exp(y) + y = 2 + x;"},
    Hard{"a root that is NaN beside it", "Real x(start=1, fixed=true); Real y(start=-1);",
         "der(x) = -x; log(y) + y = x;"},
    Hard{"a pole in between", "Real x(start=1, fixed=true); Real y(start=1);",
         "der(x) = -x; 1/(y - 0.5) + y = 4 + x;"},
    Hard{"no solution any more", "Real x(start=0, fixed=true); Real y(start=1);",
         "der(x) = 1 + 0.1*y; y^2 = 0.5 - x;"},
    Hard{"a slope that is infinite", "Real x(start=0, fixed=true); Real y;",
         "der(x) = y; y + y^3 = sqrt(x);"},
    Hard{"a linear loop with a switch",
         "Real x(start=1, fixed=true); Real a, b, c; parameter Real p = 2;",
         "der(x) = -a; a + b + c = x; p*a - b = if x > 0.5 then 1 else 2; a + 3*b - c = 0;"},
    Hard{"ideal diodes",
         "Real s1, s2, i1, i2, u1, u2, u; Boolean o1, o2; Real x(start=0, fixed=true);",
         "u = sin(6*time); o1 = s1 < 0; o2 = s2 < 0; u1 = if o1 then s1 else 0.01*s1; "
         "i1 = if o1 then 0.01*s1 else s1; u2 = if o2 then s2 else 0.01*s2; "
         "i2 = if o2 then 0.01*s2 else s2; u = u1 + x + 0.1*i1; -u = u2 + x + 0.1*i2; "
         "der(x) = i1 + i2 - x;"},
    Hard{"initial equations in a loop",
         "Real x, y(start=0.5); Real z(start=1); initial equation der(x) = 0; der(y) = 0.1*z;",
         "der(x) = -x^3 + y; der(y) = x - y + z; z + exp(z) = x;"},
    Hard{"whole numbers of what rises", "Real x(start=-1.5, fixed=true); Real a, b, c; Integer n;",
         "der(x) = 3; a = floor(x); b = ceil(2*x); n = integer(x/2); c = mod(x, 0.7) + n;"},
    Hard{"samples, reinit and what was before",
         "Real x(start=1, fixed=true); Real y(start=0, fixed=true); discrete Real k(start=0, "
         "fixed=true); Integer n(start=0, fixed=true); Boolean b(start=false, fixed=true);",
         "der(x) = -x; der(y) = k; when sample(0.1, 0.1) then k = pre(k) + x; n = pre(n) + 1; end "
         "when; when x < 0.7 then reinit(x, 2 + y); b = not pre(b); end when;"},
    Hard{"times of parameters", "parameter Real p = 0.1; Real x(start=0, fixed=true); Boolean b;",
         "der(x) = if time > 3*p then 1 else if time >= 7*p then 2 else 3; b = time > 0.2;"},
    Hard{"a chain of events in one",
         "Real x(start=0, fixed=true); Integer n(start=0, fixed=true); Boolean a(start=false, "
         "fixed=true), c(start=false, fixed=true);",
         "der(x) = 1; when x > 0.3 then n = 4; end when; when n > 3 then a = true; end when; "
         "when a then c = not pre(c); end when;"},
    Hard{"a start by homotopy", "Real x(start=0, fixed=true); Real v, w;",
         "v = homotopy(10*tanh(5*(v + 0.1*x)), 10); w = homotopy(10*tanh(w + 0.1*v), -v); "
         "der(x) = v + w - x;"},
    Hard{"an end", "Real x(start=0, fixed=true);",
         "der(x) = 1; when x > 0.5 then terminate(\"enough\"); end when;"},
    Hard{"an assertion", "Real x(start=0, fixed=true);",
         "der(x) = 1; assert(x < 0.5, \"too large\"); assert(x < 0.2, \"large\", "
         "AssertionLevel.warning);"},
};

TEST(EquationTwinModels, WhatIsHardToSolveIsTheSameExported) {
  for (const Hard& hard : hard_ones) {
    SCOPED_TRACE(hard.what);
    const std::string text = std::string("model m\n") + hard.declarations + "\nequation\n" +
                             hard.equations + "\nend m;\n";
    compare(equation::read_model(text, "m.mo").model);
  }
}

}  // namespace
}  // namespace bw::test::twins_test
