#include <gtest/gtest.h>

#include "fmi/description/build_description.h"
#include "support/fmi/description_bench.h"

namespace bw::fmi::description_build_test {
namespace {

using test::rules;
using Words = std::vector<std::string>;

BuildDescription parsed(const std::string& inside, Words expected = {}) {
  Report report;
  BuildDescription found = BuildDescription::parse(
      "<?xml version='1.0' encoding='UTF-8'?><fmiBuildDescription fmiVersion='3.0'>" + inside +
          "</fmiBuildDescription>",
      "b.xml", report);
  EXPECT_EQ(rules(report.findings()), expected);
  return found;
}

TEST(BuildDescription, EverythingIsRead) {
  const auto found = parsed(
      "<BuildConfiguration modelIdentifier='m' platform='x86_64-linux' description='d'>"
      "<SourceFileSet name='s' language='C99' compiler='gcc' compilerOptions='-O2 -g'>"
      "<SourceFile name='a.c'/><SourceFile name='b.c'/><PreprocessorDefinition name='N' value='3' "
      "optional='true' description='e'><Option value='3'/><Option value='4'/>"
      "</PreprocessorDefinition><IncludeDirectory name='inc'/></SourceFileSet>"
      "<Library name='hdf5' version='&gt;=1.8' external='true' description='f'/>"
      "</BuildConfiguration>");
  EXPECT_EQ(found.fmi_version, "3.0");
  ASSERT_EQ(found.configurations.size(), 1U);
  const BuildConfiguration& configuration = found.configurations[0];
  EXPECT_EQ(configuration.model_identifier, "m");
  EXPECT_EQ(configuration.platform, "x86_64-linux");
  EXPECT_EQ(configuration.description, "d");
  const SourceFileSet& set = configuration.sets.at(0);
  EXPECT_EQ(set.name, "s");
  EXPECT_EQ(set.language, "C99");
  EXPECT_EQ(set.compiler, "gcc");
  EXPECT_EQ(set.compiler_options, "-O2 -g");
  EXPECT_EQ(set.files, (Words{"a.c", "b.c"}));
  EXPECT_EQ(set.include_directories, Words{"inc"});
  const PreprocessorDefinition& definition = set.definitions.at(0);
  EXPECT_EQ(definition.name, "N");
  EXPECT_EQ(definition.value, "3");
  EXPECT_EQ(definition.description, "e");
  EXPECT_TRUE(definition.optional);
  EXPECT_EQ(definition.options, (Words{"3", "4"}));
  const LibraryNeeded& library = configuration.libraries.at(0);
  EXPECT_EQ(library.name, "hdf5");
  EXPECT_EQ(library.version, ">=1.8");
  EXPECT_EQ(library.description, "f");
  EXPECT_TRUE(library.external);
}

TEST(BuildDescription, WhatIsWrongIsFound) {
  parsed("", {"error element-missing"});
  parsed("<BuildConfiguration/>", {"error attribute-missing"});
  parsed("<BuildConfiguration modelIdentifier='m'><SourceFileSet/></BuildConfiguration>",
         {"warning build-source-missing"});
}

TEST(BuildDescription, SourceFilesOfFmi2AreTheSame) {
  const auto sources = [](const char* element, const char* identifier) {
    return fmt::format(
        "<{0} modelIdentifier='{1}'><SourceFiles><File name='{1}.c'/></SourceFiles></{0}>", element,
        identifier);
  };
  const auto both = [&](const char* me, const char* cs) {
    return BuildDescription::of(
        test::parsed({.before = sources("ModelExchange", me) + sources("CoSimulation", cs)}));
  };
  const auto found = both("a", "b");
  ASSERT_EQ(found.configurations.size(), 2U);
  EXPECT_EQ(found.configurations[0].model_identifier, "b");
  EXPECT_EQ(found.configurations[0].sets.at(0).files, Words{"b.c"});
  EXPECT_EQ(both("a", "a").configurations.size(), 1U);
  EXPECT_TRUE(BuildDescription::of(test::parsed({})).configurations.empty());
}

}  // namespace
}  // namespace bw::fmi::description_build_test
