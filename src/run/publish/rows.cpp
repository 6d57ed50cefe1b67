#include "run/publish/rows.h"

#include <filesystem>

#include "result/format.h"

namespace bw::run {

Rows::Rows(const RunSpec& spec, result::OldRows old_rows) {
  if (!spec.output) return;
  output_ = *spec.output;
  const result::Format& format = result::format_for(*spec.output);
  if (*spec.output == "-") {
    const std::string stem = std::filesystem::path(spec.target).stem().string();
    file_ = result::open_output_stream(spec.standard_output, stem + std::string(format.extension));
  } else {
    file_ = result::open_output_file(*spec.output, nullptr, old_rows);
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

bool Rows::earlier_result() const { return file_ != nullptr && file_->earlier_result_exists(); }

bool Rows::reader_left() const { return file_ != nullptr && file_->reader_left(); }

}  // namespace bw::run
