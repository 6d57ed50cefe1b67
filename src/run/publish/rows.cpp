#include "run/publish/rows.h"

#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "result/destination.h"
#include "result/format.h"
#include "result/output_file.h"

namespace bw::run {

namespace {

namespace fs = std::filesystem;

bool holds(const std::string& file, const Rows::Mark& mark) {
  std::ifstream rows(file, std::ios::binary);
  rows.seekg(static_cast<std::streamoff>(mark.size - mark.end.size()));
  std::string end(mark.end.size(), ' ');
  rows.read(end.data(), static_cast<std::streamsize>(end.size()));
  return rows && mark.ends_with(end);
}

// A run that was killed between the verdict and its end has given its rows their name already.
void bring_back_rows(const std::string& output, const Rows::Mark& mark) {
  std::error_code problem;
  const std::string path = result::without_link(output), partial = result::partial_name(path);
  if (!fs::is_empty(partial, problem) || problem) return;  // rows of another run
  for (const std::string& name : {path, result::rejected_name(path)})
    if (holds(name, mark)) {
      fs::copy_file(name, partial, fs::copy_options::overwrite_existing, problem);
      return;
    }
}

}  // namespace

Rows::Rows(const RunSpec& spec, result::OldRows old_rows, result::Heading heading) {
  if (!spec.output) return;
  output_ = *spec.output;
  const result::Format& format = result::format_for(*spec.output);
  if (*spec.output == "-") {
    const std::string stem = fs::path(spec.target).stem().string();
    file_ = result::open_output_stream(spec.standard_output, stem + std::string(format.extension),
                                       std::move(heading));
  } else {
    file_ = result::open_output_file(*spec.output, nullptr, old_rows, std::move(heading));
  }
}

result::RowSink& Rows::sink() {
  if (file_ != nullptr) return file_->writer();
  return memory_;
}

void Rows::restart() {
  memory_ = {};
  if (file_ != nullptr) file_->restart();
}

void Rows::check(const Mark& mark) const {
  if (file_ != nullptr && !file_->begins_with(mark)) bring_back_rows(output_, mark);
  if (file_ == nullptr || !file_->begins_with(mark))
    throw InputError("The rows before the checkpoint are no longer in '" +
                     result::partial_name(output_) +
                     "'; put the file back, or start the run again from its beginning.");
}

std::string Rows::settle(ExitCode code) {
  if (file_ == nullptr) return "";
  if (code == ExitCode::ok) return file_->publish();
  if (code == ExitCode::rejected) return file_->refuse();
  return file_->keep_partial();
}

std::vector<std::string> Rows::losses() const {
  if (file_ == nullptr) return {};
  return file_->writer().losses();
}

bool Rows::earlier_result() const { return file_ != nullptr && file_->earlier_result_exists(); }

bool Rows::reader_left() const { return file_ != nullptr && file_->reader_left(); }

}  // namespace bw::run
