#include <algorithm>
#include <cstdio>

#include "cli/commands.h"
#include "run/catalogue.h"

namespace bw::cli {
namespace {

void print(const std::vector<run::CatalogueRow>& rows) {
  std::size_t name = 0, remark = 0;
  for (const auto& row : rows) {
    name = std::max(name, row.name.size());
    remark = std::max(remark, row.remark.size());
  }
  for (const auto& row : rows)
    std::printf("%-*s  %-*s  %s\n", static_cast<int>(name), row.name.c_str(),
                static_cast<int>(remark), row.remark.c_str(), row.text.c_str());
}

}  // namespace

void add_list(CLI::App& program, int& exit_code) {
  auto* command = program.add_subcommand("list", "what there is: masters, bells, writers");
  auto what = std::make_shared<std::string>();
  command->add_option("WHAT", *what, "masters, bells or writers")->required();
  command->callback([what, &exit_code] {
    print(run::catalogue(*what));
    exit_code = 0;
  });
}

}  // namespace bw::cli
