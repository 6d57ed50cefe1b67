#pragma once
// Dates as XML Schema writes them.

#include <algorithm>
#include <string_view>

namespace bw {
namespace date {

inline constexpr std::string_view decimal_digits = "0123456789";

inline bool has_form(std::string_view text, std::string_view form) {
  if (text.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i)
    if (form[i] == 'd' ? decimal_digits.find(text[i]) == decimal_digits.npos : text[i] != form[i])
      return false;
  return true;
}

// The number of two digits there.
inline int number_at(std::string_view text, std::size_t at) {
  return (text[at] - '0') * 10 + text[at + 1] - '0';
}

inline int days_in(int year, int month) {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

inline bool is_day(std::string_view text) {
  const int year = number_at(text, 0) * 100 + number_at(text, 2);
  const int month = number_at(text, 5), day = number_at(text, 8);
  return month >= 1 && month <= 12 && day >= 1 && day <= days_in(year, month);
}

// 24:00:00 is the end of a day.
inline bool is_time(int hour, int minute, int second) {
  return (hour < 24 && minute < 60 && second < 60) || (hour == 24 && minute == 0 && second == 0);
}

inline bool is_zone(std::string_view text) {
  if (text.empty() || text == "Z") return true;
  if (text[0] != '+' && text[0] != '-') return false;
  text.remove_prefix(1);
  return has_form(text, "dd:dd") && number_at(text, 0) <= 14 && number_at(text, 3) < 60;
}

}  // namespace date

// Of xsd:dateTime, with a year of four digits: "2026-05-28T13:30:00Z", with optional fractions of
// seconds and an offset from UTC.
inline bool is_date_and_time(std::string_view text) {
  using date::has_form, date::is_day, date::is_time, date::is_zone, date::number_at;
  constexpr std::string_view form = "dddd-dd-ddTdd:dd:dd";
  if (!has_form(text.substr(0, form.size()), form) || !is_day(text) ||
      !is_time(number_at(text, 11), number_at(text, 14), number_at(text, 17)))
    return false;
  text.remove_prefix(form.size());
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::size_t count = std::min(text.find_first_not_of(date::decimal_digits), text.size());
    if (count == 0) return false;
    text.remove_prefix(count);
  }
  return is_zone(text);
}

}  // namespace bw
