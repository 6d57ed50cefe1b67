#pragma once
// Which variables are recorded: the patterns of --record, or of `record` in [run].

#include <string>
#include <vector>

namespace bw::run {

class RecordPatterns {
 public:
  // `option` begins messages. `single`: the name of the only component with its dot, which names
  // may go without; else empty.
  RecordPatterns(const std::vector<std::string>& patterns, std::string option, std::string single)
      : patterns_(patterns),
        used_(patterns.size(), false),
        option_(std::move(option)),
        single_(std::move(single)) {}

  // The last matching pattern decides; "!pattern" excludes. Where the first one excludes, it
  // excludes from the default.
  bool select(const std::string& name, bool usual);
  bool names(const std::string& name) const;  // it literally

  // Throws InputError for patterns that matched none of these names, and where they leave nothing.
  void refuse_idle(const std::vector<std::string>& names, bool leaves_none) const;

 private:
  std::string no_match(const std::string& pattern, const std::vector<std::string>& all) const;

  const std::vector<std::string>& patterns_;
  std::vector<bool> used_;
  std::string option_, single_;
};

}  // namespace bw::run
