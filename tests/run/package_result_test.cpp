#include "run/publish/package_result.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>

#include "base/archive/archive.h"
#include "base/archive/sha3.h"
#include "base/bell.h"
#include "base/error.h"
#include "base/xml.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/make_zip.h"
#include "support/refusal.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"
#include "support/ssp_text.h"

namespace bw::run::package_result_test {
namespace {

using namespace test;
using result::RunResult;

const char* const model = R"(model Decay
  parameter Real k = 1;
  output Real x(start = 1, fixed = true);
equation
  der(x) = -k * x;
end Decay;
)";

class PackagedResult : public testing::Test {
 protected:
  PackagedResult() { pack(ssd(content, experiment)); }
  void pack(const std::string& description) {
    write_file(folder / "x.ssp", make_zip({{"SystemStructure.ssd", description},
                                           {"Variant.ssd", ssd(content, experiment)},
                                           {"resources/decay.mo", model},
                                           {"documentation/index.html", "<p>hello</p>"}}));
  }
  RunSpec spec(const std::string& package = "out.ssp") const {
    RunSpec made;
    made.target = folder / "x.ssp";
    made.output = folder / "rows.csv";
    made.package_result = folder / package;
    return made;
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder / name); }
  std::string entry(const std::string& package, const std::string& name) const {
    Bells bells;
    return Archive(folder / package, bells).read(name);
  }
  std::string refused(const RunSpec& wrong) const {
    return refusal<Error>([&] { run::run(wrong); });
  }
  const std::string content = elements(component("d", "resources/decay.mo", ""));
  const std::string experiment = "<ssd:DefaultExperiment stopTime='1'/>";
  const ScratchFolder folder;
};

std::string keyword(const std::string& srmd, const std::string& which) {
  const XmlDocument document = XmlDocument::parse(srmd, "x.srmd");
  for (const XmlElement& list : document.root().children("Classification"))
    for (const XmlElement& one : list.children("ClassificationEntry"))
      if (one.attribute("keyword") == which) return std::string(one.text());
  return "none";
}

TEST_F(PackagedResult, HasRowsSummaryAndVerdict) {
  const RunResult result = run::run(spec());
  EXPECT_EQ(result.verdict, result::Verdict::trusted) << said(result);
  EXPECT_EQ(result.package, folder / "out.ssp");
  const std::string rows = entry("out.ssp", "resources/result-1/rows.csv");
  EXPECT_EQ(rows, read_file(folder / "rows.csv"));
  EXPECT_TRUE(contains(entry("out.ssp", "resources/result-1/summary.json"), "\"trusted\""));
  EXPECT_EQ(entry("out.ssp", "documentation/index.html"), "<p>hello</p>");
  const std::string srmd = entry("out.ssp", "resources/result-1/rows.srmd");
  EXPECT_EQ(keyword(srmd, "verdict"), "trusted");
  EXPECT_EQ(keyword(srmd, "tolerance"), "1e-04");
  EXPECT_NE(keyword(srmd, "estimated_error"), "none");
  EXPECT_NE(keyword(srmd, "estimated_error:d.x"), "none");
  EXPECT_EQ(keyword(srmd, "target_sha256"), result.provenance.target_sha256);
  const XmlDocument document = XmlDocument::parse(srmd, "x.srmd");
  EXPECT_EQ(document.root().attribute("data"), "rows.csv");
  EXPECT_EQ(document.root().attribute("checksum"), sha3_256(rows));
}

TEST_F(PackagedResult, IsReferencedFromTheDescription) {
  run::run(spec());
  const XmlDocument document = XmlDocument::parse(entry("out.ssp", "SystemStructure.ssd"), "x.ssd");
  const auto metadata = document.root().child("MetaData");
  ASSERT_TRUE(metadata.has_value());
  EXPECT_EQ(metadata->attribute("kind"), "quality");
  EXPECT_EQ(metadata->attribute("type"), "application/x-srmd-meta-data");
  EXPECT_EQ(metadata->attribute("source"), "resources/result-1/rows.srmd");
  EXPECT_EQ(entry("out.ssp", "Variant.ssd"), entry("x.ssp", "Variant.ssd"));
}

TEST_F(PackagedResult, RunsAgainWithTheSameRowsAndKeepsBoth) {
  run::run(spec());
  RunSpec again = spec("again.ssp");
  again.target = folder / "out.ssp";
  again.output = folder / "again.csv";
  const RunResult result = run::run(again);
  EXPECT_TRUE(result.bells.empty()) << said(result);
  EXPECT_EQ(read_file(folder / "again.csv"), read_file(folder / "rows.csv"));
  EXPECT_EQ(entry("again.ssp", "resources/result-1/rows.csv"),
            entry("again.ssp", "resources/result-2/rows.csv"));
  const XmlDocument document =
      XmlDocument::parse(entry("again.ssp", "SystemStructure.ssd"), "x.ssd");
  EXPECT_EQ(document.root().children("MetaData").size(), 2u);
}

TEST_F(PackagedResult, MetadataStandsBeforeAnnotations) {
  const std::string annotations = "<ssd:Annotations><ssc:Annotation type='a'/></ssd:Annotations>";
  const std::string made = with_metadata(ssd(content, experiment + annotations), "r", "x.ssd");
  EXPECT_LT(made.find("DefaultExperiment"), made.find("<ssc:MetaData"));
  EXPECT_LT(made.find("<ssc:MetaData"), made.find("<ssd:Annotations>"));
  std::string old = ssd(content);
  old.replace(old.find("version='2.0'"), 13, "version='1.0'");
  EXPECT_EQ(with_metadata(old, "r", "x.ssd"), old) << "1.0 has no such element";
}

TEST_F(PackagedResult, AVariantGetsTheReference) {
  RunSpec of_variant = spec();
  of_variant.target += "#Variant.ssd";
  run::run(of_variant);
  EXPECT_TRUE(contains(entry("out.ssp", "Variant.ssd"), "<ssc:MetaData"));
  EXPECT_FALSE(contains(entry("out.ssp", "SystemStructure.ssd"), "<ssc:MetaData"));
}

TEST_F(PackagedResult, ARejectedRunHasAnotherName) {
  RunSpec strict = spec();
  strict.certify = false;
  strict.require = "trusted";
  const RunResult result = run::run(strict);
  EXPECT_EQ(result.exit_code, ExitCode::rejected);
  EXPECT_FALSE(exists("out.ssp"));
  EXPECT_EQ(result.package, folder / "out.rejected.ssp");
  EXPECT_TRUE(exists("out.rejected.ssp"));
  run::run(spec());
  EXPECT_TRUE(exists("out.ssp"));
  EXPECT_FALSE(exists("out.rejected.ssp")) << "it would be taken for the result of this run";
}

TEST_F(PackagedResult, AnInterruptedRunHasNone) {
  std::atomic<bool> interrupt = false;
  RunSpec ended = spec();
  ended.interrupt = &interrupt;
  ended.on_start = [&](const result::Briefing&) { interrupt = true; };
  EXPECT_TRUE(contains(refused(ended), "ended by the user"));
  EXPECT_FALSE(exists("out.ssp") || exists("out.rejected.ssp"));
}

TEST_F(PackagedResult, IsNeverTheInputAndNeedsAPackage) {
  EXPECT_TRUE(contains(refused(spec("x.ssp")), "would overwrite"));
  EXPECT_TRUE(contains(refused(spec("out.zip")), "must be the name of a package, such as out.ssp"));
  EXPECT_TRUE(contains(refused(spec("no/such/out.ssp")), "no/such"));
  RunSpec wrong = spec();
  wrong.output = "-";
  EXPECT_TRUE(contains(refused(wrong), "needs the rows in a file"));
  write_file(folder / "d.mo", model);
  wrong = spec();
  wrong.target = folder / "d.mo";
  wrong.stop = 1;
  EXPECT_TRUE(contains(refused(wrong), "applies to packages of SSP"));
}

}  // namespace
}  // namespace bw::run::package_result_test
