// What `check` finds where the files of a system are open: rules and places.

#include <gtest/gtest.h>

#include "base/bell.h"
#include "run/open/open_system.h"
#include "support/contains.h"
#include "support/scratch_folder.h"
#include "support/ssp_text.h"
#include "system/system.h"

namespace bw::run::examine_test {
namespace {

using namespace test;

const char* const model = R"(model Box
  input Real u(unit = "cm", start = 0);
  input Boolean b(start = false);
  input Integer n[2](each start = 0);
  parameter Real k(unit = "cm") = 1;
  output Real y(unit = "m");
  output Real mass(unit = "kg");
  output Boolean on;
  output Real x(start = 0, fixed = true);
equation
  y = u + k + n[1] + n[2];
  mass = if b then 1 else 2;
  on = time > 0.5;
  der(x) = 1;
end Box;
)";

class Examine : public testing::Test {
 protected:
  std::string examined(const std::string& content) {
    write_file(folder / "box.mo", model);
    write_file(folder / "x.ssd",
               ssd(elements(component("a", "box.mo", "") + component("b", "box.mo", "")) + "\n" +
                   content));
    Bells bells;
    const system::System system = system::load_partly(folder / "x.ssd");
    const Report report = examine_system(system, {}, bells);
    std::string all;
    for (const Finding& one : report.findings())
      all +=
          std::string(one.rule) + " " + std::to_string(one.place.line) + " " + one.sentence + "\n";
    return all;
  }
  std::string wired(const std::string& from, const std::string& to, const std::string& how = "") {
    return examined(connections(connection(from, to, how)));
  }
  ScratchFolder folder;
};

struct Broken {
  const char *from, *to, *rule, *how = "";
};

TEST_F(Examine, FindsWhatDoesNotFitTogether) {
  for (const Broken& one :
       {Broken{"a.y", "b.none", "variable-unknown"}, Broken{"a.y", "b.k", "connection-causality"},
        Broken{"a.y", "b.y", "connection-causality"}, Broken{"a.on", "b.u", "connection-type"},
        Broken{"a.mass", "b.u", "connection-unit"}, Broken{"a.on", "b.n", "connection-size"},
        Broken{"a.on", "b.b", "connection-map", "<ssc:LinearTransformation factor='2'/>"}}) {
    const std::string said = wired(one.from, one.to, one.how);
    EXPECT_TRUE(contains(said, std::string(one.rule) + " 5 ")) << one.from << " " << one.to;
  }
}

TEST_F(Examine, FindsAnInputThatIsDrivenTwice) {
  EXPECT_TRUE(contains(examined(connections(connection("a.y", "b.u") + connection("b.u", "a.x"))),
                       "input-driven-twice 5 "));
}

TEST_F(Examine, FindsValuesThatDoNotFit) {
  write_file(folder / "v.ssv", parameter_set("\n" + real("b.b", "0.5")));
  const std::string said = examined(
      "<ssd:ParameterBindings><ssd:ParameterBinding source='v.ssv'/>"
      "</ssd:ParameterBindings>");
  EXPECT_TRUE(contains(said, "value-unusable 2 ")) << said;
}

TEST_F(Examine, FindsNothingWhereAllFits) { EXPECT_EQ(wired("a.y", "b.u"), ""); }

}  // namespace
}  // namespace bw::run::examine_test
