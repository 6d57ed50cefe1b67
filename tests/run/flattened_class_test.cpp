// Classes of packages, flattened by a program that stands for OpenModelica's compiler.

#include "run/open/flattened_class.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::run::flattened_class_test {
namespace {

using test::contains;
using test::Outcome;
using test::write_file;

class FlattenedClass : public test::ProgramTest {
 protected:
  FlattenedClass() {
    std::filesystem::create_directory(scratch / "bin");
    write_file(scratch / "Lib.mo",
               "package Lib model Decay Real x(start = k); parameter Real k = "
               "2; equation der(x) = -x; end Decay; end Lib;");
  }

  // Counts its calls; reads the script as omc does, as far as these tests need.
  void install(const std::string& behaviour) const {
    const std::string omc = scratch / "bin/omc";
    write_file(omc, "#!/bin/sh\necho call >> '" + (scratch / "calls") +
                        "'\ngrep -q 'instantiateModel(Lib.Decay)' \"$1\" || { echo 'Error: Class "
                        "not found'; exit 0; }\n" +
                        behaviour);
    std::filesystem::permissions(omc, std::filesystem::perms::owner_all);
  }

  Outcome bellwether(const std::string& words) const {
    const int code = shell("PATH='" + (scratch / "bin") + ":/usr/bin:/bin' XDG_CACHE_HOME='" +
                           (scratch / "cache") + "' '" BW_PROGRAM "' " + words + " > out 2> err");
    return {code, contents("out"), contents("err")};
  }

  static constexpr const char* good =
      "cat > model.bmo <<'END'\n//! base 0.1.0\npackage 'Decay'\n  model 'Decay'\n    parameter "
      "Real 'k' = 2.0;\n    Real 'x'(start = 'k', fixed = true);\n  equation\n    der('x') = "
      "-'x';\n    annotation(experiment(StopTime = 1.0));\n  end 'Decay';\nend 'Decay';\nEND\n";
};

TEST_F(FlattenedClass, RunsAClassOfAPackage) {
  install(good);
  const Outcome outcome = bellwether("run Lib.mo --class Lib.Decay --set k=3");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "TRUSTED"));
  EXPECT_TRUE(exists("Lib.Decay.csv"));
  EXPECT_EQ(bellwether("info Lib.mo --class Lib.Decay").code, 0);
  EXPECT_EQ(bellwether("check Lib.mo --class Lib.Decay").code, 0);
  EXPECT_EQ(contents("calls"), "call\n");  // kept since the first time
  write_file(scratch / "Lib.mo", contents("Lib.mo") + "\n");
  EXPECT_EQ(bellwether("info Lib.mo --class Lib.Decay").code, 0);
  EXPECT_EQ(contents("calls"), "call\ncall\n");
}

TEST_F(FlattenedClass, SaysWhatIsMissing) {
  const Outcome none = bellwether("run Lib.mo --class Lib.Decay");
  EXPECT_EQ(none.code, 2);
  EXPECT_TRUE(contains(none.err, "not on the PATH"));
  EXPECT_TRUE(contains(none.err, "instantiateModel(Lib.Decay)"));
  install(good);
  const Outcome wrong = bellwether("run Lib.mo --class Lib.Growth");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_TRUE(contains(wrong.err, "Class not found"));
  EXPECT_EQ(bellwether("run Lib.mo --class 'Lib;exit()'").code, 1);
  EXPECT_EQ(bellwether("run Lib.fmu --class Lib").code, 1);
  EXPECT_EQ(bellwether("info gone.mo --class Lib").code, 2);
  EXPECT_TRUE(contains(bellwether("run Lib.mo").err, "--class"));
}

}  // namespace
}  // namespace bw::run::flattened_class_test
