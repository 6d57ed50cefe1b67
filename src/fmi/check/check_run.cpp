#include "fmi/check/check_run.h"

#include <mutex>

#include "base/bell.h"
#include "fmi/check/check_experiments.h"
#include "fmi/component/fmu_file.h"
#include "fmi/description/rules.h"
#include "fmi/instance/binary.h"
#include "model/blueprint.h"

namespace bw::fmi {
namespace {

// The category of "[component] ok (category): message".
std::string category_of(std::string_view line) {
  const auto begin = line.find(" (");
  const auto end = line.find("): ", begin);
  if (begin == std::string_view::npos || end == std::string_view::npos) return {};
  return std::string(line.substr(begin + 2, end - begin - 2));
}

}  // namespace

void check_run(const std::filesystem::path& file, const CheckOptions& options, Report& report) {
  std::mutex mutex;  // an FMU may log from a thread of its own
  Heard heard;
  Bells bells;
  const FmuFile fmu(file, bells, [&](std::string_view line) {
    const std::scoped_lock lock(mutex);
    heard.categories.insert(category_of(line));
    if (const auto status = line.find("] ");
        status == std::string_view::npos || !line.substr(status).starts_with("] warning ("))
      return;
    if (++heard.warnings == 1) heard.first_warning = line.substr(line.find("): ") + 3);
  });
  fmu.archive().unpack(platform_folders());  // here, so that no crash can leave the folder behind
  for (const Interface interface :
       {Interface::model_exchange, Interface::co_simulation, Interface::scheduled_execution}) {
    const auto& offered = fmu.description().at(interface);
    if (!offered) continue;
    if (offered->needs_execution_tool)
      add(report, Rule::run_skipped, {options.prefix + std::string(model::name(interface))},
          "the FMU was not run, because it needs the tool that made it.");
    else
      Experiments(fmu, interface, options, heard, report).run();
  }
}

}  // namespace bw::fmi
