#include "base/sandbox/sandbox.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/error.h"
#include "base/process/belongings.h"
#include "base/process/child.h"
#include "base/process/shared_memory.h"
#include "base/sandbox/call_filter.h"
#include "base/sandbox/file_view.h"
#include "base/sandbox/landlock.h"
#include "base/sandbox/limits.h"
#include "base/sandbox/namespaces.h"
#include "base/sandbox/visible.h"
#include "base/text.h"

namespace bw {
namespace {

namespace fs = std::filesystem;

constexpr std::array layer_names = {layer::namespaces,  layer::file_view,    layer::landlock,
                                    layer::call_filter, layer::capabilities, layer::limits,
                                    layer::descriptors};

// The user's folders are not there.
void move_home(const fs::path& scratch) {
  for (const char* name : {"HOME", "TMPDIR", "TMP", "TEMP"}) setenv(name, scratch.c_str(), 1);
  for (const char* name :
       {"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
    unsetenv(name);
  if (chdir(scratch.c_str()) != 0)
    throw Error(ExitCode::stopped, "the sandbox has no folder for temporary files: " +
                                       scratch.string() + " cannot be entered.");
}

void refuse_open_sandbox(const Confinement& held) {
  if (held.restricts_files()) return;
  throw Error(ExitCode::stopped,
              "no sandbox: nothing on this machine keeps foreign code from the user's files; "
              "missing are " +
                  held.missing() +
                  ". Linux 5.13 with Landlock or user namespaces has what is needed; "
                  "--no-sandbox runs FMUs that you trust.");
}

// ---- rehearsal: a line per layer, "name \t in force? \t detail" ----

std::string as_text(const Confinement& held) {
  std::string text;
  for (const SandboxLayer& one : held.layers)
    text += fmt::format("{}\t{:d}\t{}\n", one.name, one.in_force, one.detail);
  return text;
}

Confinement from_text(std::string_view text) {
  Confinement held;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const auto first = line.find('\t'), second = line.find('\t', first + 1);
    const auto name = std::ranges::find(layer_names, line.substr(0, first));
    if (second == line.npos || name == layer_names.end()) continue;
    held.layers.push_back({*name, line[first + 1] == '1', std::string(line.substr(second + 1))});
  }
  return held;
}

}  // namespace

bool Confinement::has(std::string_view name) const {
  return std::ranges::any_of(
      layers, [&](const SandboxLayer& one) { return one.name == name && one.in_force; });
}

bool Confinement::restricts_files() const {
  const bool is_closed =
      has(layer::file_view) && has(layer::capabilities) && has(layer::descriptors);
  return is_closed || has(layer::landlock);
}

std::string Confinement::missing() const {
  std::vector<std::string> names;
  for (const SandboxLayer& one : layers)
    if (!one.in_force) names.push_back(fmt::format("{} ({})", one.name, one.detail));
  return listed(names);
}

Confinement confine(const Sandbox& sandbox) {
  Confinement held;
  drop_shared();
  const auto note = [&](SandboxLayer one) {
    held.layers.push_back(std::move(one));
    return held.layers.back().in_force;
  };
  fs::path scratch = sandbox.scratch;
  const std::vector<sandbox::Visible> visible = sandbox::visible_files(sandbox);
  const sandbox::Namespaces namespaces = sandbox::enter_namespaces(sandbox.allow);
  note(namespaces.layer);
  const bool has_view =
      note(namespaces.layer.in_force
               ? sandbox::change_root(visible, scratch)
               : SandboxLayer{layer::file_view, false, "it needs a namespace of mounts"});
  if (has_view) scratch = "/tmp";
  move_home(scratch);
  note(sandbox::limit_resources(sandbox.allow.memory.value_or(sandbox.memory), namespaces.users));
  std::vector<int> keep = sandbox.keep;
  if (Child::own_pipe() >= 0) keep.push_back(Child::own_pipe());
  note(sandbox::close_descriptors(keep));
  note(sandbox::drop_capabilities());
  belongings::remember(getppid());  // what the sandbox took is not to be restored
  const sandbox::Landlock landlock = sandbox::restrict_files(visible, scratch, sandbox.allow);
  note(landlock.layer);
  note(sandbox::filter_calls({sandbox.allow, sandbox.copies, landlock.keeps_signals, has_view}));
  refuse_open_sandbox(held);
  return held;
}

Confinement rehearse(const Sandbox& sandbox) {
  const auto child = Child::start([&](const Child::Wanted&) { return as_text(confine(sandbox)); });
  if (child == nullptr)
    throw Error(ExitCode::stopped, "the process that tries the sandbox could not be started.");
  while (!child->listen()) {
    pollfd ready{child->fd(), POLLIN, 0};
    poll(&ready, 1, -1);
  }
  if (!child->outcome().delivered) throw Error(ExitCode::stopped, child->outcome().reason);
  return from_text(child->outcome().bytes);
}

}  // namespace bw
