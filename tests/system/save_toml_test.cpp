#include "system/save_toml.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "support/contains.h"
#include "system/load_msim.h"
#include "system/load_toml.h"

namespace bw::system::save_toml_test {
namespace {

using test::contains;

constexpr double infinity = std::numeric_limits<double>::infinity();

System again(const System& system) {
  const std::string text = save_toml(system, system.file);
  try {
    return load_toml(text, system.file);
  } catch (const std::exception& error) {
    ADD_FAILURE() << error.what() << "\n" << text;
    return {};
  }
}

void expect_same(const std::vector<Value>& a, const std::vector<Value>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i], b[i]) << text(a[i]);
}

// But for positions.
void expect_same(const System& a, const System& b) {
  ASSERT_EQ(a.components.size(), b.components.size());
  for (std::size_t i = 0; i < a.components.size(); ++i) {
    EXPECT_EQ(a.components[i].name, b.components[i].name);
    EXPECT_EQ(a.components[i].file.lexically_normal(), b.components[i].file.lexically_normal());
    EXPECT_EQ(a.components[i].interface, b.components[i].interface);
  }
  ASSERT_EQ(a.connections.size(), b.connections.size());
  for (std::size_t i = 0; i < a.connections.size(); ++i) {
    EXPECT_EQ(a.connections[i].target.text(), b.connections[i].target.text());
    EXPECT_EQ(a.connections[i].source.text(), b.connections[i].source.text());
    EXPECT_EQ(a.connections[i].gain, b.connections[i].gain);
    EXPECT_EQ(a.connections[i].offset, b.connections[i].offset);
    EXPECT_EQ(a.connections[i].unit, b.connections[i].unit);
  }
  ASSERT_EQ(a.parameters.size(), b.parameters.size());
  for (std::size_t i = 0; i < a.parameters.size(); ++i) {
    EXPECT_EQ(a.parameters[i].target.text(), b.parameters[i].target.text());
    expect_same({a.parameters[i].value}, {b.parameters[i].value});
  }
  ASSERT_EQ(a.settings.size(), b.settings.size());
  for (std::size_t i = 0; i < a.settings.size(); ++i) {
    EXPECT_EQ(a.settings[i].key, b.settings[i].key);
    expect_same(a.settings[i].values, b.settings[i].values);
  }
}

System of_components(const std::vector<ComponentEntry>& components) {
  System system;
  system.file = "some/where/s.toml";
  system.components = components;
  return system;
}

TEST(SaveToml, ReadsAsAPersonWouldWriteIt) {
  System s =
      of_components({{"prey", "some/where/prey.fmu", {}}, {"predator", "some/p.fmu", {}, "me"}});
  s.connections.push_back({{"predator", "x"}, {"prey", "x"}, 2.5, -1, "", {}});
  s.connections.push_back({{"prey", "y"}, {"predator", "y"}, 1, 3, "kg", {}});
  s.parameters.push_back({{"prey", "A"}, 0.1, {}});
  s.settings.push_back({"stop", {100.0}, {}});
  s.settings.push_back({"record", {std::string("prey.*"), std::string("!prey.z")}, {}});
  s.remarks.push_back({"hMax", "hMax has no effect.", {"some/p.msim", 7, 1}});
  EXPECT_EQ(save_toml(s, s.file), R"(# p.msim:7:1: hMax has no effect.

[components]
prey     = "prey.fmu"
predator = { file = "../p.fmu", interface = "me" }

[connections]
"predator.x" = "2.5 * prey.x - 1"
"prey.y"     = { from = "predator.y", offset = 3.0, unit = "kg" }

[parameters]
"prey.A" = 0.1

[run]
stop   = 100.0
record = ["prey.*", "!prey.z"]
)");
  expect_same(again(s), s);
}

TEST(SaveToml, ColumnsThatAreHeldAreNamed) {
  System s = of_components({{"t", "some/where/t.csv", {}, "", {}, false, {"a", "b c"}}});
  EXPECT_TRUE(contains(save_toml(s, s.file), "t = { file = \"t.csv\", held = [\"a\", \"b c\"] }"));
}

TEST(SaveToml, AnIsolatedComponentStaysOne) {
  System s = of_components({{"p", "some/where/p.fmu", {}, "cs", {}, true}});
  EXPECT_TRUE(contains(save_toml(s, s.file),
                       "p = { file = \"p.fmu\", interface = \"cs\", isolate = true }"));
  EXPECT_TRUE(again(s).components[0].isolated);
}

TEST(SaveToml, FilesAreNamedAsTheyStandFromTheTarget) {
  System s = of_components({{"a", "some/where/sub/a.fmu", {}}});
  EXPECT_TRUE(contains(save_toml(s, "some/t.toml"), "\"where/sub/a.fmu\""));
  EXPECT_TRUE(contains(save_toml(s, "t.toml"), "\"some/where/sub/a.fmu\""));
  EXPECT_TRUE(contains(save_toml(s, "other/t.toml"), "\"../some/where/sub/a.fmu\""));
  s.components[0].file = "/opt/models/a.fmu";
  EXPECT_TRUE(contains(save_toml(s, "some/t.toml"), "\"/opt/models/a.fmu\"")) << "as it was";
  s.file = "/home/me/s.msim";
  EXPECT_TRUE(contains(save_toml(s, "/home/me/t.toml"), "\"/opt/models/a.fmu\""));
  s.components[0].file = "/home/me/sub/a.fmu";
  EXPECT_TRUE(contains(save_toml(s, "/home/me/t.toml"), "\"sub/a.fmu\""));
  EXPECT_TRUE(contains(save_toml(s, "/home/you/t.toml"), "\"../me/sub/a.fmu\""));
}

TEST(SaveToml, RemarksAreCommentsWhateverIsInThem) {
  System s = of_components({{"a", "some/where/a.fmu", {}}});
  s.remarks.push_back({"x", "two\nlines and a \x7F.", {"p.msim", 1, 1}});
  EXPECT_TRUE(contains(save_toml(s, s.file), "# p.msim:1:1: two lines and a  .\n"));
  expect_same(again(s), s);
}

const std::vector<std::string> odd_words = {"x",
                                            "a b",
                                            "\"",
                                            "\\",
                                            "\n\t\r",
                                            std::string("\0\x1F\x7F", 3),
                                            "gr\xC3\xBC\xC3\x9F",
                                            "der(x)",
                                            "2nd",
                                            "x[1,2]",
                                            "'q.w'",
                                            "-y",
                                            "a-b",
                                            "#",
                                            "=",
                                            "a*b",
                                            "1e5",
                                            "inf",
                                            ""};

TEST(SaveToml, OddNamesAndTextsComeBack) {
  for (const std::string& word : odd_words) {
    if (word.empty()) continue;
    std::string component = word;
    std::erase(component, '.');
    System s = of_components({{component, "some/where/a.fmu", {}}});
    s.connections.push_back({{component, word}, {component, word + ".z"}, 2, 0, "", {}});
    s.parameters.push_back({{component, word}, word, {}});
    s.settings.push_back({word, {word, true}, {}});
    expect_same(again(s), s);
  }
}

TEST(SaveToml, NumbersComeBackToTheLastBit) {
  System s = of_components({{"a", "some/where/a.fmu", {}}});
  for (const double number :
       {0.0, 100.0, -0.1, 1e300, 5e-324, 1.0 / 3, 1e21, 123456789012345680.0, infinity, -infinity})
    s.settings.push_back({"k" + std::to_string(s.settings.size()), {number}, {}});
  s.settings.push_back({"whole", {std::int64_t{-7}}, {}});
  s.settings.push_back({"most", {std::numeric_limits<std::int64_t>::max()}, {}});
  s.settings.push_back({"none", {}, {}});
  expect_same(again(s), s);
}

// Systems by dice: what is written reads back as the same.
TEST(SaveToml, AnySystemComesBack) {
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): the same in every run
  const auto pick = [&](std::size_t count) { return static_cast<std::size_t>(random()) % count; };
  const auto word = [&] { return odd_words[pick(odd_words.size() - 1)]; };
  const auto number = [&] {
    return std::ldexp(static_cast<double>(random()) - 2e9, static_cast<int>(pick(80)) - 60);
  };
  const auto value = [&]() -> Value {
    switch (pick(4)) {
      case 0: return number();
      case 1: return static_cast<std::int64_t>(random()) - 7;
      case 2: return pick(2) == 0;
      default: return odd_words[pick(odd_words.size())];
    }
  };
  for (int trial = 0; trial < 300; ++trial) {
    System s = of_components({});
    for (std::size_t k = 0; k < 1 + pick(4); ++k) {
      std::string name = word() + std::to_string(k);
      std::erase(name, '.');
      s.components.push_back(
          {name,
           "some/" + std::string(pick(2) == 0 ? "where/" : "") + "f " + std::to_string(k) + ".fmu",
           {},
           pick(3) == 0 ? "cs" : ""});
    }
    const auto component = [&] { return s.components[pick(s.components.size())].name; };
    for (std::size_t k = 0; k < pick(5); ++k)
      s.connections.push_back({{component(), word() + std::to_string(k)},
                               {component(), word()},
                               pick(2) == 0 ? 1.0 : number(),
                               pick(2) == 0 ? 0.0 : number(),
                               pick(4) == 0 ? "kg" : "",
                               {}});
    for (std::size_t k = 0; k < pick(4); ++k)
      s.parameters.push_back({{component(), word() + std::to_string(k)}, value(), {}});
    for (std::size_t k = 0; k < pick(4); ++k) {
      Setting setting{word() + std::to_string(k), {}, {}};
      for (std::size_t i = 0; i < pick(3); ++i) setting.values.push_back(value());
      s.settings.push_back(setting);
    }
    expect_same(again(s), s);
    if (testing::Test::HasFailure()) FAIL() << save_toml(s, s.file);
  }
}

TEST(SaveToml, AMasterSimProjectComesBack) {
  const System s = load_msim(
      "simulator 0 0 \"a b\" #0 \"x\\\\y z.fmu\"\nsimulator 1 1 t #0 t.csv\ntEnd 3 d\n"
      "graph t.c \"a b.in put\" 1 -2\nparameter \"a b.p\" \"C:\\\\x\\n\"\nwriteInternalVariables "
      "yes\n",
      "some/where/p.msim");
  expect_same(again(s), s);
}

}  // namespace
}  // namespace bw::system::save_toml_test
