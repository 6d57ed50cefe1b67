#include "fmi/compile/compile.h"

#include <gtest/gtest.h>

#include <thread>

#include "support/fmi/compile_bench.h"

namespace bw::fmi::compile_test {
namespace {

using test::contains;

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

TEST_F(CompileTest, MissingHeadersOfTheStandardComeWithAdvice) {
  const fs::path file = fmu({{"prey.c", "#include \"fmi2Functions.h\"\n" + answers_42}});
  EXPECT_TRUE(contains(refusal(file, description()), "CPATH"));
  fs::create_directory(scratch_ / "headers");
  test::write_file(scratch_ / "headers/fmi2Functions.h", "");
  set("CPATH", (scratch_ / "headers").c_str());
  EXPECT_TRUE(contains(refusal(file, description()), "compiled: "));
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
