#include "equation/text/source_text.h"

#include <algorithm>
#include <utility>

namespace bw::equation {
namespace {

constexpr std::size_t longest_excerpt = 100;  // bytes
// Each array element has the text of its equation: longer ones would be copied too often.
constexpr std::size_t longest_on_one_line = 300;  // bytes
// Characters of longer lines are counted as bytes, so that a text of one line stays linear.
constexpr std::size_t longest_counted = 10'000;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

int characters(std::string_view text) {
  return static_cast<int>(
      std::ranges::count_if(text, [](char c) { return !continues_character(c); }));
}

// The end of the comment that begins here; the same place when none begins.
std::size_t behind_comment(std::string_view text, std::size_t at) {
  if (text.compare(at, 2, "//") == 0) return std::min(text.find('\n', at), text.size());
  if (text.compare(at, 2, "/*") != 0) return at;
  const std::size_t end = text.find("*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

// Of a string or a quoted name: the byte behind its closing quote.
std::size_t behind_quotes(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

// Removes terminal control characters.
std::string printable(std::string_view line) {
  std::string words(line);
  for (char& c : words)
    if ((c >= 0 && c < ' ' && c != '\t') || c == '\x7F') c = '?';
  return words;
}

std::string shortened(std::string words) {
  std::size_t size = longest_on_one_line;
  while (size > 0 && continues_character(words[size])) --size;
  words.resize(size);
  return words + " ...";
}

}  // namespace

SourceText::SourceText(std::string text, std::string file)
    : text_(std::move(text)), file_(std::move(file)) {
  begins_.push_back(0);
  is_plain_.push_back(true);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (static_cast<unsigned char>(text_[i]) >= 0x80U) is_plain_.back() = false;
    if (text_[i] != '\n') continue;
    begins_.push_back(static_cast<Place>(i + 1));
    is_plain_.push_back(true);
  }
}

std::vector<std::string> SourceText::lines() const {
  std::vector<std::string> all;
  all.reserve(begins_.size());
  for (std::size_t i = 0; i < begins_.size(); ++i) all.emplace_back(line(i));
  return all;
}

std::size_t SourceText::line_of(Place place) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(begins_, place) - begins_.begin()) - 1;
}

std::string_view SourceText::line(std::size_t number) const {
  const std::size_t end = number + 1 < begins_.size() ? begins_[number + 1] - 1 : text_.size();
  std::string_view line = std::string_view(text_).substr(begins_[number], end - begins_[number]);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

Position SourceText::position(Place place) const {
  const std::size_t number = line_of(place);
  const std::size_t bytes = place - begins_[number];
  const bool counted = !is_plain_[number] && bytes <= longest_counted;
  const int before = counted ? characters(std::string_view(text_).substr(begins_[number], bytes))
                             : static_cast<int>(bytes);
  return {file_, static_cast<int>(number) + 1, before + 1};
}

Place SourceText::place(const Position& position) const {
  const auto number = static_cast<std::size_t>(std::max(position.line, 1)) - 1;
  const std::string_view words = line(std::min(number, begins_.size() - 1));
  std::size_t at = static_cast<std::size_t>(std::max(position.column, 1)) - 1;
  if (!is_plain_[number] && at <= longest_counted) {
    std::size_t bytes = 0;
    for (std::size_t left = at + 1; bytes < words.size(); ++bytes)
      if (!continues_character(words[bytes]) && --left == 0) break;
    at = bytes;
  }
  return begins_[number] + static_cast<Place>(std::min(at, words.size()));
}

std::string SourceText::excerpt(Span span) const {
  const std::size_t number = line_of(span.begin);
  std::string_view shown = line(number);
  std::size_t from = span.begin - begins_[number];
  std::size_t to =
      std::min<std::size_t>(std::max(span.end, span.begin + 1) - begins_[number], shown.size());
  if (shown.size() > longest_excerpt) {
    std::size_t cut = from > longest_excerpt / 2 ? from - longest_excerpt / 2 : 0;
    while (cut < from && continues_character(shown[cut])) ++cut;
    std::size_t end = std::min(cut + longest_excerpt, shown.size());
    while (end > cut && end < shown.size() && continues_character(shown[end])) --end;
    shown = shown.substr(cut, end - cut);
    from -= cut;
    to = std::min(to > cut ? to - cut : 0, shown.size());
  }
  std::string carets;
  for (const char c : shown.substr(0, std::min(from, shown.size())))
    if (!continues_character(c)) carets += c == '\t' ? '\t' : ' ';
  const int count = to > from ? characters(shown.substr(from, to - from)) : 1;
  return "  " + printable(shown) + "\n  " + carets + "^" +
         std::string(static_cast<std::size_t>(std::max(count - 1, 0)), '~');
}

std::string SourceText::on_one_line(Span span) const {
  const std::string_view all = text(span);
  std::string words;
  bool is_apart = false;
  for (std::size_t i = 0; i < all.size();) {
    if (words.size() > longest_on_one_line) return shortened(std::move(words));
    const std::size_t next = behind_comment(all, i);
    if (next != i || is_blank(all[i])) {
      is_apart = true;
      i = std::max(next, i + 1);
      continue;
    }
    if (is_apart && !words.empty()) words += ' ';
    is_apart = false;
    const std::size_t end = all[i] == '"' || all[i] == '\'' ? behind_quotes(all, i) : i + 1;
    words += all.substr(i, end - i);
    i = end;
  }
  return words;
}

}  // namespace bw::equation
