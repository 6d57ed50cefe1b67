#include "run/open/record_patterns.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace bw::run {
namespace {

// The name of an array means all its elements.
bool matches_record(const std::string& pattern, const std::string& name) {
  return matches_glob(pattern, name) || matches_glob(pattern + "[*]", name);
}

}  // namespace

bool RecordPatterns::select(const std::string& name, bool usual) {
  bool recorded = usual && (patterns_.empty() || patterns_.front().starts_with('!'));
  for (std::size_t k = 0; k < patterns_.size(); ++k) {
    const bool leaves_out = patterns_[k].starts_with('!');
    const std::string pattern = patterns_[k].substr(leaves_out ? 1 : 0);
    if (!matches_record(pattern, name) && !(!single_.empty() && pattern.starts_with(single_) &&
                                            matches_record(pattern.substr(single_.size()), name)))
      continue;
    used_[k] = true;
    recorded = !leaves_out;
  }
  return recorded;
}

bool RecordPatterns::names(const std::string& name) const {
  return std::ranges::find(patterns_, name) != patterns_.end();
}

std::string RecordPatterns::no_match(const std::string& pattern,
                                     const std::vector<std::string>& all) const {
  // "speed" is meant for "motor.speed".
  std::vector<std::string> with_component;
  for (const std::string& name : all)
    if (name.ends_with("." + pattern)) with_component.push_back(name);
  return option_ + ": no variable matches '" + pattern + "'." +
         (with_component.empty()
              ? did_you_mean(pattern, all)
              : " Did you mean " + listed(with_component, {.most = 3, .last = " or "}) + "?");
}

void RecordPatterns::refuse_idle(const std::vector<std::string>& names, bool leaves_none) const {
  std::vector<std::string> idle;
  for (std::size_t k = 0; k < patterns_.size(); ++k)
    if (!used_[k]) idle.push_back(no_match(patterns_[k], names));
  if (!idle.empty()) throw InputError(std::move(idle));
  if (!patterns_.empty() && leaves_none)
    throw InputError(option_ + " '" + patterns_.back() +
                     "' leaves no variable; name at least one with --record.");
}

}  // namespace bw::run
