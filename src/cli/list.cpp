#include <algorithm>
#include <string>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/standard_streams.h"
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
  const auto padded = [](std::string text, std::size_t width) {
    text.resize(std::max(text.size(), width), ' ');
    return text + "  ";
  };
  std::string text;
  for (const auto& row : rows)
    text += padded(row.name, name) + padded(row.remark, remark) + row.text + "\n";
  print(text);
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
