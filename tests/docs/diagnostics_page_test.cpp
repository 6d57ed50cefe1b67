// The page that users read is made from the tables that the program uses.

#include <gtest/gtest.h>

#include <fstream>

#include "base/bell.h"
#include "inspect/catalogue.h"
#include "inspect/explain.h"
#include "support/scratch_folder.h"

namespace {

std::string row_of(const bw::BellKind& kind) {
  std::string row = "| `";
  row.append(kind.name).append("` | ").append(bw::name(kind.severity)).append(" | ");
  return row.append(kind.when).append(" |");
}

std::vector<std::string> missing_on(const std::string& page, std::span<const bw::BellKind> table) {
  std::vector<std::string> rows;
  for (const bw::BellKind& kind : table)
    if (const std::string row = row_of(kind); page.find(row) == page.npos) rows.push_back(row);
  return rows;
}

std::string diagnostics_page() { return bw::test::read_file(BW_SOURCE "/docs/diagnostics.md"); }

}  // namespace

TEST(DiagnosticsPage, IsWhatTheProgramRenders) {
  EXPECT_EQ(diagnostics_page(), bw::inspect::diagnostics_page())
      << "bellwether explain --markdown > docs/diagnostics.md";
}

TEST(DiagnosticsPage, HoldsEveryBellOfTheTableWithItsSeverityAndItsWords) {
  EXPECT_EQ(missing_on(diagnostics_page(), bw::bell_kinds()), std::vector<std::string>{});
}

TEST(DiagnosticsPage, MissesANewRowOfTheTable) {
  const bw::BellKind added{static_cast<bw::BellCode>(199), "slow-clock", bw::Severity::warning,
                           "a clock of a component falls behind"};
  EXPECT_EQ(missing_on(diagnostics_page(), {&added, 1}), std::vector<std::string>{row_of(added)});
  EXPECT_TRUE(missing_on(diagnostics_page() + row_of(added), {&added, 1}).empty());
}

TEST(DiagnosticsPage, HasNoOtherRows) {
  std::ifstream file(BW_SOURCE "/docs/diagnostics.md");
  std::size_t rows = 0;
  for (std::string line; std::getline(file, line);) rows += line.starts_with("| `") ? 1 : 0;
  EXPECT_EQ(rows, bw::bell_kinds().size());
}

TEST(DiagnosticsPage, TheProgramListsTheSameTable) {
  const auto listed = bw::inspect::catalogue("diagnostics");
  ASSERT_EQ(listed.size(), bw::bell_kinds().size());
  for (std::size_t i = 0; i < listed.size(); ++i) {
    EXPECT_EQ(listed[i].name, bw::bell_kinds()[i].name);
    EXPECT_EQ(listed[i].remark, bw::name(bw::bell_kinds()[i].severity));
    EXPECT_EQ(listed[i].text, bw::bell_kinds()[i].when);
  }
}
