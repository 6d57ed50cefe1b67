#include <algorithm>
#include <cstdio>

#include "cli/commands.h"
#include "inspect/catalogue.h"

namespace bw::cli {

int list_command(const std::string& what) {
  const std::vector<inspect::CatalogueRow> rows = inspect::catalogue(what);
  std::size_t name = 0, remark = 0;
  for (const auto& row : rows) {
    name = std::max(name, row.name.size());
    remark = std::max(remark, row.remark.size());
  }
  for (const auto& row : rows)
    std::printf("%-*s  %-*s  %s\n", static_cast<int>(name), row.name.c_str(),
                static_cast<int>(remark), row.remark.c_str(), row.text.c_str());
  return 0;
}

}  // namespace bw::cli
