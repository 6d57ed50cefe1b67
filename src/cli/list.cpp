#include <algorithm>
#include <string>

#include "base/error.h"
#include "base/text.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/report/standard_streams.h"
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

Action add_list(CommandLine& line) {
  const auto what = std::make_shared<std::string>();
  const std::vector<std::string> names = inspect::catalogue_names();
  line.positional("WHAT", *what, listed(names, {.last = " or "}))
      .offers({Offer::Kind::words, names});
  return [what] { return list_catalogue(*what); };
}

}  // namespace

constexpr Example list_examples[] = {
    {"bellwether list methods", "names, orders and descriptions of all integration methods"}};

extern const Command list_command = {
    "list", "list masters, integration methods, diagnostics, rules of FMI or result formats",
    add_list, "", list_examples};

}  // namespace bw::cli
