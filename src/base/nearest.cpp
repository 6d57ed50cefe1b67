#include "base/nearest.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <system_error>

#include "base/text.h"

namespace bw {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t shortest_beginning = 2, most_proposed = 3, most_files = 2000;

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Levenshtein's distance with two neighbours exchanged at the price of one change, and letter case
// at half price, so that "gian" is near "gain" and "Prey" near "prey".
double distance(std::string_view a, std::string_view b) {
  std::vector<double> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<double>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = static_cast<double>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const double change =
          a[i - 1] == b[j - 1] ? 0.0 : (small(a[i - 1]) == small(b[j - 1]) ? 0.5 : 1.0);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

// Letters compared: of one wrong name, and of all in this program. A file with ten thousand wrong
// names, or with one of ten thousand letters, gets its mistakes listed without proposals.
constexpr double most_work_at_once = 1e8, most_work = 3e8;
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): a cost, no result
std::atomic<double> work_of_proposals{0};

// Only candidates of about its length cost anything.
bool is_affordable(std::string_view wrong, const std::vector<std::string>& known) {
  if (work_of_proposals > most_work) return false;
  const auto length = static_cast<double>(wrong.size() + 1);
  double work = static_cast<double>(known.size());
  for (const std::string& candidate : known)
    if (static_cast<double>(candidate.size()) < 2 * length + 2)
      work += length * static_cast<double>(candidate.size() + 1);
  const bool is_little = work <= most_work_at_once;
  work_of_proposals += is_little ? work : static_cast<double>(known.size());
  return is_little;
}

const std::string* nearest_by_typing(std::string_view wrong,
                                     const std::vector<std::string>& known) {
  const std::string* nearest = nullptr;
  double best = std::max(1.0, static_cast<double>(wrong.size()) / 3.0) + 1e-9;
  for (const std::string& candidate : known) {
    // A length difference alone already bounds the distance: skip the quadratic work.
    const auto gap =
        static_cast<double>(candidate.size() > wrong.size() ? candidate.size() - wrong.size()
                                                            : wrong.size() - candidate.size());
    if (gap >= best) continue;
    // Names without one letter in common are no typing error: "y" is not meant to be "x".
    const auto all_changed = static_cast<double>(std::max(wrong.size(), candidate.size()));
    if (const double d = distance(wrong, candidate); d < std::min(best, all_changed)) {
      best = d;
      nearest = &candidate;
    }
  }
  return nearest;
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view wrong,
                                       const std::vector<std::string>& known) {
  if (!is_affordable(wrong, known)) return {};
  for (const std::string& candidate : known)
    if (std::ranges::equal(candidate, wrong, {}, small, small)) return {candidate};
  if (const std::string* nearest = nearest_by_typing(wrong, known)) return {*nearest};
  std::vector<std::string> longer;
  const auto letters = wrong.size() - std::min(wrong.size(), wrong.find_first_not_of('-'));
  if (letters < shortest_beginning) return longer;
  for (const std::string& candidate : known)
    if (candidate.starts_with(wrong)) longer.push_back(candidate);
  return longer.size() > most_proposed ? std::vector<std::string>{} : longer;
}

std::string did_you_mean_file(const std::string& missing) {
  const fs::path wrong(missing);
  const fs::path folder = wrong.parent_path();
  std::vector<std::string> names;
  std::error_code problem;
  fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, problem);
  for (; !problem && entry != fs::directory_iterator() && names.size() < most_files;
       entry.increment(problem))
    if (!entry->is_directory(problem)) names.push_back(entry->path().filename().string());
  std::ranges::sort(names);
  std::vector<std::string> near = nearest_names(wrong.filename().string(), names);
  for (std::string& name : near) name = (folder / name).string();
  return near.empty() ? "" : " Did you mean " + listed(near, {.last = " or "}) + "?";
}

}  // namespace bw
