#include "web/histories.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/error.h"
#include "web/curves.h"
#include "web/groups.h"

namespace bw::web {
namespace {

using Json = nlohmann::json;
using result::StepSpan;
using result::Table;
using result::TableColumn;

template <class Member>
std::string each(std::span<const StepSpan> spans, Member member, double divisor = 1) {
  std::vector<double> numbers;
  for (const StepSpan& span : spans) numbers.push_back(static_cast<double>(span.*member) / divisor);
  return base64(numbers);
}

const TableColumn& numbers_of(const Table& table, const std::string& name, const char* option) {
  const TableColumn* column = table.find(name);
  if (column == nullptr || column->is_text)
    throw InputError("'" + table.file + "' has no column '" + name + "' of numbers: `run " +
                     option + "` did not write it.");
  return *column;
}

// Adds the error of one column to the largest of all.
void raise(std::vector<double>& largest, const TableColumn& values, const TableColumn& errors,
           double relative, double absolute) {
  for (std::size_t i = 0; i < largest.size(); ++i) {
    const double error = errors.numbers[i] / (relative * std::abs(values.numbers[i]) + absolute);
    if (!(error >= 0))  // unknown
      largest[i] = std::numeric_limits<double>::quiet_NaN();
    else if (error > largest[i])
      largest[i] = error;
  }
}

}  // namespace

Json steps_of(std::span<const StepSpan> spans, double seconds_in_unit) {
  if (spans.empty()) return nullptr;
  return {{"time", each(spans, &StepSpan::end, seconds_in_unit)},
          {"shortest", each(spans, &StepSpan::shortest, seconds_in_unit)},
          {"longest", each(spans, &StepSpan::longest, seconds_in_unit)},
          {"error", each(spans, &StepSpan::error)},
          {"rejected", each(spans, &StepSpan::rejected)},
          {"steps", each(spans, &StepSpan::steps)}};
}

std::vector<StepSpan> spans_of(const Table& steps) {
  const TableColumn &h = numbers_of(steps, "h", "--steps"),
                    &error = numbers_of(steps, "error", "--steps"),
                    &accepted = numbers_of(steps, "accepted", "--steps");
  result::StepLog log;
  for (std::size_t i = 0; i < steps.times.size(); ++i) {
    const double e = error.numbers[i];
    if (accepted.numbers[i] == 0)
      log.rejected();
    else
      log.accepted(steps.times[i], steps.times[i] + h.numbers[i], e > 0 ? e : std::nan(""));
  }
  return log.spans();
}

Json eigenvalues_of(const result::EigenvaluePath& path, double seconds_in_unit) {
  if (path.times.empty()) return nullptr;
  std::vector<double> times, real, imaginary;
  for (const double time : path.times) times.push_back(time / seconds_in_unit);
  for (const std::complex<double>& value : path.values) {
    real.push_back(value.real());
    imaginary.push_back(value.imag());
  }
  return {{"time", base64(times)},
          {"count", path.count},
          {"real", base64(real)},
          {"imaginary", base64(imaginary)}};
}

result::EigenvaluePath path_of(const Table& eigenvalues) {
  std::vector<const TableColumn*> real, imaginary;
  for (std::size_t k = 1; 2 * k <= eigenvalues.columns.size(); ++k) {
    real.push_back(&numbers_of(eigenvalues, "re" + std::to_string(k), "--eigenvalues"));
    imaginary.push_back(&numbers_of(eigenvalues, "im" + std::to_string(k), "--eigenvalues"));
  }
  result::EigenvalueLog log;
  std::vector<std::complex<double>> values(real.size());
  for (std::size_t i = 0; i < eigenvalues.times.size(); ++i) {
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k] = {real[k]->numbers[i], imaginary[k]->numbers[i]};
    log.add(eigenvalues.times[i], values);
  }
  return log.path();
}

Json error_history(const Table& rows, const Json& summary, double seconds_in_unit) {
  const Json limits = summary.value("absolute_tolerance_per_variable", Json::object());
  const double relative = summary.value("tolerance", 0.0);
  std::vector<double> largest(rows.times.size(), 0.0);
  bool any = false;
  for (const auto& [name, absolute] : limits.items()) {
    const TableColumn *values = rows.find(name), *errors = rows.find("error(" + name + ")");
    if (values == nullptr || errors == nullptr || values->is_text || errors->is_text) continue;
    raise(largest, *values, *errors, relative, absolute.get<double>());
    any = true;
  }
  if (!any || rows.times.empty()) return nullptr;
  const Groups groups(rows.times.size(), 1, most_numbers / 20);
  return {{"time", groups.times(rows.times, seconds_in_unit)}, {"error", groups.largest(largest)}};
}

}  // namespace bw::web
