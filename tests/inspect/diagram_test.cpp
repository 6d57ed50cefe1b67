#include "inspect/diagram.h"

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/scratch_folder.h"

namespace bw::inspect::diagram_test {
namespace {

using namespace test;

const char* const model = R"(model M
  input Real u(unit = "cm", start = 0);
  input Real w(start = 0);
  output Real y(unit = "m", start = 0, fixed = true);
equation
  der(y) = u + w;
end M;
)";

class SystemDiagram : public testing::Test {
 protected:
  SystemDiagram() { write_file(folder / "m.mo", model); }
  std::string drawn(const std::string& text) const {
    write_file(folder / "x.toml", text);
    return system_svg(folder / "x.toml");
  }
  static std::size_t count(const std::string& text, const std::string& word) {
    std::size_t found = 0;
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
    return found;
  }
  const ScratchFolder folder;
};

TEST_F(SystemDiagram, HasABoxForEachComponentAndALineForEachConnection) {
  const std::string svg = drawn(
      "[components]\na = 'm.mo'\nb = 'm.mo'\n[connections]\n'b.u' = { from = 'a.y', gain = 2 }\n");
  EXPECT_EQ(count(svg, "<rect "), 2u);
  EXPECT_EQ(count(svg, "stroke-width=\"1.4\""), 1u);
  EXPECT_TRUE(contains(svg, ">b</text>"));
  EXPECT_TRUE(contains(svg, "m.mo"));
}

TEST_F(SystemDiagram, SaysUnitsScalingAndOpenInputsInTitles) {
  const std::string svg = drawn(
      "[components]\na = 'm.mo'\nb = 'm.mo'\n[connections]\n'b.u' = { from = 'a.y', gain = 2 }\n");
  EXPECT_TRUE(contains(svg, "<title>a.y [m] × 200 → b.u [cm]</title>")) << svg;
  EXPECT_TRUE(contains(svg, "inputs without a connection: w"));
}

TEST_F(SystemDiagram, ColoursWhatIsInALoop) {
  const std::string components =
      "[components]\na = 'm.mo'\nb = 'm.mo'\nc = 'm.mo'\n[connections]\n";
  const std::string open = drawn(components + "'b.u' = 'a.y'\n'c.u' = 'b.y'\n");
  const std::string closed = drawn(components + "'b.u' = 'a.y'\n'a.u' = 'b.y'\n'c.u' = 'b.y'\n");
  EXPECT_EQ(count(open, "#d1242f"), 0u);
  EXPECT_EQ(count(closed, "fill=\"#d1242f\" fill-opacity"), 2u);            // boxes
  EXPECT_EQ(count(closed, "stroke=\"#d1242f\" stroke-width=\"1.4\""), 2u);  // lines
}

TEST_F(SystemDiagram, DrawsWhatCannotBeOpened) {
  const std::string svg =
      drawn("[components]\na = 'm.mo'\nb = 'none.fmu'\n[connections]\n'b.u' = 'a.y'\n");
  EXPECT_TRUE(contains(svg, "none.fmu"));
  EXPECT_TRUE(contains(svg, "<title>a.y → b.u</title>"));
}

TEST(Diagram, EscapesNames) {
  const std::string hostile = "</title><script>alert(1)</script>";
  const std::string svg =
      to_svg({.components = {{.name = hostile, .kind = hostile, .title = hostile}},
              .connections = {
                  {.from = 0, .output = hostile, .to = 0, .input = hostile, .title = hostile}}});
  EXPECT_FALSE(contains(svg, "<script"));
  EXPECT_TRUE(contains(svg, "&lt;/title&gt;&lt;script"));
}

TEST(Diagram, OfNothingIsAnEmptyPicture) {
  EXPECT_TRUE(contains(to_svg({}), "<svg "));
  EXPECT_TRUE(contains(to_svg({}), "</svg>"));
}

}  // namespace
}  // namespace bw::inspect::diagram_test
