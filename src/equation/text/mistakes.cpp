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
  keep_warning({where, std::move(sentence), std::move(parameter)});
}

void Mistakes::warn_of_text(Span where, std::string sentence) {
  keep_warning({.where = where, .sentence = std::move(sentence), .cosmetic = true});
}

void Mistakes::keep_warning(Found warning) {
  // One of each kind per place: a cosmetic one must not hide one that concerns the numbers.
  const bool known = std::ranges::any_of(warnings_, [&](const Found& one) {
    return one.where.begin == warning.where.begin && one.cosmetic == warning.cosmetic;
  });
  if (warnings_.size() < most_warnings && !known) warnings_.push_back(std::move(warning));
}

void Mistakes::refuse() const {
  Report all;
  for (const Found& one : in_order(found_))
    all.add(source_.position(one.where.begin), one.sentence + "\n" + source_.excerpt(one.where));
  if (found_.size() >= most_mistakes) all.add({}, "There may be more.");
  all.refuse();
}

std::vector<Warning> Mistakes::warnings() const {
  std::vector<Warning> all;
  for (const Found& one : in_order(warnings_))
    all.push_back({source_.position(one.where.begin), one.sentence, source_.excerpt(one.where),
                   one.parameter, one.cosmetic});
  return all;
}

}  // namespace bw::equation
