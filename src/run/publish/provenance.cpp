#include "run/publish/provenance.h"

#include <ctime>
#include <filesystem>
#include <type_traits>
#include <variant>

#include "base/archive/sha256.h"
#include "base/text.h"
#include "run/spec/options.h"
#include "system/system.h"

#ifndef BELLWETHER_VERSION
#define BELLWETHER_VERSION "unknown"
#endif

namespace bw::run {
namespace {

// Empty: not set.
std::string value_text(const Option& option, const RunSpec& spec) {
  return std::visit(
      [&](auto member) -> std::string {
        const auto& value = spec.*member;
        using Field = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Field, std::vector<std::string>>) {
          return listed(value);
        } else if constexpr (std::is_same_v<Field, std::optional<bool>>) {
          return value ? (*value ? "true" : "false") : "";
        } else if constexpr (std::is_same_v<Field, std::optional<double>>) {
          return value ? shortest(*value) : "";
        } else {
          return value.value_or("");
        }
      },
      option.member);
}

std::string utc(std::chrono::system_clock::time_point when) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(when);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

// Without the target's folder, which depends on the computer.
std::string name_beside(const std::string& file, const std::string& target) {
  const std::filesystem::path folder = std::filesystem::path(target).parent_path();
  const std::filesystem::path rest =
      std::filesystem::path(file).lexically_relative(folder.empty() ? "." : folder);
  return rest.empty() || *rest.begin() == ".." ? file : rest.string();
}

}  // namespace

result::Provenance provenance_of(const OptionStages& stages,
                                 std::chrono::system_clock::time_point begin,
                                 const ReadFiles& files) {
  result::Provenance made;
  made.version = BELLWETHER_VERSION;
  made.command_line = stages.given.command_line;
  for (const Option& option : options()) {
    const char* origin = is_set(option, stages.given)        ? "given"
                         : is_set(option, stages.with_file)  ? "file"
                         : is_set(option, stages.with_model) ? "model"
                                                             : "default";
    made.options.push_back({std::string(option.key), value_text(option, stages.in_force), origin});
  }
  made.target = stages.given.target;
  const bool is_read = files.target && !stages.given.writes_nothing;  // else nobody would read it
  if (!made.target.empty() && is_read)
    made.target_sha256 = sha256_of_file(system::file_of(made.target));
  for (const std::string& file : files.inputs)
    made.inputs.push_back({name_beside(file, made.target), sha256_of_file(file)});
  made.date = utc(begin);
  return made;
}

std::string with_origin(const std::string& reason, const result::Provenance& provenance) {
  for (const result::Provenance::Option& option : provenance.options) {
    if (option.origin != "file") continue;
    if (reason == "--" + option.key + " was given")
      return option.key + " is set in the system file";
    if (option.key == "certify" && reason == "--no-certify was given")
      return "certify = false is set in the system file";
  }
  return reason;
}

result::Approach with_origin(result::Approach approach, const result::Provenance& provenance) {
  for (const result::Provenance::Option& option : provenance.options) {
    if (option.origin != "file") continue;
    const std::string name = "--" + option.key, in_file = option.key + " in the system file";
    if (approach.option == name) approach.option = in_file;
    for (std::string& detail : approach.details)
      if (const auto at = detail.find("(" + name + ")"); at != std::string::npos)
        detail.replace(at + 1, name.size(), in_file);
  }
  return approach;
}

}  // namespace bw::run
