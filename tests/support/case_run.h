#pragma once
// The cases of tests/cases as runs.

#include <gtest/gtest.h>

#include <toml++/toml.h>
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "run/run.h"
#include "run/spec/options.h"
#include "support/scratch_folder.h"

namespace bw::test {

// What a run came to, or why there was none.
struct CaseOutcome {
  result::RunResult result;
  int exit_code = 0;
  std::string said;
};

// A folder of tests/cases, whose form tests/cases_test.cpp describes.
class CaseRun : public testing::TestWithParam<std::string> {
 protected:
  CaseRun() : folder_(std::filesystem::path(BW_CASES) / GetParam()) {
    try {
      case_ = toml::parse_file((folder_ / "case.toml").string());
    } catch (const toml::parse_error& error) {
      ADD_FAILURE() << error;
    }
    check_keys(case_, {"about", "example", "target", "options", "expect"});
  }

  static void check_keys(const toml::table& table, const std::set<std::string>& known) {
    for (const auto& [key, node] : table)
      EXPECT_TRUE(known.contains(std::string(key.str())))
          << "case.toml: what is " << key.str() << "?";
  }

  // The system with its tables and all FMUs beside it.
  std::string target() const {
    if (const auto example = case_["example"].value<std::string>())
      return BW_EXAMPLES "/" + *example + "/system.toml";
    for (const char* root : {BW_TEST_FMUS, BW_EXAMPLES})
      for (const auto& file : std::filesystem::recursive_directory_iterator(root)) {
        if (file.path().extension() != ".fmu") continue;
        // Those of one name for several versions stand in folders: "3/Stair.fmu".
        std::filesystem::path beside = std::filesystem::relative(file.path(), root);
        if (root == std::string_view(BW_EXAMPLES)) beside = beside.filename();
        std::filesystem::create_directories((scratch_.path() / beside).parent_path());
        std::filesystem::create_symlink(file.path(), scratch_.path() / beside);
      }
    for (const auto& file : std::filesystem::directory_iterator(folder_))
      std::filesystem::copy_file(file.path(), scratch_.path() / file.path().filename());
    return scratch_ / case_["target"].value_or(std::string("system.toml"));
  }

  static Value value_of(const toml::node& node) {
    if (const auto* flag = node.as_boolean()) return flag->get();
    if (const auto* whole = node.as_integer()) return whole->get();
    if (const auto* real = node.as_floating_point()) return real->get();
    return node.value<std::string>().value_or("?");
  }

  run::RunSpec spec() const {
    run::RunSpec spec;
    spec.target = target();
    const auto* given = case_["options"].as_table();
    if (given == nullptr) return spec;
    for (const auto& [key, node] : *given) {
      std::vector<Value> values;
      if (const auto* list = node.as_array())
        for (const auto& item : *list) values.push_back(value_of(item));
      else
        values.push_back(value_of(node));
      const auto& all = run::options();
      const auto option = std::find_if(all.begin(), all.end(),
                                       [key = key.str()](const auto& o) { return o.key == key; });
      if (option == all.end())
        ADD_FAILURE() << "case.toml: there is no option " << key.str();
      else
        run::store(*option, values, "case.toml", spec);
    }
    return spec;
  }

  CaseOutcome run() const { return run(spec()); }
  static CaseOutcome run(const run::RunSpec& spec) {
    CaseOutcome outcome;
    try {
      outcome.result = run::run(spec);
      outcome.exit_code = static_cast<int>(outcome.result.exit_code);
      for (const Bell& bell : outcome.result.bells) outcome.said += bell.message + "\n";
    } catch (const Error& error) {
      outcome.exit_code = static_cast<int>(error.exit_code());
      outcome.said = error.what();
    }
    return outcome;
  }

  test::ScratchFolder scratch_;
  std::filesystem::path folder_;
  toml::table case_;
};

inline std::vector<std::string> all_cases() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(BW_CASES))
    if (std::filesystem::exists(entry.path() / "case.toml"))
      names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace bw::test
