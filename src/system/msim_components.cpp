#include "system/msim_components.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "system/table_file.h"

namespace bw::system {
namespace {

long cycle_of(const MsimWord& word) {
  constexpr double most = 1e6;
  const auto number = to_number(word.text);
  if (!number || !(*number >= 0 && *number <= most) || *number != std::floor(*number))
    throw InputError(word.position.text() + ": the cycle must be a whole number from 0, not '" +
                     word.text + "'.");
  return static_cast<long>(*number);
}

}  // namespace

void MsimComponents::add(const MsimLine& line) {
  const std::vector<MsimWord> words = line.words();
  if (words.size() != 5)
    throw InputError(line.position.text() +
                     ": a component is written 'simulator number cycle name colour file', like "
                     "'simulator 0 0 Prey #ff8c00 \"fmus/Prey.fmu\"', not '" +
                     line.rest + "'; put names and files with blanks in quotes.");
  Component component;
  component.written = words[2].text;
  component.entry.name = component.written;
  component.entry.position = line.position;
  std::ranges::replace(component.entry.name, '.', '_');
  if (component.written.empty())
    throw InputError(words[2].position.text() +
                     ": a component needs a name, but this one is \"\".");
  if (const Component* other = find(component.entry.name))
    throw InputError(words[2].position.text() + ": there are two components '" +
                     component.entry.name + "'; the other one is at " +
                     other->entry.position.text() + ".");
  if (component.written != component.entry.name)
    remarks_.push_back({component.written,
                        "component '" + component.written + "' is called '" + component.entry.name +
                            "' here, because a dot separates component and variable.",
                        words[2].position});
  // Known in spite of a mistake: one message is enough.
  findings_.attempt([&] { component.cycle = cycle_of(words[1]); });
  findings_.attempt([&] { component.entry.file = file(words[4]); });
  component.table = system::is_table(component.entry.file);
  by_name_.emplace(component.entry.name, components_.size());
  by_written_name_.emplace(component.written, components_.size());
  components_.push_back(component);
}

std::filesystem::path MsimComponents::file(const MsimWord& word) const {
  std::string name = word.text;
  std::ranges::replace(name, '\\', '/');
  if (name.size() > 1 && name[1] == ':')
    throw InputError(word.position.text() + ": '" + word.text +
                     "' is a Windows path; write it relative to the project file.");
  if (!has_ending(name, ".fmu") && !system::is_table(name))
    throw InputError(word.position.text() + ": '" + word.text +
                     "' is neither an FMU (.fmu) nor a table (.csv, .tsv).");
  return folder_ / name;
}

const MsimComponents::Component* MsimComponents::find(const std::string& name) const {
  const auto component = by_name_.find(name);
  return component == by_name_.end() ? nullptr : &components_[component->second];
}

Endpoint MsimComponents::endpoint(const MsimWord& word) const {
  // Names of components may contain dots, so the longest matching one is meant.
  for (auto dot = word.text.rfind('.'); dot != std::string::npos && dot > 0;
       dot = word.text.rfind('.', dot - 1)) {
    const auto component = by_written_name_.find(word.text.substr(0, dot));
    if (component != by_written_name_.end() && dot + 1 < word.text.size())
      return {components_[component->second].entry.name, word.text.substr(dot + 1)};
  }
  const Endpoint end = system::endpoint(word.text, word.position);
  std::vector<std::string> names;
  for (const Component& component : components_) names.push_back(component.written);
  throw InputError(word.position.text() + ": there is no component '" + end.component + "' (in '" +
                   word.text + "')." + did_you_mean(end.component, names));
}

bool MsimComponents::is_table(const std::string& component) const {
  const Component* found = find(component);
  return found != nullptr && found->table;
}

std::vector<ComponentEntry> MsimComponents::in_order_of_evaluation() const {
  std::vector<Component> sorted = components_;
  std::ranges::stable_sort(
      sorted, [](const Component& a, const Component& b) { return a.cycle < b.cycle; });
  std::vector<ComponentEntry> entries;
  for (const Component& component : sorted) entries.push_back(component.entry);
  return entries;
}

void MsimComponents::remark_cycles(const std::vector<Connection>& connections) {
  for (const Connection& connection : connections) {
    const Component *from = find(connection.source.component),
                    *to = find(connection.target.component);
    if (from->cycle <= to->cycle) continue;
    remarks_.push_back({"simulator",
                        "cycles have no effect, because loops and their order follow from the "
                        "connections: this one leads from '" +
                            from->entry.name + "' in cycle " + std::to_string(from->cycle) +
                            " back to '" + to->entry.name + "' in cycle " +
                            std::to_string(to->cycle) +
                            ", which in MasterSim would use the value of the previous step.",
                        connection.position});
    return;  // one remark is enough
  }
}

}  // namespace bw::system
