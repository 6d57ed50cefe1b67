#include <filesystem>
#include <memory>
#include <string>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/report/layout.h"
#include "cli/report/standard_streams.h"
#include "cli/watched_run.h"
#include "run/checkpoint/checkpoint.h"
#include "run/spec/run_spec.h"

namespace bw::cli {
namespace {

struct ResumeArguments {
  std::string file;
  Watching watching;
};

int resume(const ResumeArguments& given) {
  namespace fs = std::filesystem;
  const fs::path before = fs::current_path();
  const run::RunSpec spec = run::open_checkpoint(given.file);
  const fs::path now = fs::current_path();
  if (now != before && !given.watching.quiet)
    say(labelled("note", "the run was called in '" + now.string() + "' and continues there",
                 style_of_errors(false).width));
  return run_and_report(spec, given.watching);
}

Action add_resume(CommandLine& line) {
  const auto given = std::make_shared<ResumeArguments>();
  line.positional("FILE", given->file, "a checkpoint that `bellwether run --checkpoint` wrote")
      .offers({Offer::Kind::files, {".checkpoint"}});
  add_watching(line, given->watching, "Options");
  add_limits(line, given->watching, "Options");
  return [given] { return resume(*given); };
}

constexpr Example resume_examples[] = {
    {"bellwether run system.toml --checkpoint 60", "write system.csv.checkpoint every minute"},
    {"bellwether resume system.csv.checkpoint",
     "continue after an interruption, a crash or a kill"}};

}  // namespace

extern const Command resume_command = {
    "resume", "continue a run from its last checkpoint", add_resume,
    "The command and its options are in the checkpoint. The target and its inputs must be the same "
    "files. The result is the same, bit by bit, as that of a run that was not disturbed.",
    resume_examples};

}  // namespace bw::cli
