// Names, arrays, interfaces and tables of inputs, with blueprints that are made here.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "cosim/coupling/initial.h"
#include "run/open/open_system.h"
#include "support/contains.h"
#include "support/model/test_models.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"
#include "system/load_toml.h"
#include "system/system.h"

namespace bw::run::inputs_test {
namespace {

using model::Causality;
using model::Interface;
using model::Variability;
using test::contains;

model::Variable made(std::string name, Causality causality, Type type = Type::real,
                     Variability variability = Variability::continuous) {
  model::Variable v;
  v.name = std::move(name);
  v.causality = causality;
  v.type = type;
  v.variability = variability;
  v.takes_start = causality != Causality::output;
  return v;
}

// x' = u with x as output; an array p of n parameters; inputs of all kinds.
class Tank final : public model::Blueprint {
 public:
  explicit Tank(std::int64_t n = 3) {
    variables_ = {made("u", Causality::input),
                  made("x", Causality::output),
                  made("n", Causality::structural_parameter, Type::integer),
                  made("count", Causality::input, Type::integer, Variability::discrete),
                  made("on", Causality::input, Type::boolean, Variability::discrete),
                  made("mode", Causality::input, Type::enumeration, Variability::discrete),
                  made("word", Causality::input, Type::string, Variability::discrete),
                  made("level", Causality::input, Type::real, Variability::discrete),
                  made("tick", Causality::output, Type::clock, Variability::discrete),
                  made("gain", Causality::parameter),
                  made("adjusted", Causality::parameter, Type::real, Variability::tunable),
                  made("bytes", Causality::input, Type::binary, Variability::discrete)};
    variables_[0].unit = "W";
    variables_[0].unit_meaning = parse_unit("W");
    variables_[5].items = {{"off", 1}, {"low", 2}};
    variables_[3].lowest = std::numeric_limits<std::int64_t>::min();
    variables_[3].highest = std::numeric_limits<std::int64_t>::max();
    for (std::int64_t i = 1; i <= n; ++i)
      variables_.push_back(made("p[" + std::to_string(i) + "]", Causality::parameter));
  }
  const std::vector<model::Variable>& variables() const override { return variables_; }
  const model::Experiment& experiment() const override { return experiment_; }
  const std::vector<Interface>& interfaces() const override { return interfaces_; }
  model::Capabilities capabilities(Interface) const override { return {}; }
  std::shared_ptr<const Blueprint> resized(
      const std::vector<std::pair<std::size_t, Value>>& sizes) const override {
    return std::make_shared<Tank>(std::get<std::int64_t>(sizes.back().second));
  }
  std::unique_ptr<model::Component> make(const model::ComponentRequest& request,
                                         Bells&) const override {
    return std::make_unique<test::Integrator>(request.name, 0.0);
  }
  std::unique_ptr<model::Model> make_model(const model::ComponentRequest& request,
                                           Bells&) const override {
    std::vector<model::Variable> inputs;
    for (const std::size_t i : request.inputs) inputs.push_back(variables_[i]);
    return std::make_unique<test::TestModel>(
        std::vector<double>{0},
        [](double, std::span<const double>, std::span<const double> u, std::span<double> dx) {
          dx[0] = u.empty() ? 1.0 : u[0];
        },
        inputs);
  }

 private:
  std::vector<model::Variable> variables_;
  model::Experiment experiment_;
  std::vector<Interface> interfaces_ = {Interface::model_exchange, Interface::co_simulation};
};

OpenOptions open_options() {
  OpenOptions w;
  w.open_file = [](const std::filesystem::path&) { return std::make_shared<Tank>(); };
  return w;
}

const std::string two =
    "[components]\na = \"tank.fmu\"\nb = { file = \"tank.fmu\", interface = \"cs\" }\n";

Components single(const OpenOptions& w, Bells& bells) {
  system::System tank{.file = "tank.fmu", .single = true};
  tank.components.push_back({"tank", "tank.fmu", {"tank.fmu"}});
  return open_system(tank, w, bells);
}
Components system_of(const std::string& text, const OpenOptions& w, Bells& bells) {
  return open_system(system::load_toml(text, "s.toml"), w, bells);
}

std::string refusal_of_set(const std::string& words) {
  OpenOptions w = open_options();
  w.set = {words};
  Bells bells;
  return test::outcome<Error>([&] { single(w, bells); });
}

std::vector<std::string> columns(const Components& components) {
  std::vector<std::string> names;
  for (const Recorded& r : components.recorded) names.push_back(r.column.name);
  return names;
}

// ---- names of a single FMU ----

TEST(SingleFmu, ItsVariablesNeedNoComponent) {
  OpenOptions w = open_options();
  w.set = {"gain=2", "tank.level=3"};
  w.record = {"x", "tank.gain"};
  Bells bells;
  const Components components = single(w, bells);
  EXPECT_EQ(columns(components), (std::vector<std::string>{"x", "gain"}));
  EXPECT_EQ(components[0].request.starts.size(), 2U);
  EXPECT_TRUE(contains(refusal_of_set("gian=2"), "has no variable 'gian'. Did you mean 'gain'?"));
}

TEST(SingleFmu, ClocksAreRecordedOnlyWhenRequested) {
  Bells bells;
  EXPECT_EQ(columns(single(open_options(), bells)), std::vector<std::string>{"x"});
  OpenOptions w = open_options();
  w.record = {"t*"};
  EXPECT_EQ(columns(single(w, bells)), std::vector<std::string>{"tick"});
}

// ---- arrays ----

TEST(Arrays, AreSetAsAWhole) {
  OpenOptions w = open_options();
  w.set = {"p=1 2.5 3"};
  Bells bells;
  const auto starts = single(w, bells)[0].request.starts;
  ASSERT_EQ(starts.size(), 3U);
  EXPECT_EQ(starts[1].second, Value(2.5));
  EXPECT_TRUE(contains(refusal_of_set("p=1 2"), "'p' has 3 elements, but 2 values were given"));
  EXPECT_EQ(refusal_of_set("p[2]=7"), "accepted");
}

TEST(Arrays, AreListsInTheSystem) {
  Bells bells;
  const Components components =
      system_of(two + "[parameters]\n\"a.p\" = [1, 2, 3]\n", open_options(), bells);
  EXPECT_EQ(components[0].request.starts.size(), 3U);
}

TEST(Arrays, AreRecordedAsAWhole) {
  OpenOptions w = open_options();
  w.record = {"p"};
  Bells bells;
  EXPECT_EQ(columns(single(w, bells)), (std::vector<std::string>{"p[1]", "p[2]", "p[3]"}));
}

TEST(Arrays, HaveTheSizeThatAStructuralParameterGives) {
  OpenOptions w = open_options();
  w.set = {"p=1 2 3 4 5", "n=5"};
  Bells bells;
  const Components components = single(w, bells);
  EXPECT_EQ(components[0].request.starts.size(), 5U);
  const Components both =
      system_of(two + "[parameters]\n\"b.n\" = 4\n\"b.p\" = [1, 2, 3, 4]\n", open_options(), bells);
  EXPECT_NE(both[0].blueprint, both[1].blueprint);
  EXPECT_TRUE(contains(refusal_of_set("n=many"), "n is of type Integer"));
}

// ---- interfaces ----

TEST(Interfaces, TheBestIsTakenUnlessTheComponentOrTheRunSaysOtherwise) {
  Bells bells;
  Components components = system_of(two, open_options(), bells);
  EXPECT_EQ(components[0].request.interface, Interface::model_exchange);
  EXPECT_EQ(components[1].request.interface, Interface::co_simulation);
  OpenOptions w = open_options();
  w.interface = "cs";
  EXPECT_EQ(system_of(two, w, bells)[0].request.interface, Interface::co_simulation);
}

TEST(Interfaces, OneThatIsNotOfferedIsRefusedWithThoseThatAre) {
  Bells bells;
  OpenOptions w = open_options();
  w.interface = "se";
  EXPECT_TRUE(
      contains(test::refusal<Error>([&] { single(w, bells); }), "does not offer the interface"));
  EXPECT_TRUE(contains(test::refusal<Error>([&] {
                         system_of("[components]\na = { file = \"t.fmu\", interface = \"xy\" }\n",
                                   open_options(), bells);
                       }),
                       "s.toml:2:1: unknown interface 'xy'"));
}

TEST(Interfaces, AModelIsIntegrated) {
  Bells bells;
  const Components components = system_of(two, open_options(), bells);
  EXPECT_TRUE(components.integrates());
  EXPECT_FALSE(components.alone());
  cosim::Coupling coupling = build(components, {}, bells);
  EXPECT_TRUE(coupling.shape(0).takes_slopes);
  EXPECT_FALSE(coupling.shape(1).takes_slopes);
  EXPECT_TRUE(single(open_options(), bells).alone());
}

// ---- tables of inputs ----

class InputTable : public testing::Test {
 protected:
  OpenOptions reading(const std::string& text) {
    test::write_file(scratch_ / "in.csv", text);
    OpenOptions w = open_options();
    w.input = scratch_ / "in.csv";
    return w;
  }
  Components read(const std::string& text) { return single(reading(text), bells_); }
  std::string refused(const std::string& text) {
    return test::refusal<Error>([&] { read(text); });
  }
  model::Signals at(const Components& components, double t) {
    const model::Timetable& table = *components[0].table;
    model::Signals values{std::vector<double>(table.reals().size()),
                          std::vector<Discrete>(table.discretes().size())};
    model::TableReader(components[0].table)
        .read(t, model::Side::after, {values.reals, values.discretes});
    return values;
  }

  test::ScratchFolder scratch_;
  Bells bells_;
};

TEST_F(InputTable, DrivesInputsOfEveryType) {
  const Components components = read(
      "time,u [kW],count,on,mode,word,tank.level\n"
      "0,1,1,true,low,\"a\",5\n1,2,-2,0,off,\"b c\",6\n");
  EXPECT_EQ(components[0].request.inputs.size(), 6U);
  const model::Signals first = at(components, 0.5), last = at(components, 1);
  EXPECT_EQ(first.reals, (std::vector<double>{1500, 5}));
  EXPECT_EQ(first.discretes[0], Discrete(std::int64_t{1}));
  EXPECT_EQ(first.discretes[1], Discrete(std::int64_t{1}));
  EXPECT_EQ(first.discretes[2], Discrete(std::int64_t{2}));
  EXPECT_EQ(first.discretes[3], Discrete(std::string("a")));
  EXPECT_EQ(last.discretes[1], Discrete(std::int64_t{0}));
  EXPECT_EQ(last.discretes[2], Discrete(std::int64_t{1}));
}

// A double has 53 bits, and a table is read as doubles.
TEST_F(InputTable, ReadsLargeWholeNumbersExactly) {
  const Components components = read(
      "time,count\n0,9007199254740993\n1,9007199254740992\n2,-9223372036854775807\n"
      "3,9007199254740993\n");
  const auto count = [&](double t) {
    return std::get<std::int64_t>(at(components, t).discretes[0]);
  };
  EXPECT_EQ(count(0), 9007199254740993);
  EXPECT_EQ(count(1), 9007199254740992);
  EXPECT_EQ(count(2), -9223372036854775807);
  EXPECT_EQ(count(3), 9007199254740993);
  EXPECT_TRUE(contains(refused("time,count\n0,9223372036854775808\n"), "takes a whole number"));
}

TEST_F(InputTable, ReadsBinariesAsResultsShowThem) {
  const Components components = read("time,bytes\n0,\"666f6f\"\n1,\"00FF\"\n2,\"\"\n");
  EXPECT_EQ(at(components, 0).discretes[0], Discrete(std::string("foo")));
  EXPECT_EQ(at(components, 1).discretes[0], Discrete(std::string("\0\xFF", 2)));
  EXPECT_EQ(at(components, 2).discretes[0], Discrete(std::string()));
  EXPECT_TRUE(contains(refused("time,bytes\n0,\"foo\"\n"), "hexadecimal digits"));
  EXPECT_TRUE(contains(refused("time,bytes\n0,12\n"), "hexadecimal digits in quotes, not 12"));
}

TEST_F(InputTable, MayDriveTunableParametersWithAWarning) {
  (void)read("time,u\n0,1\n");
  for (const Bell& bell : bells_.rung()) EXPECT_NE(bell.code, BellCode::parameter_driven);
  const Components components = read("time,adjusted\n0,1\n1,3\n");
  EXPECT_EQ(components[0].request.inputs.size(), 1U);
  EXPECT_EQ(at(components, 0.5).reals, std::vector<double>{1});  // held, not interpolated
  EXPECT_EQ(at(components, 1).reals, std::vector<double>{3});
  const auto is_it = [](const Bell& bell) { return bell.code == BellCode::parameter_driven; };
  const auto found = std::ranges::find_if(bells_.rung(), is_it);
  ASSERT_NE(found, bells_.rung().end());
  EXPECT_TRUE(contains(found->message, "'adjusted' is a tunable parameter, not an input"));
}

TEST_F(InputTable, MistakesAreExplained) {
  EXPECT_TRUE(contains(refused("time,uu\n0,1\n"), "there is no input 'uu'. Did you mean 'u'?"));
  EXPECT_TRUE(contains(refused("time,x\n0,1\n"), "a table can drive inputs only"));
  EXPECT_TRUE(contains(refused("time,gain\n0,1\n"), "Set its value with [parameters] or --set"));
  EXPECT_TRUE(contains(refused("time,u [K]\n0,1\n"), "K cannot be converted to W"));
  EXPECT_TRUE(contains(refused("time,u\n0,high\n"), "takes a number, not 'high'"));
  EXPECT_TRUE(contains(refused("time,u\n0,1\n1,\n"), "at t = 1: u is of type Real"));
  EXPECT_TRUE(contains(refused("time,count\n0,1.5\n"), "takes a whole number, not 1.5"));
  EXPECT_TRUE(contains(refused("time,mode\n0,warm\n"), "\"warm\" is not a value of mode"));
  EXPECT_TRUE(contains(refused("time,word\n0,3\n"), "a string in quotes"));
  EXPECT_TRUE(contains(refused("time,u\n1,3\n0,2\n"), "the time decreases from 1 to 0"));
  EXPECT_TRUE(contains(refused("time,u\n"), "has no rows"));
  EXPECT_TRUE(contains(refused("time,u,tank.u\n0,1,1\n"), "this input has two columns"));
}

TEST_F(InputTable, AnInputHasOneDriver) {
  const std::string text = two + "[connections]\n\"a.u\" = \"b.x\"\n";
  const OpenOptions w = reading("time,a.u\n0,1\n");
  EXPECT_TRUE(
      contains(test::refusal<Error>([&] { system_of(text, w, bells_); }),
               "'a.u' has a column here but is also driven by the connection at s.toml:5:1"));
  OpenOptions both = reading("time,u\n0,1\n");
  both.set = {"u=1"};
  EXPECT_TRUE(
      contains(test::refusal<Error>([&] { single(both, bells_); }), "'u' is driven by the table"));
}

TEST_F(InputTable, IsFeltByAModel) {
  const Components components = read("time,u\n0,0\n2,4\n");
  EXPECT_TRUE(components.alone());
  cosim::Coupling coupling = build(components, {}, bells_);
  model::Component& component = coupling.component(0);
  double y = 0;
  component.begin(0, 2);
  component.evaluate({}, {{&y, 1}, {}});
  component.start();
  component.advance({}, 0, 2, {{&y, 1}, {}});
  EXPECT_NEAR(y, 4, 1e-12);
}

TEST_F(InputTable, DrivesACoSimulationComponentToo) {
  OpenOptions w = reading("time,u\n0,1\n1,1\n1,3\n2,3\n");
  w.interface = "cs";
  cosim::Coupling coupling = build(single(w, bells_), {}, bells_);
  model::Component& component = coupling.component(0);
  EXPECT_TRUE(component.shape().inputs.empty());
  double y = 0;
  component.begin(0, 2);
  component.evaluate({}, {{&y, 1}, {}});
  component.start();
  component.advance({}, 0, 2, {{&y, 1}, {}});
  EXPECT_EQ(y, 4);
}

}  // namespace
}  // namespace bw::run::inputs_test
