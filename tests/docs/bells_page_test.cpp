// The page that users read and the table that the program rings from say the same.

#include <gtest/gtest.h>

#include <fstream>

#include "base/bell.h"
#include "inspect/catalogue.h"
#include "support/scratch_folder.h"

TEST(BellsPage, HoldsEveryBellOfTheTableWithItsSeverityAndItsWords) {
  const std::string page = bw::test::read_file(BW_SOURCE "/docs/bells.md");
  for (const bw::BellKind& kind : bw::bell_kinds()) {
    std::string row = "| `";
    row.append(kind.name).append("` | ").append(bw::name(kind.severity)).append(" | ");
    row.append(kind.when).append(" |");
    EXPECT_NE(page.find(row), std::string::npos) << row;
  }
}

TEST(BellsPage, HasNoOtherRows) {
  std::ifstream file(BW_SOURCE "/docs/bells.md");
  std::size_t rows = 0;
  for (std::string line; std::getline(file, line);) rows += line.starts_with("| `") ? 1 : 0;
  EXPECT_EQ(rows, bw::bell_kinds().size());
}

TEST(BellsPage, TheProgramListsTheSameTable) {
  const auto listed = bw::inspect::catalogue("bells");
  ASSERT_EQ(listed.size(), bw::bell_kinds().size());
  for (std::size_t i = 0; i < listed.size(); ++i) {
    EXPECT_EQ(listed[i].name, bw::bell_kinds()[i].name);
    EXPECT_EQ(listed[i].remark, bw::name(bw::bell_kinds()[i].severity));
    EXPECT_EQ(listed[i].text, bw::bell_kinds()[i].when);
  }
}
