#include "system/package_names.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/run_control.h"
#include "support/refusal.h"
#include "system/system.h"

namespace bw::system::package_names_test {
namespace {

PackageNames names() {
  System system;
  system.unpacked.push_back({nullptr, "/private/1", "x.ssp"});
  system.unpacked.push_back({nullptr, "/private/2", "/private/1/in.ssp"});
  return PackageNames(system);
}

TEST(PackageNames, ReplacesEveryPrivateFolder) {
  EXPECT_EQ(names()("/private/1/a.fmu and /private/2/b.fmu, /private/1/c.fmu."),
            "x.ssp/a.fmu and x.ssp/in.ssp/b.fmu, x.ssp/c.fmu.");
  EXPECT_EQ(names()(Bell{.subject = "a", .message = "/private/1/a.fmu was compiled."}).message,
            "x.ssp/a.fmu was compiled.");
}

TEST(PackageNames, IsInRefusals) {
  EXPECT_EQ(test::refusal<InputError>(
                [] { names().in([] { throw InputError("/private/1/a.fmu: it is none."); }); }),
            "x.ssp/a.fmu: it is none.");
}

TEST(PackageNames, IsInAnnouncements) {
  std::string said;
  RunControl control;
  control.on_announcement = [&](const std::string& sentence) { said += sentence; };
  const ControlScope scope(control);
  names().in([] { announce("compiling /private/1/a.fmu"); });
  announce(", once");
  EXPECT_EQ(said, "compiling x.ssp/a.fmu, once");
}

TEST(PackageNames, IsInTheLog) {
  std::string said;
  const Log log = [&](std::string_view line) { said = line; };
  names().named(log)("/private/2/b.fmu: its library was compiled before");
  EXPECT_EQ(said, "x.ssp/in.ssp/b.fmu: its library was compiled before");
  EXPECT_FALSE(names().named({}));
}

}  // namespace
}  // namespace bw::system::package_names_test
