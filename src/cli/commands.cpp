// A new command is one file here in cli/ and one line below.

#include "cli/commands.h"

#define BW_COMMANDS(X) \
  X(run)               \
  X(resume)            \
  X(study)             \
  X(report)            \
  X(compare)           \
  X(info)              \
  X(check)             \
  X(convert)           \
  X(export)            \
  X(list)              \
  X(explain)

namespace bw::cli {

extern const Command step_command;

#define DECLARE(name) extern const Command name##_command;
BW_COMMANDS(DECLARE)
#undef DECLARE

std::span<const Command* const> commands() {
#define ROW(name) &name##_command,
  static constexpr const Command* table[] = {BW_COMMANDS(ROW)};
#undef ROW
  return table;
}

const Command* command_for_programs(const std::string& name) {
  return name == step_command.name ? &step_command : nullptr;
}

}  // namespace bw::cli
