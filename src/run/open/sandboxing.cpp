#include "run/open/sandboxing.h"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "base/process/private_folder.h"

namespace bw::run {
namespace {

// The tool is another program, which the FMU starts or talks to.
void say_needs_allowance(const system::ComponentEntry& entry, const Allowance& allow,
                         Bells& bells) {
  if (allow.processes || allow.network) return;
  bells.ring(
      BellCode::fmu_needs_tool, 0, entry.name + ": sandbox",
      "component '" + entry.name +
          "' needs the program that made it, and --sandbox refuses other processes and the "
          "network; if you trust it: allow = [\"network\", \"processes\"] for the component, "
          "or --allow network,processes.");
}

}  // namespace

Allowance allowed_to(const RunSpec& spec, const system::ComponentEntry& entry) {
  Allowance allow = allowance(spec.allow, "--allow");
  const std::filesystem::path folder = std::filesystem::path(spec.target).parent_path();
  for (const std::string& word : entry.allow) allow.add(word, entry.position.text(), folder);
  return allow;
}

std::function<void()> confinement_of(const RunSpec& spec, const system::ComponentEntry& entry,
                                     const OpenedComponent& component, Bells& bells) {
  if (!spec.sandbox.value_or(false)) return {};
  Sandbox sandbox;
  sandbox.allow = allowed_to(spec, entry);
  sandbox.allow.refuse_missing_files("component '" + entry.name + "'");
  sandbox.copies = true;  // snapshots
  sandbox.readable = component.blueprint->files(component.request.interface, bells);
  for (const std::filesystem::path& own : sandbox.readable)
    sandbox.writable.push_back(own / "resources");
  if (component.capabilities().needs_tool) say_needs_allowance(entry, sandbox.allow, bells);
  const auto temporary = std::make_shared<PrivateFolder>(PrivateFolder::make());
  sandbox.scratch = temporary->path();
  return [temporary, box = std::move(sandbox)] { confine(box); };
}

void try_sandbox(const RunSpec& spec, Bells& bells) {
  if (!spec.sandbox.value_or(false)) return;
  const PrivateFolder temporary = PrivateFolder::make();
  Sandbox sandbox;
  sandbox.scratch = temporary.path();
  const std::string missing = rehearse(sandbox).missing();
  if (!missing.empty())
    bells.ring(BellCode::sandbox_incomplete, 0, "sandbox",
               "the sandbox has no " + missing + "; its other layers are in force.");
}

}  // namespace bw::run
