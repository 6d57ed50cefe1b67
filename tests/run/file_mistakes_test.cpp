// All mistakes of a system's file are reported together: form, sections, settings, files, names.

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "run/run.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::run::file_mistakes_test {
namespace {

class FileMistakes : public testing::Test {
 protected:
  FileMistakes() { std::filesystem::copy_file(BW_TEST_FMUS "/decay.fmu", scratch_ / "decay.fmu"); }
  std::vector<std::string> said(const std::string& text, RunSpec spec = {}) {
    const std::string file = scratch_ / "s.toml";
    test::write_file(file, text);
    spec.target = file;
    const auto error = test::caught<InputError>([&] { run(spec); });
    if (!error) return {"accepted"};
    std::vector<std::string> sentences = error->sentences();
    const std::string folder = std::filesystem::path(file).parent_path().string() + "/";
    for (std::string& sentence : sentences)
      for (auto at = sentence.find(folder); at != sentence.npos; at = sentence.find(folder))
        sentence.erase(at, folder.size());
    return sentences;
  }
  const test::ScratchFolder scratch_;
};

using Words = std::vector<std::string>;

TEST_F(FileMistakes, SixOfDifferentKindsAreSixSentences) {
  EXPECT_EQ(said("[components]\n"
                 "a = \"decay.fmu\"\n"
                 "b = \"decai.fmu\"\n"
                 "c = \"decay.fmu\n"
                 "[connections]\n"
                 "\"a.u\" = \"aa.y\"\n"
                 "\"b.u\" = \"a.yy\"\n"
                 "\"c.u\" = \"a.y\"\n"
                 "[parameters]\n"
                 "\"a.raet\" = 2\n"
                 "[run]\n"
                 "stpo = 3\n"),
            (Words{"s.toml:3:1: there is no file 'decai.fmu' for component 'b'. Did you mean "
                   "'decay.fmu'?",
                   "s.toml:4:15: missing closing quote.",
                   "s.toml:6:1: there is no component 'aa' (in 'aa.y'). Did you mean 'a'?",
                   "s.toml:7:1: component 'a' has no variable 'yy'. Did you mean 'y'?",
                   "s.toml:10:1: component 'a' has no variable 'raet'. Did you mean 'rate'?",
                   "s.toml:12:1: [run] has no key 'stpo'. Did you mean 'stop'?"}));
}

TEST_F(FileMistakes, SeveralMistakesOfFormAreFoundInOneReading) {
  EXPECT_EQ(said("[components]\n"
                 "a = decay.fmu\n"
                 "b = \"decay.fmu\"\n"
                 "b = \"decay.fmu\"\n"
                 "[connections\n"
                 "\"a.u\"  \"b.y\"\n"
                 "[run]\n"
                 "stop = 1,5\n"),
            (Words{"s.toml:2:5: 'decay.fmu' is neither a number nor true or false; a text needs "
                   "quotes: \"decay.fmu\".",
                   "s.toml:4:5: 'b' is given twice.",
                   "s.toml:5:13: missing ']' after the name of the section.",
                   "s.toml:6:8: missing '=' after '\"a.u\"'.",
                   "s.toml:8:9: a number has a decimal point, not a comma: 1.5."}));
}

TEST_F(FileMistakes, BothEndsOfAConnectionAreChecked) {
  const Words sentences =
      said("[components]\na = \"decay.fmu\"\n[connections]\n\"a.uu\" = \"a.yy\"\n");
  ASSERT_EQ(sentences.size(), 2u);
  EXPECT_EQ(sentences[0], "s.toml:4:1: component 'a' has no variable 'uu'. Did you mean 'u'?");
  EXPECT_EQ(sentences[1], "s.toml:4:1: component 'a' has no variable 'yy'. Did you mean 'y'?");
}

TEST_F(FileMistakes, TheFileComesBeforeTheCommandLine) {
  EXPECT_EQ(said("[components]\na = \"decay.fmu\"\n[run]\nstpo = 1\n", {.set = {"a.raet=2"}}),
            (Words{"s.toml:4:1: [run] has no key 'stpo'. Did you mean 'stop'?"}));
}

TEST_F(FileMistakes, ARightFileIsAccepted) {
  EXPECT_EQ(said("[components]\na = \"decay.fmu\"\n[run]\nstop = 1\n"), Words{"accepted"});
}

}  // namespace
}  // namespace bw::run::file_mistakes_test
