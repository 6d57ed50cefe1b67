// How deep the tables of a TOML text are nested, before toml++ reads it: it makes a table of every
// level of a dotted name and destroys them by recursion.

#include <algorithm>
#include <vector>

#include "system/toml_sentences.h"

namespace bw::system {
namespace {

class DepthScan {
 public:
  explicit DepthScan(std::string_view text) : text_(text) {}

  std::optional<TomlPlace> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'')
        skip_text(c);
      else if (c == '#')
        skip_to(text_.find('\n', at_));
      else
        count(c);
      if (levels_ + dots_ > deepest_toml) return place();
    }
    return {};
  }

 private:
  void count(char c) {
    ++at_;
    if (c == '.') ++dots_;
    if (c == '[' || c == '{') {
      outside_.push_back(levels_);
      levels_ += dots_ + 1;
    } else if ((c == ']' || c == '}') && !outside_.empty()) {
      levels_ = outside_.back();
      outside_.pop_back();
    }
    // Behind '=' stands the value of the name: an inline table is nested in it.
    const bool goes_on = c == '.' || c == '=' || c == ' ' || c == '\t' || is_name(c);
    if (!goes_on) dots_ = 0;
  }

  static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  }

  // "...", '...', and with three quotes over several lines.
  void skip_text(char quote) {
    const std::string three(3, quote);
    const bool is_long = text_.substr(at_, 3) == three;
    at_ += is_long ? 3 : 1;
    while (at_ < text_.size()) {
      if (!is_long && text_[at_] == '\n') return;
      if (quote == '"' && text_[at_] == '\\') {
        at_ = std::min(at_ + 2, text_.size());
      } else if (is_long ? text_.substr(at_, 3) == three : text_[at_] == quote) {
        at_ += is_long ? 3 : 1;
        return;
      } else {
        ++at_;
      }
    }
  }

  void skip_to(std::size_t end) { at_ = std::min(end, text_.size()); }

  TomlPlace place() const {
    const std::string_view before = text_.substr(0, at_ - 1);
    const auto line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    return {static_cast<int>(1 + std::count(before.begin(), before.end(), '\n')),
            static_cast<int>(1 + before.size() - line_start)};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int levels_ = 0, dots_ = 0;  // of the brackets around this place; of the name before it
  std::vector<int> outside_;
};

}  // namespace

std::optional<TomlPlace> too_deep_in(std::string_view text) { return DepthScan(text).run(); }

}  // namespace bw::system
