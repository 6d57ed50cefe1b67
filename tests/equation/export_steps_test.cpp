// Exported FMUs in co-simulation against the program's own model of the same text: after every
// step, with and without states, with inputs that change between the steps, and where outputs are
// read before the step that follows.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "equation/check/read_model.h"
#include "equation/export/export_fmu.h"
#include "equation/live/equation_blueprint.h"
#include "equation/sort/plan.h"
#include "model/signals.h"
#include "model/sized_signals.h"
#include "ode/integrated_component.h"
#include "support/equation/equation_run.h"
#include "support/equation/exported_twin.h"
#include "support/equation/text_models.h"
#include "support/sanitized.h"

namespace bw::test::export_steps_test {
namespace {

equation::FlatModel read(const std::string& text) {
  return equation::read_model(text, "m.mo").model;
}

// ---- every model text of the repository ----

std::vector<std::filesystem::path> files_in(const char* folder, const char* extension) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(BW_SOURCE) / folder))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// The program and the FMU from the start to 40 % of the run: both errors are far below 1e-4, but
// of what moves fast at the start.
void compare_steps(const equation::FlatModel& flat) {
  const double from = flat.experiment.start.value_or(0);
  const bool takes_long = sanitized || flat.name == "RINGMOD" || flat.name == "BEAM";
  const double to = from + (takes_long ? 0.05 : 0.4) * (flat.experiment.stop.value_or(1) - from);
  constexpr int steps = 4;
  EquationRun run(flat, equation::CompilerChoice::tiny, {}, from);
  ExportedTwin twin(flat, fmi2CoSimulation);
  ASSERT_TRUE(twin.begin(from, 1e-8) && twin.start_steps());
  const auto& variables = run.blueprint->variables();
  for (int k = 0; k <= steps; ++k) {
    const double t = from + (to - from) * k / steps;
    if (k > 0) {
      ASSERT_EQ(run.march(t, 1e-8, "radau5", to).why, ode::MarchEnd::Why::reached);
      ASSERT_TRUE(twin.step(from + (to - from) * (k - 1) / steps, (to - from) / steps)) << k;
    }
    const double tolerance = k < steps ? 1e-3 : 1e-4;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const double own = run.value(variables[i].name);
      EXPECT_NEAR(twin.value(i, variables[i].type), own, tolerance * std::max(1.0, std::abs(own)))
          << variables[i].name << " at " << t;
    }
  }
}

void compare_if_readable(const equation::FlatModel& flat) {
  try {
    equation::make_equation_blueprint(flat, equation::CompilerChoice::tiny);
  } catch (const InputError&) {
    return;  // EquationTwins: refused by both
  }
  compare_steps(flat);
}

TEST(ExportSteps, OfEveryModelTextEndWhereTheProgramDoes) {
  for (const char* folder :
       {"tests/equation/problems", "tests/equation/models", "examples", "tests/fuzz/seeds"})
    for (const std::filesystem::path& file : files_in(folder, ".mo")) {
      SCOPED_TRACE(file.string());
      compare_if_readable(read_text_model(file));
    }
}

// Whole models in blocks of code.
std::vector<std::string> models_of_page(const std::filesystem::path& page) {
  std::vector<std::string> found;
  std::ifstream file(page);
  std::string line, block;
  bool is_inside = false;
  while (std::getline(file, line)) {
    if (line.starts_with("```")) {
      if (is_inside && block.starts_with("model ")) found.push_back(block);
      is_inside = !is_inside;
      block.clear();
    } else if (is_inside) {
      block += line + "\n";
    }
  }
  return found;
}

// Such models are not exported.
bool has_changing_states(const equation::FlatModel& flat) {
  try {
    return !equation::make_plan(flat).system.sets.empty();
  } catch (const InputError&) {
    return false;
  }
}

TEST(ExportSteps, OfEveryModelOnAPageEndWhereTheProgramDoes) {
  int count = 0;
  for (const std::filesystem::path& page : files_in("docs", ".md"))
    for (const std::string& text : models_of_page(page)) {
      SCOPED_TRACE(page.string() + "\n" + text);
      equation::FlatModel flat;
      try {
        flat = read(text);
      } catch (const InputError&) {
        continue;  // shows a mistake
      }
      if (has_changing_states(flat)) continue;
      compare_if_readable(flat);
      ++count;
    }
  EXPECT_GE(count, 3);
}

// ---- inputs that change at communication points ----

// The program's own component and the FMU, with the same inputs over every step.
class Steps {
 public:
  explicit Steps(const equation::FlatModel& flat)
      : blueprint_(equation::make_equation_blueprint(flat, equation::CompilerChoice::tiny)),
        twin_(flat, fmi2CoSimulation) {
    model::ComponentRequest request;
    request.name = "m";
    for (std::size_t i = 0; i < variables().size(); ++i) {
      if (variables()[i].causality == model::Causality::input) request.inputs.push_back(i);
      request.records.push_back(i);
    }
    inputs_ = request.inputs;
    ode::Integration integration;
    integration.tolerance.relative = 1e-9;
    integration.tolerance.absolute = 1e-9;
    component_ =
        ode::make_integrated_component(blueprint_->make_model(request, bells_), integration);
    records_ = model::sized_for(variables());
    u_ = model::sized_for(component_->shape().inputs);
  }

  // A wave, slow against the steps; a Boolean is true in its upper half.
  void run(double stop, int steps) {
    component_->begin(0, stop);
    ASSERT_TRUE(twin_.begin(0, 1e-9));
    set_inputs(0);
    component_->evaluate({u_.reals, u_.discretes}, {});
    component_->start();
    ASSERT_TRUE(twin_.start_steps());
    for (int k = 0; k < steps; ++k) {
      const double t = stop * k / steps, h = stop / steps;
      set_inputs(t);
      if (k % 3 == 1) (void)twin_.value(variables().size() - 1, variables().back().type);
      ASSERT_EQ(component_->advance({u_.reals, u_.discretes}, t, h, {}).status,
                model::Advance::Status::completed);
      ASSERT_TRUE(twin_.step(t, h)) << t;
      compare(t + h);
    }
  }

 private:
  const std::vector<model::Variable>& variables() const { return blueprint_->variables(); }

  void set_inputs(double t) {
    std::size_t real = 0, discrete = 0;
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      const Type type = variables()[inputs_[k]].type;
      const double wave = 2 * std::sin((5 + 2 * static_cast<double>(k)) * t + 0.3);
      const double value = is_real(type)           ? wave
                           : type == Type::boolean ? (wave > 0 ? 1 : 0)
                                                   : std::floor(wave);
      twin_.set(inputs_[k], type, value);
      if (is_real(type))
        u_.reals[real++] = value;
      else
        u_.discretes[discrete++] = static_cast<std::int64_t>(value);
    }
  }

  void compare(double t) {
    component_->get_records({records_.reals, records_.discretes});
    const std::vector<std::size_t> lane = model::lane_positions(variables());
    for (std::size_t i = 0; i < variables().size(); ++i) {
      const model::Variable& v = variables()[i];
      const double own =
          is_real(v.type)
              ? records_.reals[lane[i]]
              : static_cast<double>(std::get<std::int64_t>(records_.discretes[lane[i]]));
      EXPECT_NEAR(twin_.value(i, v.type), own, 5e-6 * std::max(1.0, std::abs(own)))
          << v.name << " at " << t;
    }
  }

  Bells bells_;
  std::shared_ptr<const equation::EquationBlueprint> blueprint_;
  ExportedTwin twin_;
  std::vector<std::size_t> inputs_;
  std::unique_ptr<model::Component> component_;
  model::Signals records_, u_;
};

struct Driven {
  const char *what, *text;
};
const std::array driven = {
    Driven{"a source without states and events", "output Real y = max(0, 2*sin(40*time) - u);"},
    Driven{"a source without inputs", "output Real y = max(0, sin(40*time));"},
    Driven{"a formula of the input", "output Real y = u^2 + 1;"},
    Driven{"a relation of time and the input",
           "output Real y = if 2*sin(40*time) > u then 2*sin(40*time) - u else 0;"},
    Driven{"a relation of the input",
           "output Real y = if u > 1 then 3 elseif u < -1 then -3 else u;"},
    Driven{"a relation without an event",
           "output Real y = noEvent(if u > sin(9*time) then 1 else 2);"},
    Driven{"crossings within a step",
           "output Integer n(start=0, fixed=true); Boolean up = sin(120*time) > 0.2; "
           "equation when up then n = pre(n) + 1; end when;"},
    Driven{"a counter of the input's crossings",
           "output Integer n(start=0, fixed=true); "
           "equation when u > 0.5 then n = pre(n) + 1; end when;"},
    Driven{"a hysteresis without states",
           "output Boolean on(start=false, fixed=true); "
           "equation on = u > 1 or pre(on) and u > -1;"},
    Driven{"a hysteresis and a state",
           "output Boolean on(start=false, fixed=true); Real x(start=0, fixed=true); "
           "equation on = u - x > 0.4 or pre(on) and u - x > -0.4; der(x) = if on then 3 else -3;"},
    Driven{"a sampled value",
           "output Real s(start=0, fixed=true); "
           "equation when sample(0.03, 0.11) then s = u + time; end when;"},
    Driven{"times", "output Real y = if time > 0.333 then u elseif time > 0.15 then 2 else 1;"},
    Driven{"rounding", "output Real y = floor(7*time) + mod(u, 0.7);"},
    Driven{"a Boolean input",
           "input Boolean b(start=false); output Integer n(start=0, fixed=true); output Real y = "
           "if b then u else 0; equation when b then n = pre(n) + 1; end when;"},
    Driven{"an Integer input", "input Integer k(start=0); output Real y = k*u;"},
    Driven{"a loop without states", "output Real y; equation y + tanh(3*y) = u + sin(30*time);"},
    Driven{"ideal diodes without states",
           "Real s1(start=0), i1; output Real y; Boolean off; "
           "equation off = s1 < 0; u = (if off then s1 else 0.01*s1) + 0.1*i1; "
           "i1 = if off then 0.01*s1 else s1; y = i1;"},
    Driven{"reinit by the input",
           "Real x(start=0, fixed=true); "
           "equation der(x) = 1; when u > 0.5 then reinit(x, -1); end when;"},
    Driven{"a lag behind a rectifier",
           "Real x(start=0, fixed=true); output Real i = max(0, (3*sin(40*time) - x - u)/0.5); "
           "equation der(x) = i - x;"},
};

TEST(ExportSteps, FollowInputsAndTimeAsTheProgramDoes) {
  for (const Driven& model : driven)
    for (const int steps : {7, 40}) {
      SCOPED_TRACE(std::string(model.what) + ", steps: " + std::to_string(steps));
      Steps both(
          read(std::string("model m\ninput Real u(start=0);\n") + model.text + "\nend m;\n"));
      both.run(1.0, steps);
    }
}

// ---- outputs behind inputs, without a step ----

class Between : public testing::Test {
 protected:
  // Variables in the order of the text.
  enum { u, y, n, x };
  Between() {
    EXPECT_TRUE(fmu_.begin(0, 1e-9) && fmu_.start_steps());
    EXPECT_TRUE(fmu_.step(0, 0.5));
  }
  double real(std::size_t variable) { return fmu_.value(variable, Type::real); }
  double count() { return fmu_.value(n, Type::integer); }

  ExportedTwin fmu_{
      read("model m\ninput Real u(start=0);\n"
           "output Real y = if u > 1 then 10 + u else u;\n"
           "output Integer n(start=0, fixed=true);\n"
           "Real x(start=0, fixed=true);\nequation\nder(x) = 1;\n"
           "when u > 1 then\n  n = pre(n) + 1;\n  reinit(x, 0);\nend when;\nend m;\n"),
      fmi2CoSimulation};
};

TEST_F(Between, OutputsFollowInputsThroughRelations) {
  fmu_.set_real(u, 2);
  EXPECT_EQ(real(y), 12);
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(real(x), 0);
  fmu_.set_real(u, 0.5);
  EXPECT_EQ(real(y), 0.5);
}

TEST_F(Between, AnInputThatIsTakenBackHasNeverBeen) {
  for (const double value : {2.0, 0.5, 3.0, 0.25, 4.0}) {
    fmu_.set_real(u, value);
    EXPECT_EQ(count(), value > 1 ? 1 : 0) << value;
  }
  fmu_.set_real(u, 0.75);
  EXPECT_TRUE(fmu_.step(0.5, 0.5));
  EXPECT_EQ(count(), 0);
  EXPECT_NEAR(real(x), 1, 1e-12);
}

TEST_F(Between, TheStepThatFollowsHandlesTheEventOnce) {
  fmu_.set_real(u, 2);
  EXPECT_EQ(count(), 1);
  EXPECT_TRUE(fmu_.step(0.5, 0.5));
  EXPECT_EQ(count(), 1);
  EXPECT_NEAR(real(x), 0.5, 1e-12);
}

TEST_F(Between, ASavedStateIsThatBeforeTheEvent) {
  fmu_.set_real(u, 2);
  EXPECT_EQ(count(), 1);
  const std::size_t saved = fmu_.save();
  EXPECT_TRUE(fmu_.step(0.5, 0.25));
  fmu_.restore(saved);
  fmu_.set_real(u, 0.5);
  EXPECT_EQ(count(), 0);
  fmu_.restore(saved);
  EXPECT_EQ(count(), 1);
}

}  // namespace
}  // namespace bw::test::export_steps_test
