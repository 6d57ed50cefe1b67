#include "result/csv_scanner.h"

#include "base/error.h"

namespace bw::result {

CsvScanner::CsvScanner(std::string_view text, std::string file)
    : text_(text), file_(std::move(file)) {
  if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
  while (start_row() && text_[at_] == '#') {
    at_ = std::min(text_.find('\n', at_), text_.size());
    skip_line_end();
  }
  separator_ = guess_separator();
}

bool CsvScanner::start_row() {
  while (skip_line_end()) {
  }
  in_row_ = !at_end();
  return in_row_;
}

bool CsvScanner::next(CsvField& field) {
  if (!in_row_) return false;
  while (!at_end() && text_[at_] == ' ') ++at_;
  field.line = line_;
  field.column = static_cast<int>(at_ - line_start_) + 1;
  field.quoted = !at_end() && text_[at_] == '"';
  field.text = field.quoted ? quoted(field) : bare();
  if (!at_end() && text_[at_] == separator_) {
    ++at_;
  } else if (at_end() || skip_line_end()) {
    in_row_ = false;
  } else {
    throw InputError(position(field).text() + ": unexpected text after the closing quote.");
  }
  return true;
}

bool CsvScanner::skip_line_end() {
  const std::string_view rest = text_.substr(at_, 2);
  const std::size_t width = rest.starts_with('\n') ? 1 : rest == "\r\n" ? 2 : 0;
  if (width == 0) return false;
  at_ += width;
  line_start_ = at_;
  ++line_;
  return true;
}

std::string_view CsvScanner::bare() {
  const std::size_t begin = at_;
  while (!at_end() && text_[at_] != separator_ && text_[at_] != '\n') ++at_;
  if (!at_end() && text_[at_] == '\n' && at_ > begin && text_[at_ - 1] == '\r') --at_;
  return text_.substr(begin, at_ - begin);
}

std::string_view CsvScanner::quoted(const CsvField& field) {
  const std::size_t begin = ++at_;
  bool doubled = false;
  for (;; ++at_) {
    if (at_end()) throw InputError(position(field).text() + ": missing closing quote.");
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    if (text_[at_] != '"') continue;
    if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') break;
    doubled = true;
    ++at_;
  }
  const std::string_view inside = text_.substr(begin, at_ - begin);
  for (++at_; !at_end() && text_[at_] == ' '; ++at_) {
  }
  if (!doubled) return inside;
  unescaped_.clear();
  for (std::size_t i = 0; i < inside.size(); i += inside[i] == '"' ? 2 : 1) unescaped_ += inside[i];
  return unescaped_;
}

char CsvScanner::guess_separator() const {
  bool within = false;
  char guess = ',';
  for (std::size_t i = at_; i < text_.size() && (within || text_[i] != '\n'); ++i) {
    if (text_[i] == '"') within = !within;
    if (within) continue;
    if (text_[i] == '\t') return '\t';
    if (text_[i] == ';') guess = ';';
  }
  return guess;
}

}  // namespace bw::result
