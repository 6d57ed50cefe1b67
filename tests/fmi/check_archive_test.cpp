// The files beside the model description, and the library.

#include <gtest/gtest.h>

#include <algorithm>

#include "base/archive/archive.h"
#include "fmi/check/check.h"
#include "fmi/description/rules.h"
#include "fmi/instance/binary.h"
#include "support/fmi/check_bench.h"
#include "support/fmi/component_bench.h"
#include "support/make_zip.h"
#include "support/scratch_folder.h"

namespace bw::test::check_archive_test {
namespace {

constexpr const char* terminals = R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiTerminalsAndIcons fmiVersion="3.0">
<GraphicalRepresentation>
<CoordinateSystem x1="-100" y1="-100" x2="100" y2="100" suggestedScalingFactorTo_mm="0.1"/>
<Icon x1="-100" y1="-100" x2="100" y2="100"/>
</GraphicalRepresentation>
<Terminals>
<Terminal name="flange" matchingRule="plug">
<TerminalMemberVariable variableName="u" memberName="u" variableKind="signal"/>
</Terminal>
</Terminals>
</fmiTerminalsAndIcons>
)";
constexpr const char* build = R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiBuildDescription fmiVersion="3.0">
<BuildConfiguration modelIdentifier="base">
<SourceFileSet language="C99"><SourceFile name="base.c"/></SourceFileSet>
</BuildConfiguration>
</fmiBuildDescription>
)";

std::string ours(const std::string& identifier) {
  const std::vector<std::string>& folders = fmi::platform_folders();
  const auto is_tuple = [](const std::string& folder) { return folder.find('-') != folder.npos; };
  return "binaries/" + *std::find_if(folders.begin(), folders.end(), is_tuple) + "/" +
         fmi::library_name(identifier);
}

// A good archive of FMI 3.0; its library is never loaded.
std::vector<ZipEntry> good_entries() {
  return {{.name = "modelDescription.xml", .bytes = good_3},
          {.name = ours("base"), .bytes = "no library"},
          {.name = "documentation/index.html", .bytes = "<html/>"},
          {.name = "sources/buildDescription.xml", .bytes = build},
          {.name = "sources/base.c", .bytes = "int base;"},
          {.name = "terminalsAndIcons/terminalsAndIcons.xml", .bytes = terminals},
          {.name = "terminalsAndIcons/icon.png", .bytes = "png"}};
}

std::vector<Finding> findings_in(const std::vector<ZipEntry>& entries, bool load = false) {
  const ScratchFolder scratch;
  write_file(scratch / "base.fmu", make_zip(entries));
  Report report;
  fmi::check_fmu(scratch / "base.fmu", {.load = load}, report);
  return report.findings();
}

struct ArchiveSeed {
  std::string name, entry, piece, by;  // piece "": the entry is added; by "-": it is left out
  std::string rule, file;
  int line = 0;
};
std::ostream& operator<<(std::ostream& out, const ArchiveSeed& seed) { return out << seed.name; }

const std::vector<ArchiveSeed>& archive_seeds() {
  const std::string t = "terminalsAndIcons/terminalsAndIcons.xml",
                    b = "sources/buildDescription.xml";
  static const std::vector<ArchiveSeed> seeds = {
      {"no_description", "modelDescription.xml", "", "-", "archive", "base.fmu"},
      {"backslash_in_a_name", "resources\\table.txt", "", "1", "archive-doubtful", ""},
      {"unknown_folder", "private/notes.txt", "", "1", "archive-entry-unknown", "base.fmu"},
      {"no_first_page", "documentation/index.html", "", "-", "documentation-missing", "base.fmu"},
      {"platform_of_fmi_2", "binaries/linux64x/base.so", "", "1", "platform-name", "base.fmu"},
      {"no_source_file", "sources/base.c", "", "-", "source-file-missing", b},
      {"source_set_is_empty", b, "<SourceFile name=\"base.c\"/>", "", "build-source-missing", b, 4},
      {"builds_another_model", b, "\"base\"", "\"bass\"", "build-identifier", b},
      {"built_for_another_version", b, "\"3.0\"", "\"2.0\"", "file-version", b},
      {"terminal_without_variable", t, "\"u\"", "\"w\"", "terminal-variable", t, 9},
      {"terminal_stands_twice", t, "</Terminals>", "<Terminal name=\"flange\"/></Terminals>",
       "terminal-name-twice", t, 11},
      {"no_icon", "terminalsAndIcons/icon.png", "", "-", "icon-missing", t},
  };
  return seeds;
}

class CheckArchive : public testing::TestWithParam<ArchiveSeed> {};

TEST_P(CheckArchive, FindsIt) {
  const ArchiveSeed& seed = GetParam();
  std::vector<ZipEntry> entries = good_entries();
  const auto at = std::find_if(entries.begin(), entries.end(),
                               [&](const ZipEntry& e) { return e.name == seed.entry; });
  if (seed.by == "-") {
    if (seed.name == "no_first_page") entries.push_back({.name = "documentation/notes.html"});
    std::erase_if(entries, [&](const ZipEntry& e) { return e.name == seed.entry; });
  } else if (at == entries.end()) {
    entries.push_back({.name = seed.entry, .bytes = seed.by});
  } else {
    at->bytes = changed(at->bytes, {{seed.piece, seed.by}});
  }
  const std::vector<Finding> found = findings_in(entries);
  const Finding* finding = find_rule(found, seed.rule);
  ASSERT_NE(finding, nullptr) << findings_text(found);
  EXPECT_EQ(finding->place.file, seed.file);
  EXPECT_EQ(finding->place.line, seed.line);
}

INSTANTIATE_TEST_SUITE_P(Archives, CheckArchive, testing::ValuesIn(archive_seeds()),
                         [](const auto& tested) { return tested.param.name; });

TEST(CheckArchives, FindsNothingInAGoodOne) {
  EXPECT_EQ(findings_text(findings_in(good_entries())), "");
}

TEST(CheckArchives, WhatIsNoArchiveIsOneFinding) {
  const ScratchFolder scratch;
  write_file(scratch / "base.fmu", "not a zip");
  Report report;
  fmi::check_fmu(scratch / "base.fmu", {}, report);
  EXPECT_NE(find_rule(report.findings(), "archive"), nullptr) << findings_text(report.findings());
}

TEST(CheckArchives, ALibraryForOthersOnlyIsAWarningAndNoneAtAllAnError) {
  std::vector<ZipEntry> entries = {{.name = "modelDescription.xml", .bytes = good_2},
                                   {.name = "binaries/win64/base.dll", .bytes = "MZ"}};
  EXPECT_NE(find_rule(findings_in(entries), "library-missing"), nullptr);
  entries.pop_back();
  EXPECT_NE(find_rule(findings_in(entries), "library-nowhere"), nullptr);
}

TEST(CheckArchives, ALibraryThatDoesNotLoadIsAnError) {
  const auto found = findings_in({{.name = "modelDescription.xml", .bytes = good_2},
                                  {.name = ours("base"), .bytes = "no library"}},
                                 true);
  const Finding* finding = find_rule(found, "library-not-loaded");
  ASSERT_NE(finding, nullptr) << findings_text(found);
  EXPECT_EQ(finding->place.file, ours("base"));
}

// Of misbehaving.fmu, which is for co-simulation only.
std::string some_library() {
  Bells bells;
  const Archive archive(test_fmu("misbehaving"), bells);
  for (const std::string& entry : archive.entries())
    if (entry.ends_with(".so")) return archive.read(entry);
  return {};
}

TEST(CheckArchives, ALibraryThatNeedsWhatIsNotHereIsAWarning) {
  const std::string library = changed(some_library(), {{"libstdc++.so.6", "libstdx++.so.6"}});
  const auto found = findings_in(
      {{.name = "modelDescription.xml", .bytes = good_2}, {.name = ours("base"), .bytes = library}},
      true);
  EXPECT_NE(find_rule(found, "library-needs"), nullptr) << findings_text(found);
}

TEST(CheckArchives, FunctionsThatAreNotExportedAreReported) {
  const std::string library = some_library();
  const auto found = findings_in({{.name = "modelDescription.xml", .bytes = good_2},
                                  {.name = ours("base"), .bytes = library, .unix_mode = 0100755}},
                                 true);
  const Finding* needed = find_rule(found, "function-missing-needed");
  ASSERT_NE(needed, nullptr) << findings_text(found);
  EXPECT_NE(needed->sentence.find("fmi2SetTime"), std::string::npos) << needed->sentence;
  EXPECT_NE(find_rule(found, "function-missing"), nullptr) << findings_text(found);
}

}  // namespace
}  // namespace bw::test::check_archive_test
