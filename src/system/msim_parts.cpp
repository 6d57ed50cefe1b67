#include "system/msim_parts.h"

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

void MsimParts::add(const MsimLine& line) {
  const std::vector<MsimWord> words = line.words();
  if (words.size() != 5)
    throw InputError(
        line.position.text() +
        ": a part reads 'simulator number cycle name colour file', like 'simulator 0 0 "
        "Prey #ff8c00 \"fmus/Prey.fmu\"', not '" +
        line.rest + "'; what has blanks stands in quotes.");
  Part part;
  part.written = words[2].text;
  part.entry.name = part.written;
  part.entry.position = line.position;
  std::replace(part.entry.name.begin(), part.entry.name.end(), '.', '_');
  if (part.written.empty())
    throw InputError(words[2].position.text() + ": a part needs a name; its name is \"\".");
  if (const Part* other = find(part.entry.name))
    throw InputError(words[2].position.text() + ": there are two parts '" + part.entry.name +
                     "'; the other stands at " + other->entry.position.text() + ".");
  if (part.written != part.entry.name)
    remarks_.push_back({part.written,
                        "part '" + part.written + "' is called '" + part.entry.name +
                            "' here, because a dot separates part and variable.",
                        words[2].position});
  // One with a mistake is known, too: one sentence on it is enough.
  findings_.attempt([&] { part.cycle = cycle_of(words[1]); });
  findings_.attempt([&] { part.entry.file = file(words[4]); });
  part.table = system::is_table(part.entry.file);
  by_name_.emplace(part.entry.name, parts_.size());
  by_written_name_.emplace(part.written, parts_.size());
  parts_.push_back(part);
}

std::filesystem::path MsimParts::file(const MsimWord& word) const {
  std::string name = word.text;
  std::replace(name.begin(), name.end(), '\\', '/');
  if (name.size() > 1 && name[1] == ':')
    throw InputError(word.position.text() + ": '" + word.text +
                     "' is a path of Windows; write it relative to the project file.");
  if (!has_ending(name, ".fmu") && !system::is_table(name))
    throw InputError(word.position.text() + ": '" + word.text +
                     "' is neither an FMU (.fmu) nor a table (.csv, .tsv).");
  return folder_ / name;
}

const MsimParts::Part* MsimParts::find(const std::string& name) const {
  const auto part = by_name_.find(name);
  return part == by_name_.end() ? nullptr : &parts_[part->second];
}

Endpoint MsimParts::endpoint(const MsimWord& word) const {
  // A part's own name may have dots, so the longest that fits is meant.
  for (auto dot = word.text.rfind('.'); dot != std::string::npos && dot > 0;
       dot = word.text.rfind('.', dot - 1)) {
    const auto part = by_written_name_.find(word.text.substr(0, dot));
    if (part != by_written_name_.end() && dot + 1 < word.text.size())
      return {parts_[part->second].entry.name, word.text.substr(dot + 1)};
  }
  const Endpoint end = system::endpoint(word.text, word.position);
  std::vector<std::string> names;
  for (const Part& part : parts_) names.push_back(part.written);
  throw InputError(word.position.text() + ": there is no part '" + end.part + "' (in '" +
                   word.text + "')." + did_you_mean(end.part, names));
}

bool MsimParts::is_table(const std::string& part) const {
  const Part* found = find(part);
  return found != nullptr && found->table;
}

std::vector<PartEntry> MsimParts::in_order_of_evaluation() const {
  std::vector<Part> sorted = parts_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Part& a, const Part& b) { return a.cycle < b.cycle; });
  std::vector<PartEntry> entries;
  for (const Part& part : sorted) entries.push_back(part.entry);
  return entries;
}

void MsimParts::tell_cycles(const std::vector<Wire>& wires) {
  for (const Wire& wire : wires) {
    const Part *from = find(wire.source.part), *to = find(wire.target.part);
    if (from->cycle <= to->cycle) continue;
    remarks_.push_back({"simulator",
                        "cycles have no effect, loops and their order are found from the wires: "
                        "this one leads from '" +
                            from->entry.name + "' in cycle " + std::to_string(from->cycle) +
                            " back to '" + to->entry.name + "' in cycle " +
                            std::to_string(to->cycle) +
                            ", which in MasterSim would read the value of the step before.",
                        wire.position});
    return;  // one is enough to know it
  }
}

}  // namespace bw::system
