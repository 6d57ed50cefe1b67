#include "result/summary/summary.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/refusal.h"
#include "support/sanitized.h"
#include "support/scratch_folder.h"

namespace bw::result::summary_test {
namespace {

using Json = nlohmann::ordered_json;

RunResult lotka_volterra() {
  RunResult result;
  result.verdict = Verdict::doubtful;
  result.exit_code = ExitCode::ok;
  result.estimated_error = 0.25;
  result.estimated_error_per_variable = {{"prey.x", 0.25}};
  Bells bells;
  bells.ring(BellCode::fmu_warning, 1.5, "prey", "It coughed.", 2, 1);
  bells.ring(BellCode::fmu_warning, 2.5, "prey", "It coughed.", 2, 1);
  result.bells = bells.rung();
  result.method = "cvode";
  result.master = "ith";
  result.approach = {.name = "ith", .reason = "it is"};
  result.stop = 100;
  result.reached = 100;
  result.output = "lv.csv";
  result.statistics.steps = 7;
  result.statistics.components = {{"prey", 14, 7, 7, 0.5}};
  result.final_values = {{"prey.x", 1.5},
                         {"prey.n", Discrete(std::int64_t{3})},
                         {"prey.mood", Discrete(std::string("calm"))}};
  return result;
}

Json summary() { return Json::parse(summary_json(lotka_volterra())); }

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [key, value] : object.items()) names.push_back(key);
  return names;
}

using Names = std::vector<std::string>;

TEST(Summary, HasThePromisedKeysInOrderAndItsOwnBehindThem) {
  EXPECT_EQ(keys(summary()), (Names{"verdict",
                                    "estimated_error",
                                    "estimated_error_per_variable",
                                    "diagnostics",
                                    "method",
                                    "master",
                                    "why",
                                    "decisions",
                                    "statistics",
                                    "features",
                                    "critical_states",
                                    "final",
                                    "certificate",
                                    "sensitivity",
                                    "events",
                                    "critical_connections",
                                    "diagnosis",
                                    "conserved",
                                    "coupling_error_only",
                                    "headline",
                                    "tolerance",
                                    "absolute_tolerance_per_variable",
                                    "exit_code",
                                    "start",
                                    "stop",
                                    "reached",
                                    "output",
                                    "package",
                                    "not_estimated_because",
                                    "required",
                                    "variables",
                                    "trace",
                                    "provenance",
                                    "bellwether"}));
}

TEST(Summary, ReportsHowTheEstimateCameAbout) {
  RunResult result = lotka_volterra();
  EXPECT_TRUE(Json::parse(summary_json(result))["certificate"].is_null());
  result.certificate = {.chains = 5,
                        .chains_run = 17,
                        .order = 2.25,
                        .intervals = 150,
                        .scan = 0.5,
                        .worst = "predator.y",
                        .worst_time = 97,
                        .limiting_connection = "prey.x"};
  result.events = {{.time = 1.5, .error = 1e-12, .signal = "prey.x"}};
  result.coupling_only = true;
  const Json summary = Json::parse(summary_json(result));
  const Json certificate = {{"step_sizes", 5},
                            {"runs", 17},
                            {"observed_order", 2.25},
                            {"synchronisation_points", 151},
                            {"hidden_mode_scan", 0.5},
                            {"worst_variable", "predator.y"},
                            {"worst_time", 97.0},
                            {"limiting_connection", "prey.x"},
                            {"above_tolerance_from", nullptr}};
  EXPECT_EQ(summary["certificate"], certificate);
  EXPECT_EQ(summary["events"][0]["time"], 1.5);
  EXPECT_EQ(summary["events"][0]["estimated_error"], 1e-12);
  EXPECT_EQ(summary["events"][0]["signal"], "prey.x");
  EXPECT_EQ(summary["coupling_error_only"], true);
}

TEST(Summary, HasThePromisedStatistics) {
  const Json statistics = summary()["statistics"];
  for (const char* count :
       {"steps", "rejected", "error_test_failures", "convergence_failures", "iteration_limit_hits",
        "events", "rhs_evaluations", "jacobian_evaluations", "rows"})
    EXPECT_TRUE(statistics.at(count).is_number_integer()) << count;
  EXPECT_EQ(keys(statistics["components"]["prey"]),
            (Names{"do_step", "get_state", "set_state", "seconds", "do_step_seconds",
                   "get_state_seconds", "set_state_seconds"}));
  EXPECT_EQ(keys(statistics["seconds"]),
            (Names{"total", "master", "error_test", "output", "startup"}));
  EXPECT_EQ(statistics["steps"], 7);
  EXPECT_EQ(statistics["components"]["prey"]["do_step"], 14);
}

TEST(Summary, ReportsEachBellWithItsMeasureAndCount) {
  const Json bells = summary()["diagnostics"];
  ASSERT_EQ(bells.size(), 1u);
  EXPECT_EQ(bells[0], Json::parse(R"({"code": "fmu-warning", "severity": "warning", "time": 1.5,
      "subject": "prey", "measured": 2.0, "limit": 1.0, "message": "It coughed.", "count": 2})"));
}

TEST(Summary, HasItsDiagnosticsAloneAsWell) {
  EXPECT_EQ(Json::parse(diagnostics_json(lotka_volterra())), summary()["diagnostics"]);
  EXPECT_EQ(diagnostics_json({}), "[]");
}

TEST(Summary, GivesValuesInTheirTypes) {
  const Json s = summary();
  EXPECT_EQ(s["verdict"], "doubtful");
  EXPECT_EQ(s["estimated_error"], 0.25);
  EXPECT_EQ(s["estimated_error_per_variable"]["prey.x"], 0.25);
  EXPECT_EQ(s["final"]["prey.x"], 1.5);
  EXPECT_EQ(s["final"]["prey.n"], 3);
  EXPECT_EQ(s["final"]["prey.mood"], "calm");
  EXPECT_EQ(s["exit_code"], 0);
  EXPECT_TRUE(s["critical_states"].is_array());
  EXPECT_EQ(keys(s["features"]), (Names{"ff1", "ff2", "ff3", "ff4", "ff5", "ff6"}));
  EXPECT_TRUE(s["features"]["ff1"].is_null());
  EXPECT_TRUE(s["bellwether"].is_string());
}

TEST(Summary, OfAnEmptyResultStillHasObjectsAndArrays) {
  const Json s = Json::parse(summary_json({}));
  EXPECT_EQ(s["verdict"], "rejected");
  EXPECT_TRUE(s["estimated_error"].is_null());
  EXPECT_TRUE(s["estimated_error_per_variable"].is_object());
  EXPECT_TRUE(s["diagnostics"].is_array());
  EXPECT_TRUE(s["statistics"]["components"].is_object());
  EXPECT_TRUE(s["final"].is_object());
}

TEST(Summary, HasTheProvenanceOfTheResult) {
  RunResult result;
  const Json none = Json::parse(summary_json(result))["provenance"];
  EXPECT_TRUE(none["command_line"].is_null()) << "a library has none";
  EXPECT_TRUE(none["target"].is_null());
  result.provenance = {.version = "0.1.0",
                       .command_line = {"bellwether", "run", "lv.toml"},
                       .options = {{"tolerance", "1e-06", "given"}, {"interval", "", "default"}},
                       .target = "lv.toml",
                       .target_sha256 = "ab",
                       .date = "2026-11-17T15:30:00Z"};
  const Json provenance = Json::parse(summary_json(result))["provenance"];
  EXPECT_EQ(provenance["version"], "0.1.0");
  EXPECT_EQ(provenance["date"], "2026-11-17T15:30:00Z");
  EXPECT_EQ(provenance["command_line"], (Json{"bellwether", "run", "lv.toml"}));
  EXPECT_EQ(provenance["target"], "lv.toml");
  EXPECT_EQ(provenance["target_sha256"], "ab");
  EXPECT_EQ(provenance["options"]["tolerance"], (Json{{"value", "1e-06"}, {"origin", "given"}}));
  EXPECT_EQ(provenance["options"]["interval"], (Json{{"value", nullptr}, {"origin", "default"}}));
}

TEST(Summary, WritesWhatIsNoNumberAsNullAndBadTextReplaced) {
  RunResult result;
  result.estimated_error = std::numeric_limits<double>::infinity();
  result.reached = std::numeric_limits<double>::quiet_NaN();
  result.approach.name = "\xff";
  const Json s = Json::parse(summary_json(result));
  EXPECT_TRUE(s["estimated_error"].is_null());
  EXPECT_TRUE(s["reached"].is_null());
  EXPECT_TRUE(s["why"].is_string());
}

TEST(Summary, IsWrittenWholeAndLeavesNoOtherFile) {
  const test::ScratchFolder folder;
  test::write_file(folder / "lv.json", "earlier");
  write_summary(lotka_volterra(), folder / "lv.json");
  EXPECT_EQ(Json::parse(test::read_file(folder / "lv.json")), summary());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Summary, TakesTimeInProportionToItsVariables) {
  RunResult result;
  constexpr int many = test::sanitized ? 10'000 : 100'000;  // with a search per key: minutes
  for (int i = 0; i < many; ++i) {
    const std::string name = "part.variable_" + std::to_string(i);
    result.final_values.emplace_back(name, 1.0 * i);
    result.estimated_error_per_variable[name] = i;
    result.statistics.components.push_back({name, i, 0, 0, 0});
  }
  const auto begin = std::chrono::steady_clock::now();
  const std::string text = summary_json(result);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  const std::string last = std::to_string(many - 1);
  EXPECT_NE(text.find("\"part.variable_" + last + "\": " + last + ".0"), std::string::npos);
}

TEST(Summary, OfAnEarlierRunCanBeRemovedButNeverADeviceOrALink) {
  const test::ScratchFolder folder;
  test::write_file(folder / "lv.json", "earlier");
  std::filesystem::create_symlink(folder / "lv.json", folder / "link.json");
  remove_summary(folder / "link.json");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.json"));
  EXPECT_FALSE(std::filesystem::exists(folder / "lv.json"));
  remove_summary(folder / "lv.json");
  remove_summary("/dev/null");
  remove_summary(folder.path().string());
  EXPECT_TRUE(std::filesystem::exists("/dev/null"));
  EXPECT_TRUE(std::filesystem::exists(folder.path()));
}

TEST(Summary, ReplacesTheTargetOfALinkAlsoAfterItWasRemoved) {
  const test::ScratchFolder folder;
  test::write_file(folder / "real.json", "earlier");
  std::filesystem::create_symlink("real.json", folder / "link.json");
  remove_summary(folder / "link.json");
  write_summary({}, folder / "link.json");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.json"));
  EXPECT_TRUE(std::filesystem::is_regular_file(folder / "real.json"));
}

TEST(Summary, IsNotWrittenThroughTheLinksOfOpenFiles) {
  for (const char* name : {"/dev/stdout", "/proc/self/fd/1"}) {
    if (!std::filesystem::is_symlink(name)) continue;
    const std::string said = test::refusal<InputError>([&] { check_summary_path(name); });
    EXPECT_NE(said.find("write - for standard output"), std::string::npos) << said;
  }
}

TEST(Summary, SaysWhyItCannotBeWritten) {
  const test::ScratchFolder folder;
  EXPECT_THROW(check_summary_path(folder / "missing/lv.json"), InputError);
  EXPECT_THROW(write_summary({}, folder.path().string()), InputError);
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  const auto error = test::caught<Error>([&] { write_summary({}, "/dev/full"); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->exit_code(), ExitCode::stopped);
  EXPECT_STREQ(error->what(),
               "The summary '/dev/full' cannot be written: No space left on device.");
  EXPECT_FALSE(std::filesystem::is_regular_file("/dev/full"));
}

}  // namespace
}  // namespace bw::result::summary_test
