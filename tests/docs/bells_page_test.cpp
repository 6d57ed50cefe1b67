// The page that users read and the table that the program rings from say the same.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "base/bell.h"

TEST(BellsPage, HoldsEveryBellOfTheTableWithItsSeverityAndItsWords) {
  std::ifstream file(BW_SOURCE "/docs/bells.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  for (const bw::BellKind& kind : bw::bell_kinds()) {
    std::string row = "| `";
    row.append(kind.name).append("` | ").append(bw::name(kind.severity)).append(" | ");
    row.append(kind.when).append(" |");
    EXPECT_NE(page.find(row), std::string::npos) << row;
  }
}
