#include "fmi/compile/compile.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "base/run_control.h"
#include "support/fmi/compile_bench.h"

namespace bw::fmi::compile_test {
namespace {

using test::contains;

std::string build_of(const std::string& file) {
  return "<fmiBuildDescription fmiVersion=\"3.0\"><BuildConfiguration modelIdentifier=\"prey\">"
         "<SourceFileSet><SourceFile name=\"" +
         file + "\"/></SourceFileSet></BuildConfiguration></fmiBuildDescription>";
}

TEST_F(CompileTest, SourcesBecomeALibraryThatRunsAndANoteSaysSo) {
  const fs::path library = compile(fmu({{"prey.c", answers_42}}, "the prey.fmu"), description());
  EXPECT_NE(Binary(library).find("answer"), nullptr);
  EXPECT_EQ(library.parent_path(), scratch_ / "cache/bellwether/compiled");
  ASSERT_EQ(bells_.rung().size(), 1U);
  EXPECT_EQ(bells_.rung()[0].code, BellCode::fmu_compiled);
  EXPECT_EQ(bells_.rung()[0].severity, Severity::note);
  for (const std::string piece : {"the prey.fmu", "cc'", library.c_str()})
    EXPECT_TRUE(contains(bells_.rung()[0].message, piece));
}

TEST_F(CompileTest, WhatWasCompiledOnceIsTakenFromTheCacheWithoutABell) {
  count_calls();
  const fs::path library = compile(fmu({{"prey.c", answers_42}}), description());
  EXPECT_EQ(calls(), 2);  // compile and link
  const auto rung = bells_.rung().size();
  EXPECT_EQ(compile(fmu({{"prey.c", answers_42}}, "copy.fmu"), description()), library);
  EXPECT_EQ(calls(), 2);
  EXPECT_EQ(bells_.rung().size(), rung);
  EXPECT_EQ(bells_.rung().back().count, 1);
  EXPECT_TRUE(contains(log_, "compiled before"));
}

TEST_F(CompileTest, EveryChangeGivesAnotherLibrary) {
  const Sources sources = {{"prey.c", answers_42}, {"value.h", "1"}};
  const fs::path first = compile(fmu(sources), description());
  EXPECT_NE(compile(fmu({{"prey.c", answers_42}, {"value.h", "2"}}), description()), first);
  Description other = description();
  other.interfaces[0]->model_identifier = "predator";
  EXPECT_NE(compile(fmu(sources), other), first);
  EXPECT_NE(compile(fmu(sources), description(Version::fmi1)), first);
  count_calls();
  EXPECT_NE(compile(fmu(sources), description()), first);
}

TEST_F(CompileTest, AnEmptyLibraryInTheCacheIsMadeAgain) {
  const fs::path library = compile(fmu({{"prey.c", answers_42}}), description());
  test::write_file(library.string(), "");
  EXPECT_NE(Binary(compile(fmu({{"prey.c", answers_42}}), description())).find("answer"), nullptr);
}

TEST_F(CompileTest, ABrokenSourceIsRefusedWithTheWordsOfTheCompiler) {
  const std::string said = refusal(fmu({{"prey.c", "int answer( { }\n"}}), description());
  for (const char* piece : {"cc' ended with code 1", "sources/prey.c:1", "error:", "Correct"})
    EXPECT_TRUE(contains(said, piece));
  EXPECT_TRUE(fs::is_empty(scratch_ / "cache/bellwether/compiled"));
}

TEST_F(CompileTest, AFunctionThatIsNowhereIsRefused) {
  const std::string source = "int other(void);\nint answer(void) { return other(); }\n";
  EXPECT_TRUE(contains(refusal(fmu({{"prey.c", source}}), description()), "other"));
}

TEST_F(CompileTest, TheFirstErrorOfTheCompilerIsInTheSentence) {
  const Sources sources = {{"prey.c", "#include \"deep.h\"\n" + answers_42},
                           {"deep.h", "#include \"gone.h\"\n"}};
  const std::string said = refusal(fmu(sources), description());
  EXPECT_TRUE(
      contains(said.substr(0, said.find('\n')),
               "deep.h:1:10: fatal error: gone.h: No such file or directory; the compiler"));
}

TEST_F(CompileTest, TheHeadersThatTheStandardLeavesToTheImporterAreThere) {
  const std::string fmi_2 =
      "#include \"fmi2Functions.h\"\n"
      "const char* fmi2GetVersion(void) { return fmi2Version; }\n"
      "fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean last) {\n"
      "  return c && h > 0 && t >= 0 && last == fmi2True ? fmi2OK : fmi2Discard; }\n";
  const std::string fmi_3 =
      "#include \"fmi3Functions.h\"\n"
      "const char* fmi3GetVersion(void) { return fmi3Version; }\n"
      "fmi3Status fmi3Reset(fmi3Instance instance) { return instance ? fmi3OK : fmi3Error; }\n";
  EXPECT_NE(Binary(compile(fmu({{"a.c", fmi_2}}), description(Version::fmi2))).find("fmi2DoStep"),
            nullptr);
  const Sources sources_3 = {{"a.c", fmi_3}, {"buildDescription.xml", build_of("a.c")}};
  EXPECT_NE(Binary(compile(fmu(sources_3), description(Version::fmi3))).find("fmi3Reset"), nullptr);
}

// The two interfaces of FMI 1.0 have headers of their own, which share most of their names.
TEST_F(CompileTest, TheHeadersOfFmi1PutTheModelIdentifierBeforeNames) {
  const std::string model =
      "#include \"fmiModelFunctions.h\"\n"
      "const char* fmiGetModelTypesPlatform() { return fmiModelTypesPlatform; }\n"
      "fmiComponent fmiInstantiateModel(fmiString n, fmiString g, fmiCallbackFunctions f,\n"
      "  fmiBoolean log) { return f.allocateMemory(1, 8); }\n"
      "fmiStatus fmiSetTime(fmiComponent c, fmiReal t) { return fmiOK; }\n";
  const std::string slave =
      "#include \"fmiFunctions.h\"\n"
      "const char* fmiGetTypesPlatform() { return fmiPlatform; }\n"
      "static fmiCallbackFunctions mine;\n"
      "fmiStatus fmiCancelStep(fmiComponent c) { mine.stepFinished(c, fmiPending); return fmiOK; "
      "}\n";
  const auto finds = [&](const std::string& source, const char* symbol) {
    return Binary(compile(fmu({{"a.c", source}}), description(Version::fmi1))).find(symbol);
  };
  EXPECT_NE(finds(model, "prey_fmiSetTime"), nullptr);
  EXPECT_NE(finds("#define MODEL_IDENTIFIER own\n" + model, "own_fmiInstantiateModel"), nullptr);
  EXPECT_NE(finds(slave, "prey_fmiCancelStep"), nullptr);
}

TEST_F(CompileTest, HeadersOfTheFmuComeBeforeOurs) {
  const std::string types =
      "#ifndef fmi2TypesPlatform_h\n#define fmi2TypesPlatform_h\n"
      "#define fmi2TypesPlatform \"own\"\ntypedef void* fmi2Component;\n"
      "typedef void* fmi2ComponentEnvironment;\ntypedef void* fmi2FMUstate;\n"
      "typedef unsigned int fmi2ValueReference;\ntypedef double fmi2Real;\n"
      "typedef int fmi2Integer;\ntypedef int fmi2Boolean;\ntypedef char fmi2Char;\n"
      "typedef const char* fmi2String;\ntypedef char fmi2Byte;\n#endif\n";
  const std::string source =
      "#include \"fmi2Functions.h\"\nint answer(void) { return fmi2TypesPlatform[0] == 'o' ? 42 "
      ": 0; }\n";
  EXPECT_EQ(answer({{"a.c", source}, {"fmi2TypesPlatform.h", types}}, description()), 42);
}

TEST_F(CompileTest, OldCAndTextsForSeveralVersionsAreCompiled) {
  const std::string old =
      "#include <minmax.h>\nint bool = 1;\nanswer() { return max(later(), bool); }\n"
      "int later() { return 42; }\n";
  EXPECT_EQ(answer({{"a.c", old}}, description(Version::fmi1)), 42);
  const std::string several =
      "#ifdef FMI_COSIMULATION\n#if FMI_VERSION == 2\n" + answers_42 + "#endif\n#endif\n";
  EXPECT_EQ(answer({{"a.c", several}}, description()), 42);
}

TEST_F(CompileTest, ACompilationIsAnnouncedAndItsFilesAreCounted) {
  std::vector<std::string> announced, phases;
  RunControl control;
  control.on_announcement = [&](const std::string& sentence) { announced.push_back(sentence); };
  control.on_phase = [&](const char* phase) { phases.emplace_back(phase); };
  const ControlScope scope(control);
  const Sources sources = {{"prey.c", answers_42}, {"other.c", "int other;\n"}};
  (void)compile(fmu(sources), description());
  ASSERT_EQ(announced.size(), 1U);
  EXPECT_TRUE(contains(announced[0], "compiling the sources of "));
  EXPECT_TRUE(contains(announced[0], "a.fmu (2 files) with '"));
  const std::vector<std::string> expected = {"compiling the FMU", "compiling the FMU, file 1 of 2",
                                             "compiling the FMU, file 2 of 2"};
  EXPECT_EQ(phases, expected);
  (void)compile(fmu(sources), description());  // from the cache
  EXPECT_EQ(announced.size(), 1U);
}

TEST_F(CompileTest, WithoutACompilerItSaysWhatToInstall) {
  set("PATH", scratch_.path().c_str());
  EXPECT_TRUE(contains(refusal(fmu({{"a.c", ""}}), description()), "the package gcc"));
  EXPECT_TRUE(contains(refusal(fmu({{"a.cpp", ""}}), description()), "the package g++"));
  set("CC", "acme-cc -O");
  EXPECT_TRUE(contains(refusal(fmu({{"a.c", ""}}), description()), "'acme-cc -O', which"));
}

TEST_F(CompileTest, ManyAtOnceDoNoHarm) {
  const fs::path file = fmu({{"prey.c", answers_42}});
  std::vector<fs::path> libraries(4);
  std::vector<std::thread> threads;
  for (fs::path& library : libraries)
    threads.emplace_back([&file, &library] {
      Bells bells;
      const Archive archive(file, bells);
      library = compile_library(archive, description(), Interface::co_simulation, bells, {});
    });
  for (std::thread& thread : threads) thread.join();
  for (const fs::path& library : libraries) EXPECT_EQ(library, libraries[0]);
  EXPECT_NE(Binary(libraries[0]).find("answer"), nullptr);
  EXPECT_EQ(std::distance(fs::directory_iterator(libraries[0].parent_path()), {}), 1);
}

TEST_F(CompileTest, ACacheThatOthersCanWriteToIsNotUsed) {
  fs::create_directories(scratch_ / "cache/bellwether/compiled");
  chmod((scratch_ / "cache/bellwether/compiled").c_str(), 0777);
  const fs::path library = compile(fmu({{"prey.c", answers_42}}), description());
  EXPECT_NE(library.parent_path(), scratch_ / "cache/bellwether/compiled");
  EXPECT_NE(Binary(library).find("answer"), nullptr);
  set("XDG_CACHE_HOME", nullptr);
  set("HOME", nullptr);
  EXPECT_EQ(compile(fmu({{"prey.c", answers_42}}), description()), library);
}

TEST_F(CompileTest, SourcesAreNoticedWhenThereAreAny) {
  const auto has = [&](const Sources& sources, const Description& described) {
    const Archive archive(fmu(sources), bells_);
    return has_sources(archive, described, Interface::co_simulation);
  };
  EXPECT_TRUE(has({{"a.c", ""}}, description()));
  EXPECT_TRUE(has({}, description(Version::fmi2, {"gone.c"})));
  EXPECT_FALSE(has({{"readme.txt", ""}}, description()));
  EXPECT_FALSE(has({{"a.c", ""}}, Description()));
}

}  // namespace
}  // namespace bw::fmi::compile_test
