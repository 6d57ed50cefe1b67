// Tables as components of a system, with a blueprint made here for the component that they drive.

#include "run/open/table_blueprint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "run/open/open_system.h"
#include "support/contains.h"
#include "support/model/test_components.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"
#include "system/load_toml.h"

namespace bw::run::table_blueprint_test {
namespace {

using model::Causality;
using model::Variability;
using model::Variable;
using test::contains;

Variable input(std::string name, Type type, Variability variability = Variability::discrete) {
  Variable v = test::variable(std::move(name), type);
  v.causality = Causality::input;
  v.variability = variability;
  v.takes_start = true;
  return v;
}

// Inputs of all kinds.
class House final : public model::Blueprint {
 public:
  House() {
    variables_ = {input("T", Type::real, Variability::continuous),
                  input("level", Type::real),
                  input("count", Type::integer),
                  input("small", Type::integer),
                  input("on", Type::boolean),
                  input("mode", Type::enumeration),
                  input("other_mode", Type::enumeration),
                  input("word", Type::string),
                  test::variable("gain")};
    variables_[0].unit = "K";
    variables_[0].unit_meaning = parse_unit("K");
    variables_[3].highest = 127;
    variables_[5].items = {{"off", 1}, {"low", 2}};
    variables_[6].items = {{"low", 1}, {"off", 2}};
    variables_[8].causality = Causality::parameter;
  }
  const std::vector<Variable>& variables() const override { return variables_; }
  const model::Experiment& experiment() const override { return experiment_; }
  const std::vector<model::Interface>& interfaces() const override { return interfaces_; }
  model::Capabilities capabilities(model::Interface) const override { return {}; }
  std::shared_ptr<const Blueprint> resized(
      const std::vector<std::pair<std::size_t, Value>>&) const override {
    return nullptr;
  }
  std::unique_ptr<model::Component> make(const model::ComponentRequest& request,
                                         Bells&) const override {
    return std::make_unique<test::Integrator>(request.name, 0.0);
  }
  std::unique_ptr<model::Model> make_model(const model::ComponentRequest&, Bells&) const override {
    return nullptr;
  }

 private:
  std::vector<Variable> variables_;
  model::Experiment experiment_;
  std::vector<model::Interface> interfaces_ = {model::Interface::model_exchange,
                                               model::Interface::co_simulation};
};

using Connections = std::vector<std::pair<std::string, std::string>>;  // input of the house, column

class TablesAsComponents : public testing::Test {
 protected:
  Components assembled(const std::string& table, const Connections& connections,
                       const std::string& held = "") {
    test::write_file(scratch_ / "w.csv", table);
    std::string text = "[components]\nw = { file = \"w.csv\", held = [" + held + "] }\n" +
                       "h = \"h.fmu\"\n[connections]\n";
    for (const auto& [to, from] : connections) text += "\"h." + to + "\" = \"w." + from + "\"\n";
    return assembled(text);
  }
  Components assembled(const std::string& text) {
    OpenOptions options;
    options.interface = interface_;
    options.open_file = [](const std::filesystem::path&) { return std::make_shared<House>(); };
    return open_system(system::load_toml(text, scratch_ / "s.toml"), options, bells_);
  }
  std::string refused(const std::string& table, const Connections& connections,
                      const std::string& held = "") {
    std::string words = test::outcome<InputError>([&] { assembled(table, connections, held); });
    for (auto at = words.find(scratch_.path().string()); at != words.npos;
         at = words.find(scratch_.path().string()))
      words.erase(at, scratch_.path().string().size() + 1);
    return words;
  }
  static const Variable& column(const Components& components, std::size_t index) {
    return components[0].blueprint->variables()[index];
  }
  // The connected columns, in the order of the connections, at one time.
  model::Signals at(const Components& components, double t) {
    const auto component = components[0].blueprint->make(components[0].request, bells_);
    const std::size_t reals = model::count_reals(component->shape().outputs);
    model::Signals y{std::vector<double>(reals),
                     std::vector<Discrete>(component->shape().outputs.size() - reals)};
    component->begin(t, t);
    component->evaluate({}, {y.reals, y.discretes});
    return y;
  }

  test::ScratchFolder scratch_;
  Bells bells_;
  std::optional<std::string> interface_;
};

TEST_F(TablesAsComponents, ColumnsAreOutputsWithUnits) {
  const Components components = assembled("time,T [degC],word\n0,1,x\n1,2,y\n", {});
  EXPECT_EQ(column(components, 0).name, "T");
  EXPECT_EQ(column(components, 0).unit, "degC");
  EXPECT_EQ(column(components, 0).unit_meaning->offset, 273.15);
  EXPECT_EQ(column(components, 0).causality, Causality::output);
  EXPECT_EQ(column(components, 0).variability, Variability::continuous);
  EXPECT_EQ(column(components, 1).type, Type::string);
  EXPECT_EQ(column(components, 1).variability, Variability::discrete);
  EXPECT_EQ(components.recorded.size(), 2u);
}

TEST_F(TablesAsComponents, TheConnectionConvertsTheUnit) {
  const Components components = assembled("time,T [degC]\n0,1\n1,2\n", {{"T", "T"}});
  EXPECT_EQ(components.connections.at(0).offset, 273.15);
  EXPECT_EQ(at(components, 0.5).reals, std::vector<double>{1.5});
}

TEST_F(TablesAsComponents, TheTimeMayBeInHoursDaysOrYears) {
  for (const auto& [unit, seconds] :
       std::map<std::string, double>{{"h", 3600}, {"d", 86400}, {"a", 365 * 86400.0}}) {
    const Components components =
        assembled("Time [" + unit + "]\tx\n0\t1\n2\t3\n", {{"level", "x"}});
    EXPECT_EQ(at(components, 2 * seconds).reals, std::vector<double>{3}) << unit;
    EXPECT_EQ(at(components, 1.9 * seconds).reals, std::vector<double>{1}) << unit;
  }
}

TEST_F(TablesAsComponents, AColumnTakesTheTypeOfTheInputsItDrives) {
  const Components components = assembled(
      "time,n,flag,mode,word,code\n0,1,true,low,\"a\",2\n1,-2,0,off,\"b\",1\n",
      {{"count", "n"}, {"on", "flag"}, {"mode", "mode"}, {"word", "word"}, {"other_mode", "code"}});
  EXPECT_EQ(column(components, 0).type, Type::integer);
  EXPECT_EQ(column(components, 1).type, Type::boolean);
  EXPECT_EQ(column(components, 2).type, Type::enumeration);
  EXPECT_EQ(column(components, 3).type, Type::string);
  EXPECT_EQ(column(components, 4).type, Type::enumeration);
  EXPECT_EQ(at(components, 0.9).discretes,
            (std::vector<Discrete>{std::int64_t{1}, std::int64_t{1}, std::int64_t{2}, "a",
                                   std::int64_t{2}}));
  EXPECT_EQ(at(components, 1).discretes,
            (std::vector<Discrete>{std::int64_t{-2}, std::int64_t{0}, std::int64_t{1}, "b",
                                   std::int64_t{1}}));
}

TEST_F(TablesAsComponents, OneColumnMayDriveSeveralInputsOfOneType) {
  const Components components = assembled("time,n\n0,1\n1,2\n", {{"count", "n"}, {"small", "n"}});
  EXPECT_EQ(components.connections.size(), 2u);
  EXPECT_EQ(at(components, 1).discretes, std::vector<Discrete>{std::int64_t{2}});
}

TEST_F(TablesAsComponents, RealsAreLinesUnlessHeldByNameOrByWhatTheyDrive) {
  const std::string table = "time,a,b,c\n0,0,0,0\n1,10,10,10\n";
  EXPECT_EQ(at(assembled(table, {{"T", "a"}}), 0.5).reals, std::vector<double>{5});
  EXPECT_EQ(at(assembled(table, {{"T", "a"}}, "\"a\""), 0.5).reals, std::vector<double>{0});
  EXPECT_EQ(at(assembled(table, {{"level", "b"}}), 0.5).reals, std::vector<double>{0});
  EXPECT_EQ(at(assembled(table, {{"level", "c"}, {"T", "c"}}), 0.5).reals, std::vector<double>{5});
}

TEST_F(TablesAsComponents, ADoubledTimeIsAJump) {
  const Components components = assembled("time,T\n0,0\n1,1\n1,5\n2,5\n", {{"T", "T"}});
  EXPECT_EQ(at(components, 0.5).reals, std::vector<double>{0.5});
  EXPECT_EQ(at(components, 1).reals, std::vector<double>{5});
}

TEST_F(TablesAsComponents, AColumnThatNobodyUsesMayHaveGaps) {
  const Components components = assembled("time,T,seen\n0,0,\n1,1,3\n", {{"T", "T"}});
  EXPECT_EQ(components.recorded.size(), 1u);
  EXPECT_TRUE(contains(refused("time,T\n0,0\n1,\n", {{"T", "T"}}),
                       "w.csv: column 'T' at t = 1: h.T is of type Real and takes a finite "
                       "number, not an empty field."));
}

TEST_F(TablesAsComponents, TheInterfaceOptionIsForFmus) {
  interface_ = "me";
  const Components components = assembled("time,T\n0,0\n", {{"T", "T"}});
  EXPECT_EQ(components[0].request.interface, model::Interface::co_simulation);
  EXPECT_EQ(components[1].request.interface, model::Interface::model_exchange);
}

TEST_F(TablesAsComponents, EachComponentHasItsOwnTypesOfOneFile) {
  test::write_file(scratch_ / "w.csv", "time,x\n0,0\n1,1\n");
  const Components components = assembled(
      "[components]\na = \"w.csv\"\nb = { file = \"w.csv\", held = [\"x\"] }\nh = \"h.fmu\"\n"
      "[connections]\n\"h.on\" = \"a.x\"\n\"h.T\" = \"b.x\"\n");
  EXPECT_EQ(components[0].blueprint->variables()[0].type, Type::boolean);
  EXPECT_EQ(components[1].blueprint->variables()[0].type, Type::real);
  EXPECT_EQ(components[1].blueprint->variables()[0].variability, Variability::discrete);
}

TEST_F(TablesAsComponents, ValuesThatDoNotFitTheTypeAreReportedWithTimeAndPlace) {
  EXPECT_EQ(refused("time,n\n0,1\n3,1.5\n", {{"count", "n"}}),
            "w.csv: column 'n' at t = 3: h.count is of type Integer and takes a whole number, not "
            "1.5.");
  EXPECT_EQ(refused("time,n\n0,1\n3,2\n", {{"on", "n"}}),
            "w.csv: column 'n' at t = 3: h.on is of type Boolean and takes true or false, not 2.");
  EXPECT_TRUE(contains(refused("time,n\n0,1\n3,7\n", {{"mode", "n"}}),
                       "w.csv: column 'n' at t = 3: 7 is not a value of h.mode"));
  EXPECT_TRUE(contains(refused("time,n\n0,low\n3,hot\n", {{"mode", "n"}}),
                       "w.csv: column 'n' at t = 3: \"hot\" is not a value of h.mode"));
  EXPECT_TRUE(
      contains(refused("time,n\n0,1\n", {{"word", "n"}}), "takes a string in quotes, not 1"));
  EXPECT_TRUE(contains(refused("time,n\n0,high\n", {{"T", "n"}}), "takes a number, not 'high'"));
  EXPECT_TRUE(contains(refused("time;n\n0;1,5\n", {{"T", "n"}}),
                       "takes a number with a decimal point, not '1,5'"));
  EXPECT_TRUE(contains(refused("time,n\n0,1\n1,200\n", {{"count", "n"}, {"small", "n"}}),
                       "h.small is of type Integer and takes a whole number from"));
  EXPECT_TRUE(contains(refused("time,n [kW]\n0,1\n", {{"on", "n"}}),
                       "only Real variables have units, but h.on is of type Boolean"));
  EXPECT_EQ(refused("time,n [-]\n0,1\n", {{"on", "n"}}), "accepted");
}

TEST_F(TablesAsComponents, AColumnHasOneTypeAndOneMeaning) {
  EXPECT_EQ(refused("time,x\n0,1\n", {{"T", "x"}, {"on", "x"}}),
            "s.toml:6:1: column 'w.x' drives 'h.on' of type Boolean here, but 'h.T' of type Real "
            "at s.toml:5:1; use one column for each type.");
  EXPECT_EQ(refused("time,x\n0,low\n", {{"mode", "x"}, {"other_mode", "x"}}),
            "s.toml:6:1: column 'w.x' has different values for 'h.other_mode' and for 'h.mode', "
            "which it drives at s.toml:5:1; use one column for each.");
}

TEST_F(TablesAsComponents, MistakesAreExplained) {
  EXPECT_EQ(refused("time,rain\n0,1\n", {}, "\"rian\""),
            "s.toml:2:1: held: the table 'w' has no column 'rian'. Did you mean 'rain'?");
  EXPECT_EQ(refused("time,rain\n0,1\n", {{"T", "rian"}}),
            "s.toml:5:1: component 'w' has no variable 'rian'. Did you mean 'rain'?");
  EXPECT_EQ(refused("time,rain\n", {}), "w.csv: the table has no rows.");
  EXPECT_TRUE(contains(refused("time,rain\n1,1\n0,1\n", {}), "w.csv:3:1: the time decreases"));
  EXPECT_TRUE(contains(refused("time,T\n0,1\n", {{"gain", "T"}}),
                       "'h.gain' is a parameter, but a connection drives an input"));
}

TEST_F(TablesAsComponents, NothingDrivesATable) {
  test::write_file(scratch_ / "w.csv", "time,x\n0,0\n");
  const std::string said = test::refusal<InputError>([&] {
    assembled("[components]\nw = \"w.csv\"\nv = \"w.csv\"\n[connections]\n\"w.x\" = \"v.x\"\n");
  });
  EXPECT_TRUE(contains(said, "'w.x' is an output, but a connection drives an input."));
}

TEST_F(TablesAsComponents, ARunThatLeavesTheTableRings) {
  const Components components = assembled("time,T\n0,0\n1,1\n", {{"T", "T"}});
  Bells bells;
  components[0].blueprint->make(components[0].request, bells)->begin(0, 2);
  ASSERT_EQ(bells.rung().size(), 1u);
  EXPECT_EQ(bells.rung()[0].code, BellCode::input_out_of_table);
}

}  // namespace
}  // namespace bw::run::table_blueprint_test
