#include "equation/text/mistakes.h"

#include <algorithm>
#include <utility>

#include "base/report.h"

namespace bw::equation {
namespace {

constexpr std::size_t most_mistakes = 50;
constexpr std::size_t most_warnings = 200;

}  // namespace

bool Mistakes::any_between(const std::vector<Found>& found, Place begin, Place end) {
  return std::ranges::any_of(
      found, [&](const Found& one) { return one.where.begin >= begin && one.where.begin < end; });
}

std::vector<Mistakes::Found> Mistakes::in_order(std::vector<Found> found) {
  std::ranges::stable_sort(
      found, [](const Found& a, const Found& b) { return a.where.begin < b.where.begin; });
  return found;
}

void Mistakes::add(Span where, std::string sentence) {
  if (reported_between(where.begin, where.begin + 1)) return;
  found_.push_back({where, std::move(sentence)});
  if (found_.size() >= most_mistakes) throw TooManyMistakes{};
}

void Mistakes::warn(Span where, std::string sentence, std::string parameter) {
  if (warnings_.size() < most_warnings && !any_between(warnings_, where.begin, where.begin + 1))
    warnings_.push_back({where, std::move(sentence), std::move(parameter)});
}

void Mistakes::refuse() const {
  Report all;
  for (const Found& found : in_order(found_))
    all.add(source_.position(found.where.begin),
            found.sentence + "\n" + source_.excerpt(found.where));
  if (found_.size() >= most_mistakes) all.add({}, "There may be more.");
  all.refuse();
}

std::vector<Warning> Mistakes::warnings() const {
  std::vector<Warning> all;
  for (const Found& found : in_order(warnings_))
    all.push_back({source_.position(found.where.begin), found.sentence,
                   source_.excerpt(found.where), found.parameter});
  return all;
}

}  // namespace bw::equation
