#include "system/load_toml.h"

#include <gtest/gtest.h>

#include <random>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::system::load_toml_test {
namespace {

using test::contains;
using Words = std::vector<std::string>;

System load(std::string_view text) { return load_toml(text, "some/where/s.toml"); }

std::string complaint(std::string_view text) {
  return test::refusal<InputError>([&] { load(text); });
}

std::size_t lines(const std::string& text) {
  return 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Two components on lines 1 to 3, so that what follows begins on line 4.
std::string with_components(const std::string& rest) {
  return "[components]\nprey = 'prey.fmu'\npredator = 'predator.fmu'\n" + rest;
}

Words targets(const System& system) {
  Words names;
  for (const Connection& connection : system.connections) names.push_back(connection.target.text());
  return names;
}

TEST(Toml, AWholeSystemIsRead) {
  const System s = load(R"([components]
prey     = "prey.fmu"
predator = { file = "sub/predator.fmu" }

[connections]
"predator.x" = "prey.x"
"prey.y"     = { from = "predator.y", gain = 2, offset = -1.5, unit = "kg" }

[parameters]
"prey.A" = 0.1
"prey.n" = 3
"prey.on" = true
"prey.P" = "3 kW"

[run]
stop = 100
tolerance = 1e-6
record = ["prey.*", "predator.y"]
)");
  EXPECT_EQ(s.file, "some/where/s.toml");
  ASSERT_EQ(s.components.size(), 2u);
  EXPECT_EQ(s.components[0].name, "prey");
  EXPECT_EQ(s.components[0].file, "some/where/prey.fmu");
  EXPECT_EQ(s.components[1].name, "predator");
  EXPECT_EQ(s.components[1].file, "some/where/sub/predator.fmu");
  EXPECT_EQ(s.components[1].position.text(), "some/where/s.toml:3:1");

  ASSERT_EQ(s.connections.size(), 2u);
  EXPECT_EQ(s.connections[0].target.text(), "predator.x");
  EXPECT_EQ(s.connections[0].source.text(), "prey.x");
  EXPECT_EQ(s.connections[0].gain, 1);
  EXPECT_EQ(s.connections[0].offset, 0);
  EXPECT_EQ(s.connections[0].unit, "");
  EXPECT_EQ(s.connections[0].position.text(), "some/where/s.toml:6:1");
  EXPECT_EQ(s.connections[1].target.text(), "prey.y");
  EXPECT_EQ(s.connections[1].source.text(), "predator.y");
  EXPECT_EQ(s.connections[1].gain, 2);
  EXPECT_EQ(s.connections[1].offset, -1.5);
  EXPECT_EQ(s.connections[1].unit, "kg");

  ASSERT_EQ(s.parameters.size(), 4u);
  EXPECT_EQ(s.parameters[0].target.text(), "prey.A");
  EXPECT_EQ(s.parameters[0].value, Value(0.1));
  EXPECT_EQ(s.parameters[1].value, Value(std::int64_t{3}));
  EXPECT_EQ(s.parameters[2].value, Value(true));
  EXPECT_EQ(s.parameters[3].value, Value(std::string("3 kW")));
  EXPECT_EQ(s.parameters[3].position.line, 13);

  ASSERT_EQ(s.settings.size(), 3u);
  EXPECT_EQ(s.settings[0].key, "stop");
  EXPECT_EQ(s.settings[0].values, std::vector<Value>{std::int64_t{100}});
  EXPECT_EQ(s.settings[1].values, std::vector<Value>{1e-6});
  EXPECT_EQ(s.settings[2].values,
            (std::vector<Value>{std::string("prey.*"), std::string("predator.y")}));
}

TEST(Toml, TheOrderOfTheFileIsKept) {
  const System s = load(R"([components]
zebra = "1.fmu"
ant = "2.fmu"
Mouse = "3.fmu"
[connections]
"zebra.z" = "ant.y"
"ant.b" = "zebra.y"
"Mouse.a" = "ant.y"
[run]
stop = 1
master = "jacobi"
)");
  EXPECT_EQ(s.components[0].name, "zebra");
  EXPECT_EQ(s.components[1].name, "ant");
  EXPECT_EQ(s.components[2].name, "Mouse");
  EXPECT_EQ(targets(s), (Words{"zebra.z", "ant.b", "Mouse.a"}));
  EXPECT_EQ(s.settings[0].key, "stop");
  EXPECT_EQ(s.settings[1].key, "master");
}

TEST(Toml, SectionsMayStandInAnyOrder) {
  const System s = load("[connections]\n'b.x' = 'a.y'\n[components]\nb = 'b.fmu'\na = 'a.fmu'\n");
  EXPECT_EQ(s.components.size(), 2u);
  EXPECT_EQ(s.connections.size(), 1u);
}

TEST(Toml, ComponentsMayBeSectionsOfTheirOwn) {
  const System s = load("[components.b]\nfile = 'b.fmu'\n[components.a]\nfile = 'a.fmu'\n");
  ASSERT_EQ(s.components.size(), 2u);
  EXPECT_EQ(s.components[0].name, "b");
  EXPECT_EQ(s.components[1].name, "a");
}

TEST(Toml, AnAbsoluteFileStaysAbsolute) {
  EXPECT_EQ(load("[components]\na = '/models/a.fmu'\n").components[0].file, "/models/a.fmu");
}

TEST(Toml, NestedAndQuotedNamesMeanTheSame) {
  for (const char* connections : {"[connections]\n\"prey.in.y[1]\" = 'predator.y'\n",
                                  "[connections]\nprey.in.'y[1]' = 'predator.y'\n",
                                  "[connections.prey]\n'in.y[1]' = 'predator.y'\n",
                                  "[connections.prey.in]\n'y[1]' = 'predator.y'\n",
                                  "[connections]\nprey = { 'in.y[1]' = 'predator.y' }\n",
                                  "[connections]\nprey.\"in.y[1]\" = { from = 'predator.y' }\n",
                                  "[connections.\"prey.in.y[1]\"]\nfrom = 'predator.y'\n"}) {
    SCOPED_TRACE(connections);
    System s;
    ASSERT_NO_THROW(s = load(with_components(connections)));
    ASSERT_EQ(s.connections.size(), 1u);
    EXPECT_EQ(s.connections[0].target.component, "prey");
    EXPECT_EQ(s.connections[0].target.variable, "in.y[1]");
    EXPECT_EQ(s.connections[0].source.text(), "predator.y");
  }
}

TEST(Toml, AVariableMayBeCalledFromOrGain) {
  System s;
  ASSERT_NO_THROW(
      s = load(with_components("[connections]\nprey.from = 'predator.y'\nprey.gain = 'predator.y'\n"
                               "[parameters]\npredator.from = 3\npredator.a.from = 4\n")));
  EXPECT_EQ(targets(s), (Words{"prey.from", "prey.gain"}));
  EXPECT_EQ(s.parameters[0].target.text(), "predator.from");
  EXPECT_EQ(s.parameters[1].target.text(), "predator.a.from");
}

TEST(Toml, NamesMayHoldAnyLetters) {
  const System s = load(
      "[components]\n\"Wärmepumpe\" = 'w.fmu'\n'heat-pump 2' = 'h.fmu'\n"
      "[connections]\n\"Wärmepumpe.ϑ\" = { from = 'heat-pump 2.T' }\n");
  EXPECT_EQ(s.components[0].name, "Wärmepumpe");
  EXPECT_EQ(s.connections[0].source.component, "heat-pump 2");
}

TEST(Toml, AConnectionMayBeAnExpression) {
  const System s = load(with_components("[connections]\n'prey.y' = '2.5 * predator.y + 1'\n"));
  EXPECT_EQ(s.connections[0].gain, 2.5);
  EXPECT_EQ(s.connections[0].offset, 1);
}

TEST(Toml, BadTomlIsRefusedWithItsPlace) {
  EXPECT_TRUE(contains(complaint("[components]\nprey = \n"), "some/where/s.toml:2:"));
  EXPECT_TRUE(contains(complaint("[parts\n"), "some/where/s.toml:1:"));
  EXPECT_TRUE(contains(complaint("[components]\n\n\nprey == 'x'\n"), "some/where/s.toml:4:"));
  EXPECT_TRUE(contains(complaint("[components]\nprey = 'a\xff.fmu'\n"), "some/where/s.toml:2:"));
}

TEST(Toml, AKeyThatStandsTwiceIsRefused) {
  const std::string said = complaint("[components]\nprey = 'a.fmu'\nprey = 'b.fmu'\n");
  EXPECT_TRUE(contains(said, "some/where/s.toml:3:"));
  EXPECT_TRUE(contains(said, "'prey' is given twice"));
  EXPECT_TRUE(
      contains(complaint(with_components("[connections]\n\"prey.y\" = \"predator.y\"\n\"prey.y\" = "
                                         "\"predator.y\"\n")),
               "'\"prey.y\"' is given twice"));
}

TEST(Toml, AnUnknownSectionIsRefusedWithTheNearestName) {
  const std::string said = complaint(with_components("[connection]\n'prey.y' = 'predator.y'\n"));
  EXPECT_EQ(
      said,
      "some/where/s.toml:4:2: section [connection] is not known. Did you mean 'connections'?");
  EXPECT_TRUE(contains(complaint(with_components("[something]\n")),
                       "Known: components, connections, parameters, run."));
}

TEST(Toml, AKeyOutsideOfAllSectionsIsRefused) {
  EXPECT_TRUE(
      contains(complaint("stop = 3\n[components]\na = 'a.fmu'\n"), "some/where/s.toml:1:1: "));
}

TEST(Toml, ASectionThatIsNoneIsRefused) {
  EXPECT_EQ(complaint("connections = 3\n[components]\na = 'a.fmu'\n"),
            "some/where/s.toml:1:1: 'connections' must be a section: [connections]");
  EXPECT_TRUE(contains(complaint("components = ['a.fmu']\n"), "'components' must be a section"));
  EXPECT_TRUE(
      contains(complaint("[[components]]\na = 'a.fmu'\n"), "'components' must be a section"));
}

TEST(Toml, ASystemWithoutComponentsIsRefused) {
  for (const char* text : {"", "\n# nothing\n", "[components]\n", "[run]\nstop = 1\n"})
    EXPECT_TRUE(contains(complaint(text), "some/where/s.toml: there are no components")) << text;
}

TEST(Toml, WithoutComponentsTheConnectionsAreNotReportedToo) {
  const std::string said = complaint("[compoments]\na = 'a.fmu'\n[connections]\n'a.x' = 'a.y'\n");
  EXPECT_EQ(said,
            "some/where/s.toml:1:2: section [compoments] is not known. Did you mean 'components'?");
}

TEST(Toml, AComponentNeedsAFile) {
  for (const char* wrong : {"5", "''", "true", "[]", "{}", "{ file = 5 }", "{ file = '' }"}) {
    const std::string said = complaint("[components]\n  prey = " + std::string(wrong) + "\n");
    EXPECT_EQ(said, "some/where/s.toml:2:3: component 'prey' needs a file: prey = \"prey.fmu\"");
  }
}

TEST(Toml, AComponentWithAMistakeIsNotUnknownToo) {
  EXPECT_EQ(lines(complaint("[components]\na = 5\nb = 'b.fmu'\n[connections]\n'a.x' = 'b.y'\n"
                            "[parameters]\n'a.p' = 1\n")),
            1u);
}

TEST(Toml, AnUnknownKeyOfAComponentIsRefusedWithTheNearestName) {
  const std::string said = complaint("[components]\nprey = { file = 'p.fmu', fiel = 3 }\n");
  EXPECT_EQ(
      said,
      "some/where/s.toml:2:26: key 'fiel' of component 'prey' is not known. Did you mean 'file'?");
}

TEST(Toml, AComponentsNameNeitherBeginsNorEndsWithADot) {
  for (const char* name : {".b", "a."})
    EXPECT_TRUE(contains(
        complaint("[components]\n'" + std::string(name) + "' = 'a.fmu'\n"),
        "some/where/s.toml:2:1: '" + std::string(name) + "' cannot be the name of a component"));
  EXPECT_TRUE(contains(complaint("[components]\n'' = 'a.fmu'\n"),
                       "s.toml:2:1: '' cannot be the name of a component"));
}

TEST(Toml, NamesOfComponentsMayContainDotsAndTheLongestIsMeant) {
  const System s = load_toml(
      "[components]\na = 'a.fmu'\n'a.b' = 'b.fmu'\n[connections]\n'a.b.u' = '2 * a.y'\n"
      "a.u = { from = 'a.b.y.z', gain = 3 }\n[parameters]\n'a.b.p' = 1\n",
      "s.toml");
  EXPECT_EQ(s.components[1].name, "a.b");
  EXPECT_EQ(s.connections[0].target.component, "a.b");
  EXPECT_EQ(s.connections[0].source.component, "a");
  EXPECT_EQ(s.connections[1].source.component, "a.b");
  EXPECT_EQ(s.connections[1].source.variable, "y.z");
  EXPECT_EQ(s.parameters[0].target.component, "a.b");
}

TEST(Toml, AConnectionMayMapDiscreteValues) {
  const System s = load_toml(
      with_components("[connections]\n'prey.m' = { from = 'predator.n', local = true, map = { 1 = "
                      "3, -2 = 'low', on = true } }\n"),
      "s.toml");
  const Connection& connection = s.connections.front();
  EXPECT_TRUE(connection.from_local);
  ASSERT_EQ(connection.stages.size(), 1u);
  const std::vector<std::pair<std::string, std::string>> wanted = {
      {"1", "3"}, {"-2", "low"}, {"on", "true"}};
  EXPECT_EQ(connection.stages.front().map, wanted);
}

TEST(Toml, AWrongMapIsRefused) {
  const auto said = [](const std::string& details) {
    return complaint(
        with_components("[connections]\n'prey.m' = { from = 'predator.n', " + details + " }\n"));
  };
  EXPECT_TRUE(contains(said("map = 3"), "map of the connection to 'prey.m' must name values"));
  EXPECT_TRUE(contains(said("map = {}"), "must name values: { 1 = 3, 2 = 5 }"));
  EXPECT_TRUE(contains(said("map = { 1 = 2.5 }"), "not to 2.5."));
  EXPECT_TRUE(
      contains(said("map = { 1 = 2 }, gain = 3"), "has a map, which is for discrete values"));
  EXPECT_TRUE(
      contains(said("local = 1"), "local of the connection to 'prey.m' must be true or false"));
}

TEST(Toml, AnUnknownComponentIsRefusedWithTheNearestName) {
  EXPECT_EQ(complaint(with_components("[connections]\n'prey.y' = '2 * predatr.y'\n")),
            "some/where/s.toml:5:1: there is no component 'predatr' (in 'predatr.y'). Did you mean "
            "'predator'?");
  EXPECT_TRUE(contains(complaint(with_components("[connections]\n  'Prey.y' = 'predator.y'\n")),
                       "some/where/s.toml:5:3: there is no component 'Prey'"));
  EXPECT_TRUE(contains(
      complaint(with_components("[parameters]\n'wolf.A' = 3\n")),
      "some/where/s.toml:5:1: there is no component 'wolf' (in 'wolf.A'). Known: prey, predator."));
}

TEST(Connections, AnInputThatIsAlreadyDrivenIsRefused) {
  for (const char* connections :
       {"[connections]\n'prey.y' = 'predator.y'\nprey.y = 'predator.z'\n",
        "[connections]\nprey.y = 'predator.y'\n'prey.y' = 'predator.z'\n"}) {
    const std::string said = complaint(with_components(connections));
    EXPECT_TRUE(contains(said, "input 'prey.y' is connected twice"));
    EXPECT_TRUE(contains(said, "some/where/s.toml:5:"));
    EXPECT_TRUE(contains(said, "some/where/s.toml:6:"));
    EXPECT_EQ(lines(said), 1u);
  }
  EXPECT_TRUE(contains(complaint(with_components("[connections]\nprey.a.b = 'predator.y'\n"
                                                 "prey.'a.b' = 'predator.z'\n")),
                       "input 'prey.a.b' is connected twice"));
  EXPECT_TRUE(contains(complaint(with_components(
                           "[connections]\n'prey.y' = 'predator.y'\n'prey.y' = 'predator.y'\n")),
                       "some/where/s.toml:6:"))
      << "the same spelling twice is already no TOML";
}

TEST(Connections, OneOutputMayDriveManyInputs) {
  EXPECT_EQ(load(with_components("[connections]\n'prey.a' = 'predator.y'\n'prey.b' = 'predator.y'\n"
                                 "'predator.a' = 'predator.y'\n"))
                .connections.size(),
            3u);
}

TEST(Connections, TheTargetReadsComponentDotVariable) {
  for (const char* key : {"'prey'", "'prey.'", "'.x'", "''"})
    EXPECT_TRUE(
        contains(complaint(with_components("[connections]\n" + std::string(key) + " = 'prey.x'\n")),
                 "some/where/s.toml:5:1: "))
        << key;
}

TEST(Connections, WhatDrivesMustBeAnOutput) {
  for (const char* wrong : {"5", "true", "['predator.y']", "1979-05-27", "{ from = 5 }"})
    EXPECT_TRUE(contains(
        complaint(with_components("[connections]\n'prey.y' = " + std::string(wrong) + "\n")),
        "some/where/s.toml:5:1: the connection to 'prey.y' must name an output"))
        << wrong;
  EXPECT_TRUE(
      contains(complaint(with_components("[connections]\n'prey.y' = { from = 'predator' }\n")),
               "some/where/s.toml:5:1: 'predator' is not of the form component.variable"));
  EXPECT_TRUE(contains(complaint(with_components("[connections]\n'prey.y' = 'predator.y *'\n")),
                       "some/where/s.toml:5:1: "));
}

TEST(Connections, AnUnknownKeyIsRefusedWithTheNearestName) {
  EXPECT_EQ(
      complaint(with_components("[connections]\n'prey.y' = { from = 'predator.y', gian = 2 }\n")),
      "some/where/s.toml:5:35: key 'gian' of the connection to 'prey.y' is not known. Did you mean "
      "'gain'?");
}

TEST(Connections, AMisspeltOriginIsReportedAsSuch) {
  const std::string said =
      complaint(with_components("[connections]\n'prey.y' = { form = 'predator.y' }\n"));
  EXPECT_TRUE(contains(said, "key 'form' of the connection to 'prey.y' is not known"));
  EXPECT_TRUE(contains(said, "Did you mean 'from'?"));
  EXPECT_TRUE(contains(complaint(with_components("[connections]\nprey.y = { gain = 2 }\n")),
                       "the connection to 'prey.y' must name an output"));
}

TEST(Connections, GainAndOffsetAreFiniteNumbers) {
  for (const char* wrong :
       {"gain = 'two'", "gain = true", "offset = nan", "offset = -inf", "gain = inf", "gain = []"})
    EXPECT_TRUE(
        contains(complaint(with_components("[connections]\n'prey.y' = { from = 'predator.y', " +
                                           std::string(wrong) + " }\n")),
                 "must be a finite number"))
        << wrong;
  EXPECT_TRUE(
      contains(complaint(with_components("[connections]\n'prey.y' = { from = 'predator.y', gain = "
                                         "'two' }\n")),
               "some/where/s.toml:5:42: gain"));
}

TEST(Connections, AUnitIsAText) {
  EXPECT_TRUE(contains(
      complaint(with_components("[connections]\n'prey.y' = { from = 'predator.y', unit = 3 }\n")),
      "unit must be a string"));
}

TEST(Parameters, AreGivenOnce) {
  const std::string said = complaint(with_components("[parameters]\n'prey.A' = 1\nprey.A = 2\n"));
  EXPECT_TRUE(contains(said, "'prey.A' is given twice"));
  EXPECT_TRUE(contains(said, "some/where/s.toml:6:"));
}

TEST(Parameters, OfAnArrayAreAListOfItsElementsRowAfterRow) {
  const System s = load(with_components("[parameters]\nprey.A = [[1, 2.5], [3, 4]]\n"));
  EXPECT_EQ(s.parameters.at(0).value, Value(std::string("1 2.5 3 4")));
  EXPECT_TRUE(contains(complaint(with_components("[parameters]\nprey.A = ['a', 'b']\n")),
                       "the elements of an array must be numbers"));
}

TEST(Components, MayNameTheirInterface) {
  const System s = load("[components]\na = { file = 'a.fmu', interface = 'me' }\nb = 'b.fmu'\n");
  EXPECT_EQ(s.components[0].interface, "me");
  EXPECT_EQ(s.components[1].interface, "");
  EXPECT_FALSE(s.single);
  EXPECT_TRUE(contains(complaint("[components]\na = { file = 'a.fmu', interface = 2 }\n"),
                       "the interface of component 'a' must be a string"));
}

TEST(Parameters, AreNumbersTextsOrTruthValues) {
  for (const char* wrong : {"1979-05-27", "12:00:00", "[12:00:00]"})
    EXPECT_TRUE(
        contains(complaint(with_components("[parameters]\nprey.A = " + std::string(wrong) + "\n")),
                 "'prey.A' must be a number, a string or true/false"))
        << wrong;
}

TEST(RunSection, HoldsValuesAndListsOfValues) {
  EXPECT_TRUE(
      contains(complaint(with_components("[run]\nstop = { a = 1 }\n")), "'stop' must be a number"));
  EXPECT_TRUE(contains(complaint(with_components("[run]\nrecord = ['a', ['b']]\n")),
                       "some/where/s.toml:5:16: 'record' must be a number"));
  EXPECT_TRUE(load(with_components("[run]\nrecord = []\n")).settings[0].values.empty());
}

TEST(Toml, ThreeMistakesAreReportedAsThree) {
  const std::string said =
      complaint(with_components("[connections]\n'prey.y' = 'wolf.y'\n'bear.y' = "
                                "'predator.y'\n'predator.x' = '1 / prey.x'\n"));
  EXPECT_EQ(lines(said), 3u) << said;
  EXPECT_TRUE(contains(said, "s.toml:5:1: there is no component 'wolf'"));
  EXPECT_TRUE(contains(said, "\nsome/where/s.toml:6:1: there is no component 'bear'"));
  EXPECT_TRUE(contains(said, "\nsome/where/s.toml:7:1: only division by a number"));
}

TEST(Toml, GarbageIsRefusedOrRead) {
  const Words pieces = {"[components]",
                        "[connections]",
                        "[run]",
                        "[parameters]",
                        "[[connections]]",
                        "\n",
                        "\n",
                        "\n",
                        "prey",
                        "a",
                        "'a.x'",
                        "a.x",
                        ".",
                        "=",
                        "=",
                        "=",
                        "'a.y'",
                        "'p.fmu'",
                        "{",
                        "}",
                        "[",
                        "]",
                        ",",
                        "from",
                        "file",
                        "gain",
                        "1",
                        "-1.5",
                        "nan",
                        "\"\"",
                        "'",
                        "\"",
                        "ä",
                        "#",
                        "1979-05-27",
                        "'2*a.x+1'",
                        "\xff",
                        "\\u12",
                        "'''",
                        "true"};
  std::mt19937_64 random(3);
  int read_well = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    std::string text = trial % 2 == 0 ? "[components]\na = 'a.fmu'\n" : "";
    for (std::size_t k = random() % 14; k > 0; --k)
      text += trial % 7 == 0 ? std::string(1, static_cast<char>(random()))
                             : pieces[random() % pieces.size()];
    try {
      EXPECT_FALSE(load(text).components.empty()) << text;
      ++read_well;
    } catch (const InputError& error) {
      EXPECT_TRUE(contains(error.what(), "some/where/s.toml"));
    }
  }
  EXPECT_GT(read_well, 50) << "or the garbage is too bad to test anything";
}

TEST(Toml, DeepNestingIsRefusedNotACrash) {
  EXPECT_TRUE(
      contains(complaint("[components]\na = " + std::string(100'000, '[')), "some/where/s.toml:"));
  std::string deep = "[components]\na = 'a.fmu'\n[connections]\na";
  for (int k = 0; k < 200; ++k) deep += ".b";
  EXPECT_EQ(load(deep + " = 'a.y'\n").connections.size(), 1u);
}

TEST(Toml, ATableIsAComponent) {
  const System s = load(
      "[components]\na = 'w.csv'\nb = { file = 'sub/w.TSV', held = ['rain', 'switch'] }\n"
      "c = { file = 'w.csv', held = [] }\n");
  EXPECT_TRUE(s.components[0].held.empty());
  EXPECT_EQ(s.components[1].held, (Words{"rain", "switch"}));
  EXPECT_EQ(s.components[1].file, "some/where/sub/w.TSV");
  EXPECT_TRUE(s.components[2].held.empty());
  EXPECT_EQ(load("[components]\na = { file = 'a.fmu', allow = ['network'] }\n").components[0].allow,
            Words{"network"});
}

TEST(Toml, HeldBelongsToTablesAndInterfacesDoNot) {
  EXPECT_TRUE(contains(complaint("[components]\na = { file = 'a.fmu', allow = 'network' }\n"),
                       "allow of component 'a' must be a list: [\"network\", \"processes\"]"));
  EXPECT_TRUE(contains(complaint("[components]\na = { file = 'a.fmu', allow = ['all'] }\n"),
                       "allow of component 'a' must be network, processes, files=PATH"));
  EXPECT_TRUE(contains(complaint("[components]\na = { file = 'a.csv', allow = ['network'] }\n"),
                       "is a table, which needs no allow"));
  EXPECT_EQ(complaint("[components]\na = { file = 'a.fmu', held = ['x'] }\n"),
            "some/where/s.toml:2:1: held applies to tables (.csv, .tsv) only, and component 'a' is "
            "the file 'a.fmu'.");
  EXPECT_EQ(complaint("[components]\na = { file = 'a.csv', interface = 'cs' }\n"),
            "some/where/s.toml:2:1: component 'a' is a table and has no interface.");
  EXPECT_TRUE(contains(complaint("[components]\na = { file = 'a.csv', held = 'x' }\n"),
                       "held of component 'a' must be a list of columns"));
  EXPECT_TRUE(contains(complaint("[components]\na = { file = 'a.csv', held = ['x', 1] }\n"),
                       "held of component 'a' must be a list of columns"));
  EXPECT_TRUE(contains(complaint("[components]\na = { file = 'a.csv', hold = ['x'] }\n"),
                       "Did you mean 'held'?"));
}

// toml++ makes a table of each level and destroys them by recursion.
TEST(Toml, NamesAndBracketsOfManyLevelsAreRefused) {
  const auto dotted = [](int levels) {
    std::string name = "a";
    for (int k = 1; k < levels; ++k) name += ".a";
    return name;
  };
  const std::string refusal = "nested more than 200 levels deep";
  EXPECT_TRUE(contains(complaint(dotted(40'000) + " = 1\n"), "s.toml:1:402: names and brackets"));
  for (const std::string& text :
       {dotted(40'000) + " = 1\n", "[" + dotted(40'000) + "]\n", std::string(40'000, '['),
        "x = " + std::string(40'000, '['),
        with_components("[run]\nx.y = { " + dotted(250) + " = 2 }"),
        "[parameters]\nx = { " + dotted(150) + " = { " + dotted(150) + " = 2 } }"})
    EXPECT_TRUE(contains(complaint(text), refusal)) << text.substr(0, 60);
  const std::string quotes =
      with_components("[parameters]\n'prey." + dotted(500) + "' = 1 # " + dotted(500) +
                      "\n\"prey.b.\\\"" + dotted(500) + "\" = \"\"\"" + dotted(300) + "\n" +
                      dotted(300) + "\"\"\"\nprey." + dotted(40) + " = 2.5\n");
  EXPECT_EQ(load(quotes).parameters.size(), 3U);
}

}  // namespace
}  // namespace bw::system::load_toml_test
