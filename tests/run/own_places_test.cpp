#include "run/spec/own_places.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "result/output_file.h"
#include "run/spec/complete.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::run::own_places_test {
namespace {

namespace fs = std::filesystem;
using test::contains;

class OwnPlaces : public testing::Test {
 protected:
  // What the project in `project/house.toml` is told when it names this file.
  std::string told(const std::string& key, const std::string& file, const RunSpec& given = {}) {
    system::System system;
    system.file = scratch / "project/house.toml";
    system.settings.push_back({key, {Value(file)}, {system.file.string(), 3, 1}});
    return test::outcome<InputError>([&] { completed(given, system); });
  }
  void SetUp() override {
    for (const char* name : {"project", "project/results", "other"})
      fs::create_directory(scratch / name);
    test::write_file(scratch / "other/precious.txt", "precious");
  }
  test::ScratchFolder scratch;
};

TEST_F(OwnPlaces, BesideAndBelowTheProjectAProjectFileMayWrite) {
  for (const char* key : {"output", "summary", "steps", "eigenvalues"}) {
    EXPECT_EQ(told(key, scratch / "project/a.csv"), "accepted");
    EXPECT_EQ(told(key, scratch / "project/results/a.csv"), "accepted");
    EXPECT_EQ(told(key, scratch / "project/results/../../project/a.csv"), "accepted");
    EXPECT_EQ(told(key, "a.csv"), "accepted");  // in the current folder
  }
  EXPECT_EQ(told("output", "-"), "accepted");
}

TEST_F(OwnPlaces, AnywhereElseNeedsTheCommandLine) {
  for (const char* key : {"output", "summary", "steps", "eigenvalues"}) {
    for (const std::string& file :
         {scratch / "other/precious.txt", scratch / "project/../other/new.csv",
          std::string("/dev/sda"), std::string("/a.csv"), std::string("../a.csv")}) {
      const std::string message = told(key, file);
      EXPECT_TRUE(contains(message, "house.toml:3:1: " + std::string(key) + " '" + file + "' is"))
          << message;
      EXPECT_TRUE(contains(message, "give it with --" + std::string(key) + " on the command line."))
          << message;
    }
  }
  EXPECT_EQ(told("summary", "/a.json", {.summary = "/b.json"}), "accepted");
}

TEST_F(OwnPlaces, LinksThatLeadOutsideAreOutside) {
  fs::create_symlink(scratch / "other/precious.txt", scratch / "project/file.json");
  fs::create_symlink(scratch / "other/not-there.txt", scratch / "project/dangling.json");
  fs::create_directory_symlink(scratch / "other", scratch / "project/folder");
  for (const char* name : {"file.json", "dangling.json", "folder/new.json"})
    EXPECT_TRUE(contains(told("summary", scratch / ("project/" + std::string(name))),
                         "is outside of the project"))
        << name;
  fs::create_symlink("results/inside.json", scratch / "project/inside.json");
  EXPECT_EQ(told("summary", scratch / "project/inside.json"), "accepted");
}

TEST_F(OwnPlaces, HiddenFilesAreNotForProjectFiles) {
  for (const char* name : {".bashrc", ".git/config", "results/.x"})
    EXPECT_TRUE(
        contains(told("summary", scratch / ("project/" + std::string(name))), "is a hidden file"))
        << name;
}

TEST_F(OwnPlaces, TheNameOfUnfinishedRowsIsNotFollowedWhereItIsALink) {
  fs::create_symlink(scratch / "other/precious.txt", scratch / "project/a.csv.partial");
  EXPECT_TRUE(contains(
      test::refusal<InputError>([&] { result::open_output_file(scratch / "project/a.csv"); }),
      "is a symbolic link; remove it or give another name."));
  EXPECT_EQ(test::read_file(scratch / "other/precious.txt"), "precious");
}

}  // namespace
}  // namespace bw::run::own_places_test
