#include <algorithm>
#include <cstdio>

#include "base/error.h"
#include "cli/commands.h"
#include "inspect/catalogue.h"

namespace bw::cli {
namespace {

int list_catalogue(const std::string& what) {
  const std::vector<inspect::CatalogueRow> rows = inspect::catalogue(what);
  std::size_t name = 0, remark = 0;
  for (const auto& row : rows) {
    name = std::max(name, row.name.size());
    remark = std::max(remark, row.remark.size());
  }
  for (const auto& row : rows)
    std::printf("%-*s  %-*s  %s\n", static_cast<int>(name), row.name.c_str(),
                static_cast<int>(remark), row.remark.c_str(), row.text.c_str());
  return static_cast<int>(ExitCode::ok);
}

Action add_list(CLI::App& command) {
  const auto what = std::make_shared<std::string>();
  command.add_option("WHAT", *what, "masters, methods, bells, rules or writers")->required();
  return [what] { return list_catalogue(*what); };
}

}  // namespace

extern const Command list_command = {
    "list", "what there is: masters, methods, bells, rules, writers", add_list};

}  // namespace bw::cli
