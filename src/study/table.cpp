#include "study/table.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string_view>

#include "base/error.h"
#include "result/descriptor.h"
#include "result/draft.h"

namespace bw::study {
namespace {

// Several processes may write the same table at once.
class TableFile {
 public:
  explicit TableFile(const std::string& file)
      : name_(file),
        draft_(result::own_draft(file)),
        file_(open(draft_.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0666)) {
    if (!file_.is_open()) refuse(errno);
    result::remove_dead_drafts(file);
    buffer_.reserve(room);
  }
  ~TableFile() {
    if (!is_published_) ::unlink(draft_.c_str());
  }
  TableFile(const TableFile&) = delete;
  TableFile& operator=(const TableFile&) = delete;

  void put(std::string_view text) { buffer_ += text; }
  void quoted(std::string_view text) {
    buffer_ += '"';
    for (const char c : text) {
      if (c == '"') buffer_ += '"';
      buffer_ += c;
    }
    buffer_ += '"';
  }
  void number(double value) {
    char text[32];
    buffer_.append(text, std::to_chars(text, text + sizeof text, value).ptr);
  }
  void number(std::uint64_t value) {
    char text[32];
    buffer_.append(text, std::to_chars(text, text + sizeof text, value).ptr);
  }
  // An error needs fewer digits, which are faster to write. What a float does not hold must become
  // neither zero nor infinite.
  void rough(double value) {
    const double size = std::abs(value);
    if (size > 0 &&
        (size < std::numeric_limits<float>::min() || size > std::numeric_limits<float>::max()))
      return number(value);
    char text[32];
    buffer_.append(text, std::to_chars(text, text + sizeof text, static_cast<float>(value)).ptr);
  }
  void end_row() {
    buffer_ += '\n';
    if (buffer_.size() > room - margin) flush();
  }
  void publish() {
    flush();
    // Some file systems cannot bring a file to the disk; the others report a full one here.
    if (::fsync(file_.get()) != 0 && errno != EINVAL && errno != ENOTSUP) refuse(errno);
    if (std::rename(draft_.c_str(), name_.c_str()) != 0) refuse(errno);
    is_published_ = true;
  }

 private:
  static constexpr std::size_t room = std::size_t{1} << 20U, margin = std::size_t{1} << 16U;
  void flush() {
    const int problem = result::write_fully(file_.get(), buffer_.data(), buffer_.size());
    if (problem != 0) refuse(problem);
    buffer_.clear();
  }
  [[noreturn]] void refuse(int problem) const {
    throw Error(ExitCode::stopped, "The table '" + name_ +
                                       "' cannot be written: " + result::reason(problem) +
                                       "; all runs are kept, and `bellwether study collect` writes "
                                       "it again.");
  }

  std::string name_, draft_;
  result::Descriptor file_;
  std::string buffer_;
  bool is_published_ = false;
};

void write_head(const Study& study, TableFile& table) {
  table.quoted("run");
  const auto column = [&](const std::string& name) {
    table.put(",");
    table.quoted(name);
  };
  for (const Parameter& parameter : study.parameters)
    column(parameter.unit.empty() ? parameter.name : parameter.name + " [" + parameter.unit + "]");
  for (const ResultText& result : study.results) {
    column(result.name);
    column("error(" + result.name + ")");
  }
  for (const char* name : {"verdict", "codes", "cost"}) column(name);
  table.end_row();
}

void write_row(const Study& study, const Points& points, const Record& record, TableFile& table) {
  table.number(record.run);
  for (std::size_t j = 0; j < study.parameters.size(); ++j) {
    table.put(",");
    if (study.parameters[j].words.empty())
      table.number(points.number(record.run, j));
    else
      table.quoted(points.word(record.run, j));
  }
  for (std::size_t k = 0; k < study.results.size(); ++k) {
    const bool is_known = is_accepted(record.ending) && k < record.values.size();
    table.put(",");
    const bool occurs = is_known && !std::isnan(record.values[k]);
    if (occurs) table.number(record.values[k]);
    table.put(",");
    if (occurs && !std::isnan(record.errors[k])) table.rough(record.errors[k]);
  }
  table.put(",");
  table.quoted(name(record.ending));
  table.put(",");
  table.quoted(record.codes);
  table.put(",");
  table.number(record.cost);
  table.end_row();
}

}  // namespace

void write_table(const Study& study, const Collection& collection, const std::string& file) {
  TableFile table(file);
  const Points points(study.design, study.parameters);
  write_head(study, table);
  Record record;
  for (std::uint64_t run = 0; run < collection.runs(); ++run)
    if (collection.read(run, record)) write_row(study, points, record, table);
  table.publish();
}

}  // namespace bw::study
