#include "fmi/compile/compile_plan.h"

#include <gtest/gtest.h>

#include "support/fmi/compile_bench.h"

namespace bw::fmi::compile_plan_test {
namespace {

using test::contains;

class CompilePlanTest : public CompileTest {};

std::string build(const std::string& set, const std::string& attributes = "") {
  return "<fmiBuildDescription fmiVersion=\"3.0\"><BuildConfiguration modelIdentifier=\"prey\" " +
         attributes + ">" + set + "</BuildConfiguration></fmiBuildDescription>";
}

TEST_F(CompilePlanTest, OfListedFilesOnlyThoseAreCompiled) {
  const Sources sources = {{"prey.c", answers_42}, {"sub/x.c", "int x;"}, {"broken.c", "?"}};
  EXPECT_EQ(answer(sources, description(Version::fmi2, {"prey.c", "sub/x.c"})), 42);
}

TEST_F(CompilePlanTest, AListedFileThatIsMissingIsNamed) {
  const fs::path file = fmu({{"prey.c", answers_42}, {"f.f90", "end"}});
  const auto said = [&](const char* name) {
    return refusal(file, description(Version::fmi2, {name}));
  };
  EXPECT_TRUE(contains(said("pray.c"), "'pray.c', which is not in the folder sources/"));
  EXPECT_TRUE(contains(said("pray.c"), "Did you mean 'prey.c'?"));
  EXPECT_TRUE(contains(said("../modelDescription.xml"), "is not in the folder"));
  EXPECT_TRUE(contains(said("f.f90"), "neither C nor C++"));
}

TEST_F(CompilePlanTest, WithoutAListAllThatNobodyIncludesIsCompiled) {
  EXPECT_EQ(answer({{"all.c", answers_42}, {"other.c", "?"}}, description()), 42);
  const std::string includes = "#include \"frame.c\"\n#include <up.h>\n" + answers_42;
  EXPECT_EQ(answer({{"prey.c", includes}, {"frame.c", "int f;"}, {"sub/up.h", ""}},
                   description(Version::fmi1)),
            42);
}

TEST_F(CompilePlanTest, CAndCppLiveInOneLibrary) {
  const std::string cpp =
      "#include <string>\nextern \"C\" int two() {\n"
      "  std::string s(40, 'x'); return (int)s.size() + 2; }\n";
  const std::string c = "int two(void); int class = 0; int answer(void) { return two(); }\n";
  EXPECT_EQ(answer({{"a.c", c}, {"b.cpp", cpp}}, description()), 42);
}

TEST_F(CompilePlanTest, TheModelIdentifierOfFmi1IsGivenWhereNoneIsDefined) {
  const std::string use =
      "#define N(a) a##_f\n#define M(a) N(a)\nint M(MODEL_IDENTIFIER)(void) "
      "{ return 0; }\n";
  const auto finds = [&](const std::string& source, const char* symbol) {
    return Binary(compile(fmu({{"a.c", source}}), description(Version::fmi1))).find(symbol);
  };
  EXPECT_NE(finds(use, "prey_f"), nullptr);
  EXPECT_NE(finds("#define MODEL_IDENTIFIER own\n" + use, "own_f"), nullptr);
}

TEST_F(CompilePlanTest, FunctionsOfFmi2HaveNoPrefixWhereTheSourcesCanDoWithout) {
  for (const std::string macro : {"DISABLE_PREFIX", "FMI2_OVERRIDE_FUNCTION_PREFIX"})
    EXPECT_EQ(answer({{"a.c",
                       "#ifndef " + macro + "\n#define answer prey_answer\n#endif\n" + answers_42}},
                     description()),
              42);
}

TEST_F(CompilePlanTest, ABuildDescriptionSaysWhatHowAndForWhom) {
  const std::string set =
      R"(<SourceFileSet language="C99" compilerOptions="-fno-builtin -fplugin=x.so">
    <SourceFile name="src/prey.c"/><PreprocessorDefinition name="ANSWER" value="41 + 1"/>
    <PreprocessorDefinition name="ANSWER_MORE" optional="true"/>
    <IncludeDirectory name="inc"/><IncludeDirectory name="../out"/></SourceFileSet>)";
  const std::string source =
      "#include \"more.h\"\n#ifdef ANSWER_MORE\n#error\n#endif\n"
      "int answer(void) { return ANSWER; }\n";
  const Sources sources = {{"buildDescription.xml", build(set)},
                           {"src/prey.c", source},
                           {"inc/more.h", ""},
                           {"broken.c", "?"}};
  EXPECT_EQ(answer(sources, description(Version::fmi3)), 42);
  const std::string& said = bells_.rung().at(0).message;
  EXPECT_TRUE(contains(said,
                       "left out: the compiler option '-fplugin=x.so', the include "
                       "directory '../out'."));
}

TEST_F(CompilePlanTest, ABuildDescriptionForOthersIsRefused) {
  const auto said = [&](const std::string& xml) {
    return refusal(fmu({{"buildDescription.xml", xml}, {"a.c", ""}}), description(Version::fmi3));
  };
  const std::string set = "<SourceFileSet><SourceFile name=\"a.c\"/></SourceFileSet>";
  EXPECT_TRUE(contains(said(build(set, "platform=\"toaster\"")), "'prey' on 'toaster'"));
  EXPECT_TRUE(
      contains(said(build("<SourceFileSet><SourceFile name=\"b.c\"/></SourceFileSet>")), "'b.c'"));
  const fs::path bare = fmu({{"a.c", ""}});
  EXPECT_TRUE(contains(refusal(bare, description(Version::fmi3)), "sources/buildDescription.xml"));
}

}  // namespace
}  // namespace bw::fmi::compile_plan_test
