#include "fmi/compile.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <thread>

#include "base/error.h"
#include "fmi/binary.h"
#include "support/contains.h"
#include "support/make_zip.h"
#include "support/scratch_folder.h"

namespace bw::fmi {
namespace {

namespace fs = std::filesystem;
using test::contains;
using Sources = std::map<std::string, std::string>;  // the path in sources/, the text

const std::string answers_42 = "int answer(void) { return 42; }\n";

// A cache of its own, and the environment as it was afterwards.
class CompileTest : public testing::Test {
 protected:
  CompileTest() {
    for (const char* name : {"CC", "CXX", "CPATH"}) set(name, nullptr);
    set("XDG_CACHE_HOME", (scratch_ / "cache").c_str());
  }
  ~CompileTest() override {
    for (const auto& [name, value] : earlier_)
      value ? setenv(name.c_str(), value->c_str(), 1) : unsetenv(name.c_str());
  }

  void set(const std::string& name, const char* value) {
    const char* now = std::getenv(name.c_str());
    earlier_.emplace(name, now != nullptr ? std::optional<std::string>(now) : std::nullopt);
    value != nullptr ? setenv(name.c_str(), value, 1) : unsetenv(name.c_str());
  }

  fs::path fmu(const Sources& sources, const std::string& name = "a.fmu") const {
    std::vector<test::ZipEntry> entries = {{.name = "modelDescription.xml", .bytes = "<a/>"}};
    for (const auto& [path, text] : sources)
      entries.push_back({.name = "sources/" + path, .bytes = text});
    test::write_file(scratch_ / name, test::make_zip(entries));
    return scratch_.path() / name;
  }

  static Description description(Version version = Version::fmi2,
                                 const std::vector<std::string>& listed = {}) {
    Description description;
    description.version = version;
    description.fmi_version = std::to_string(static_cast<int>(version)) + ".0";
    InterfaceDescription interface;
    interface.model_identifier = "prey";
    interface.source_files = listed;
    description.interfaces[static_cast<std::size_t>(Interface::co_simulation)] = interface;
    return description;
  }

  fs::path compile(const fs::path& file, const Description& description) {
    const Archive archive(file, bells_);
    return compile_library(archive, description, Interface::co_simulation, bells_,
                           [this](std::string_view line) { log_ += std::string(line) + "\n"; });
  }
  std::string refusal(const fs::path& file, const Description& description) {
    try {
      return "compiled: " + compile(file, description).string();
    } catch (const InputError& error) {
      EXPECT_TRUE(contains(error.what(), file.string() + ": "));
      return error.what();
    }
  }
  int answer(const Sources& sources, const Description& description) {
    const Binary binary(compile(fmu(sources), description));
    auto* function = reinterpret_cast<int (*)()>(binary.find("answer"));
    return function != nullptr ? function() : -1;
  }

  // A compiler that counts how often it is called.
  void count_calls() {
    const std::string script = scratch_ / "my cc";
    test::write_file(script,
                     "#!/bin/sh\necho call >> '" + (scratch_ / "calls") + "'\nexec cc \"$@\"\n");
    chmod(script.c_str(), 0755);
    set("CC", script.c_str());
  }
  long calls() const {
    const std::string text = test::read_file(scratch_ / "calls");
    return std::count(text.begin(), text.end(), '\n');
  }

  test::ScratchFolder scratch_;
  std::map<std::string, std::optional<std::string>> earlier_;
  Bells bells_;
  std::string log_;
};

std::string build(const std::string& set, const std::string& attributes = "") {
  return "<fmiBuildDescription fmiVersion=\"3.0\"><BuildConfiguration modelIdentifier=\"prey\" " +
         attributes + ">" + set + "</BuildConfiguration></fmiBuildDescription>";
}

TEST_F(CompileTest, sources_become_a_library_that_runs_and_a_note_says_so) {
  const fs::path library = compile(fmu({{"prey.c", answers_42}}, "the prey.fmu"), description());
  EXPECT_NE(Binary(library).find("answer"), nullptr);
  EXPECT_EQ(library.parent_path(), scratch_ / "cache/bellwether/compiled");
  ASSERT_EQ(bells_.rung().size(), 1U);
  EXPECT_EQ(bells_.rung()[0].code, BellCode::fmu_compiled);
  EXPECT_EQ(bells_.rung()[0].severity, Severity::note);
  for (const std::string piece : {"the prey.fmu", "cc'", library.c_str()})
    EXPECT_TRUE(contains(bells_.rung()[0].message, piece));
}

TEST_F(CompileTest, what_was_compiled_once_is_taken_from_the_cache_without_a_bell) {
  count_calls();
  const fs::path library = compile(fmu({{"prey.c", answers_42}}), description());
  EXPECT_EQ(calls(), 2);  // compile and link
  bells_ = {};
  EXPECT_EQ(compile(fmu({{"prey.c", answers_42}}, "copy.fmu"), description()), library);
  EXPECT_EQ(calls(), 2);
  EXPECT_TRUE(bells_.rung().empty());
  EXPECT_TRUE(contains(log_, "compiled before"));
}

TEST_F(CompileTest, every_change_gives_another_library) {
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

TEST_F(CompileTest, an_empty_library_in_the_cache_is_made_again) {
  const fs::path library = compile(fmu({{"prey.c", answers_42}}), description());
  test::write_file(library.string(), "");
  EXPECT_NE(Binary(compile(fmu({{"prey.c", answers_42}}), description())).find("answer"), nullptr);
}

TEST_F(CompileTest, a_broken_source_is_refused_with_the_words_of_the_compiler) {
  const std::string said = refusal(fmu({{"prey.c", "int answer( { }\n"}}), description());
  for (const char* piece : {"cc' ended with code 1", "sources/prey.c:1", "error:", "Correct"})
    EXPECT_TRUE(contains(said, piece));
  EXPECT_TRUE(fs::is_empty(scratch_ / "cache/bellwether/compiled"));
}

TEST_F(CompileTest, a_function_that_is_nowhere_is_refused) {
  const std::string source = "int other(void);\nint answer(void) { return other(); }\n";
  EXPECT_TRUE(contains(refusal(fmu({{"prey.c", source}}), description()), "other"));
}

TEST_F(CompileTest, missing_headers_of_the_standard_come_with_advice) {
  const fs::path file = fmu({{"prey.c", "#include \"fmi2Functions.h\"\n" + answers_42}});
  EXPECT_TRUE(contains(refusal(file, description()), "CPATH"));
  fs::create_directory(scratch_ / "headers");
  test::write_file(scratch_ / "headers/fmi2Functions.h", "");
  set("CPATH", (scratch_ / "headers").c_str());
  EXPECT_TRUE(contains(refusal(file, description()), "compiled: "));
}

TEST_F(CompileTest, without_a_compiler_it_says_what_to_install) {
  set("PATH", scratch_.path().c_str());
  EXPECT_TRUE(contains(refusal(fmu({{"a.c", ""}}), description()), "the package gcc"));
  EXPECT_TRUE(contains(refusal(fmu({{"a.cpp", ""}}), description()), "the package g++"));
  set("CC", "acme-cc -O");
  EXPECT_TRUE(contains(refusal(fmu({{"a.c", ""}}), description()), "'acme-cc -O', which"));
}

TEST_F(CompileTest, of_listed_files_only_those_are_compiled) {
  const Sources sources = {{"prey.c", answers_42}, {"sub/x.c", "int x;"}, {"broken.c", "?"}};
  EXPECT_EQ(answer(sources, description(Version::fmi2, {"prey.c", "sub/x.c"})), 42);
}

TEST_F(CompileTest, a_listed_file_that_is_missing_is_named) {
  const fs::path file = fmu({{"prey.c", answers_42}, {"f.f90", "end"}});
  const auto said = [&](const char* name) {
    return refusal(file, description(Version::fmi2, {name}));
  };
  EXPECT_TRUE(contains(said("pray.c"), "'pray.c', which the folder sources/"));
  EXPECT_TRUE(contains(said("pray.c"), "Did you mean 'prey.c'?"));
  EXPECT_TRUE(contains(said("../modelDescription.xml"), "does not hold"));
  EXPECT_TRUE(contains(said("f.f90"), "neither C nor C++"));
}

TEST_F(CompileTest, without_a_list_all_that_nobody_includes_is_compiled) {
  EXPECT_EQ(answer({{"all.c", answers_42}, {"other.c", "?"}}, description()), 42);
  const std::string includes = "#include \"frame.c\"\n#include <up.h>\n" + answers_42;
  EXPECT_EQ(answer({{"prey.c", includes}, {"frame.c", "int f;"}, {"sub/up.h", ""}},
                   description(Version::fmi1)),
            42);
}

TEST_F(CompileTest, c_and_cpp_live_in_one_library) {
  const std::string cpp =
      "#include <string>\nextern \"C\" int two() {\n"
      "  std::string s(40, 'x'); return (int)s.size() + 2; }\n";
  const std::string c = "int two(void); int class = 0; int answer(void) { return two(); }\n";
  EXPECT_EQ(answer({{"a.c", c}, {"b.cpp", cpp}}, description()), 42);
}

TEST_F(CompileTest, the_model_identifier_of_fmi_1_is_given_where_none_is_defined) {
  const std::string use =
      "#define N(a) a##_f\n#define M(a) N(a)\nint M(MODEL_IDENTIFIER)(void) "
      "{ return 0; }\n";
  const auto finds = [&](const std::string& source, const char* symbol) {
    return Binary(compile(fmu({{"a.c", source}}), description(Version::fmi1))).find(symbol);
  };
  EXPECT_NE(finds(use, "prey_f"), nullptr);
  EXPECT_NE(finds("#define MODEL_IDENTIFIER own\n" + use, "own_f"), nullptr);
}

TEST_F(CompileTest, a_build_description_says_what_how_and_for_whom) {
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

TEST_F(CompileTest, a_build_description_for_others_is_refused) {
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

TEST_F(CompileTest, many_at_once_do_no_harm) {
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

TEST_F(CompileTest, a_cache_that_others_can_write_to_is_not_used) {
  fs::create_directories(scratch_ / "cache/bellwether/compiled");
  chmod((scratch_ / "cache/bellwether/compiled").c_str(), 0777);
  const fs::path library = compile(fmu({{"prey.c", answers_42}}), description());
  EXPECT_NE(library.parent_path(), scratch_ / "cache/bellwether/compiled");
  EXPECT_NE(Binary(library).find("answer"), nullptr);
  set("XDG_CACHE_HOME", nullptr);
  set("HOME", nullptr);
  EXPECT_EQ(compile(fmu({{"prey.c", answers_42}}), description()), library);
}

TEST_F(CompileTest, sources_are_noticed_when_there_are_any) {
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
}  // namespace bw::fmi
