#pragma once
// All mistakes of a model text, each with its line and a caret, reported together; and warnings.

#include <string>
#include <vector>

#include "base/position.h"
#include "equation/text/source_text.h"

namespace bw::equation {

struct Warning {
  Position where;
  std::string sentence;
  std::string excerpt;      // the line and a caret below
  std::string parameter{};  // one without a value: no warning where a value is set
  bool cosmetic = false;    // it has no effect on the numbers
};

// Thrown when more would not help.
struct TooManyMistakes {};

class Mistakes {
 public:
  explicit Mistakes(const SourceText& source) : source_(source) {}

  // One mistake per place: repetitions in a loop are reported once.
  void add(Span where, std::string sentence);
  void add(Place where, std::string sentence) { add(Span{where, where + 1}, std::move(sentence)); }
  void warn(Span where, std::string sentence, std::string parameter = {});
  void warn_of_text(Span where, std::string sentence);  // cosmetic: no effect on the numbers

  bool reported_between(Place begin, Place end) const { return any_between(found_, begin, end); }
  bool empty() const { return found_.empty(); }
  std::size_t size() const { return found_.size(); }

  // Throws an InputError with all of them in the order of the text, if there are any.
  void refuse() const;
  std::vector<Warning> warnings() const;

 private:
  struct Found {
    Span where;
    std::string sentence;
    std::string parameter{};
    bool cosmetic = false;
  };
  void keep_warning(Found warning);
  static bool any_between(const std::vector<Found>& found, Place begin, Place end);
  static std::vector<Found> in_order(std::vector<Found> found);  // of the text

  const SourceText& source_;
  std::vector<Found> found_, warnings_;
};

}  // namespace bw::equation
