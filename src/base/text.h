#pragma once
// Words and numbers: the small pieces that every error sentence and every reader needs.

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bw {

// The shortest decimal text that reads back as the same double.
std::string shortest(double value);

// Numbers and times in messages: at most `digits` significant digits, exponents as in "1e-6".
std::string brief(double value, int digits = 6);

// Factors and estimates in messages: three significant digits, without an exponent below a million
// and grouped, "13 400".
std::string rough(double value);

// A count in a message, in groups of three digits: "12 345". Counts below `from` are not grouped.
std::string grouped_digits(std::string digits, long long from);
template <std::integral Count>
std::string grouped(Count count, long long from = 10'000) {
  return grouped_digits(std::to_string(count), from);
}

// The whole text as one number, blanks around it allowed; nothing when it contains anything else or
// when it is too large for a double ("inf" and "nan" are numbers here). Independent of the locale.
std::optional<double> to_number(std::string_view text);

std::string_view trimmed(std::string_view text);

// Of ASCII only: what std::tolower does with the rest depends on a locale that an FMU may change.
std::string lowercase(std::string_view text);

// '*' any characters, '?' one (of UTF-8); everything else stands for itself, brackets too ("x[1]").
bool matches_glob(std::string_view pattern, std::string_view text);

// How a list of names reads in a sentence: "a, b", and "a, b and 3 more" where it is too long.
struct ListStyle {
  std::size_t most = std::string::npos;    // names shown
  std::string_view rest = " and {} more";  // of the others; {} is their number
  std::string_view last = ", ";            // before the last name
};
// The first names of `count`, at least as many as are shown.
std::string list_of_first(const std::vector<std::string>& names, std::size_t count,
                          const ListStyle& style);

// Of anything that has a name; names that are not shown are not made.
template <class Items, class NameOf>
std::string listed(const Items& items, NameOf&& name_of, const ListStyle& style = {}) {
  std::vector<std::string> names;
  std::size_t count = 0;
  for (const auto& item : items)
    if (count++ < style.most) names.emplace_back(name_of(item));
  return list_of_first(names, count, style);
}
template <class Items>
std::string listed(const Items& items, const ListStyle& style = {}) {
  return listed(
      items, [](const auto& name) { return name; }, style);
}

// "a, b" becomes "a, b, name".
void add_to_list(std::string& list, std::string_view name);

// " Did you mean 'predator'?" when one of the known names is close, else " Known: a, b, c." (at
// most a few), else "". It begins with a blank so that it can end any sentence.
std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& known);

}  // namespace bw
