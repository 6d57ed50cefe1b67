// docs/diagnostics.md, rendered from the tables that the program uses.

#include <algorithm>
#include <sstream>

#include "base/bell.h"
#include "inspect/explain.h"
#include "inspect/explanations.h"
#include "inspect/text_table.h"

namespace bw::inspect {
namespace {

constexpr std::size_t page_width = 120;

constexpr std::string_view page_head = R"(# Diagnostics

<!-- Made by `bellwether explain --markdown`; edit src/base/bell_table.h and src/inspect/explanations_*.cpp. -->

A diagnostic says that a result may be wrong, or what was done about something unexpected. A *note* informs, a *warning* that
concerns the numbers makes a result doubtful at best, an *error* rejects it. `bellwether explain CODE` prints an entry of this
page in a terminal, and `bellwether list diagnostics` the table.

Every diagnostic has the simulated time, its subject (a component, a variable, a connection), the measured number, its limit
and a sentence. The same diagnostic for the same subject is counted, not repeated.
)";

std::string diagnostics_table() {
  std::string text = "\n| code | severity | reported when |\n|---|---|---|\n";
  for (const BellKind& kind : bell_kinds())
    text.append("| `")
        .append(kind.name)
        .append("` | ")
        .append(name(kind.severity))
        .append(" | ")
        .append(kind.when)
        .append(" |\n");
  return text;
}

std::string bullets(std::string_view lines) {
  std::istringstream stream{std::string(lines)};
  std::string text;
  for (std::string line; std::getline(stream, line);) text += wrapped(line, page_width, "- ", "  ");
  return text;
}

std::string links(std::string_view pages) {
  std::istringstream stream{std::string(pages)};
  std::string text;
  for (std::string page; stream >> page;)
    text += (text.empty() ? "" : ", ") + ("[" + page.substr(0, page.find('.'))) + "](" + page + ")";
  return text;
}

std::string page_entry(const Explanation& row, std::string_view kind) {
  std::string text = "\n### `" + std::string(row.code) + "`\n\n";
  text += wrapped("*" + std::string(kind) + "*: " + std::string(row.meaning), page_width, "", "");
  text += "\nCauses:\n\n" + bullets(row.causes) + "\nWhat to do:\n\n" + bullets(row.remedy);
  text += "\nExample: `" + std::string(row.example) + "`. See " + links(row.pages) + ".\n";
  return text;
}

}  // namespace

std::string diagnostics_page() {
  std::string text(page_head);
  text += diagnostics_table();
  for (const ExplanationGroup& group : explanation_groups()) {
    text += "\n## " + std::string(group.title) + "\n\n" +
            wrapped(group.introduction, page_width, "", "");
    for (const Explanation& row : group.rows)
      if (const auto kind = std::ranges::find(bell_kinds(), row.code, &BellKind::name);
          kind != bell_kinds().end())
        text += page_entry(row, name(kind->severity));
  }
  text += "\n## Verdicts\n\nEvery run ends with one of four verdicts.\n";
  for (const Explanation& row : verdict_explanations()) text += page_entry(row, "verdict");
  return text;
}

}  // namespace bw::inspect
