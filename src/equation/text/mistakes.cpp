#include "equation/text/mistakes.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace bw::equation {
namespace {

constexpr std::size_t most_mistakes = 50;
constexpr std::size_t most_warnings = 200;

}  // namespace

bool Mistakes::knows(const std::vector<Found>& found, Place where) {
  return std::any_of(found.begin(), found.end(),
                     [&](const Found& one) { return one.where.begin == where; });
}

bool Mistakes::reported_between(Place begin, Place end) const {
  return std::any_of(found_.begin(), found_.end(), [&](const Found& one) {
    return one.where.begin >= begin && one.where.begin < end;
  });
}

void Mistakes::add(Span where, std::string sentence) {
  if (knows(found_, where.begin)) return;
  found_.push_back({where, std::move(sentence)});
  if (found_.size() >= most_mistakes) throw TooManyMistakes{};
}

void Mistakes::warn(Span where, std::string sentence) {
  if (warnings_.size() < most_warnings && !knows(warnings_, where.begin))
    warnings_.push_back({where, std::move(sentence)});
}

void Mistakes::refuse() const {
  if (found_.empty()) return;
  std::vector<Found> sorted = found_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Found& a, const Found& b) { return a.where.begin < b.where.begin; });
  std::string all;
  for (const auto& [where, sentence] : sorted)
    all += (all.empty() ? "" : "\n") + source_.position(where.begin).text() + ": " + sentence +
           "\n" + source_.excerpt(where);
  if (found_.size() >= most_mistakes) all += "\nThere may be more.";
  throw InputError(all);
}

std::vector<Warning> Mistakes::warnings() const {
  std::vector<Warning> all;
  for (const auto& [where, sentence] : warnings_)
    all.push_back({source_.position(where.begin), sentence, source_.excerpt(where)});
  std::stable_sort(all.begin(), all.end(), [](const Warning& a, const Warning& b) {
    return std::pair(a.where.line, a.where.column) < std::pair(b.where.line, b.where.column);
  });
  return all;
}

}  // namespace bw::equation
