#include "study/statistics/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>

namespace bw::study {
namespace {

const double unknown = std::numeric_limits<double>::quiet_NaN();

double quantile(std::vector<double>& values, double share) {
  if (values.empty()) return unknown;
  const auto place =
      static_cast<std::ptrdiff_t>(std::lround(share * static_cast<double>(values.size() - 1)));
  std::nth_element(values.begin(), values.begin() + place, values.end());
  return values[static_cast<std::size_t>(place)];
}

// Of one result over all runs.
struct Series {
  std::vector<double> values;  // by run; nan: none
  double sum_of_errors = 0, sum_of_spacings = 0;
  std::uint64_t missing = 0, without_estimate = 0;
};

// `independent`: the share of the runs that are independent of each other; 0: they are no sample.
ResultSummary summary_of(const std::string& name, const Series& series, double independent) {
  ResultSummary made;
  made.name = name;
  made.missing = series.missing;
  made.without_estimate = series.without_estimate;
  std::vector<double> values;
  for (std::size_t run = 0; run < series.values.size(); ++run) {
    const double value = series.values[run];
    if (!std::isfinite(value)) continue;
    if (values.empty() || value < made.least) made.least = value, made.least_run = run;
    if (values.empty() || value > made.most) made.most = value, made.most_run = run;
    values.push_back(value);
  }
  made.count = values.size();
  const auto n = static_cast<double>(values.size());
  if (values.empty()) {
    made.mean = made.deviation = made.least = made.most = unknown;
    made.low = made.median = made.high = made.sampling_error = made.numerical_error = unknown;
    return made;
  }
  made.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - made.mean) * (value - made.mean);
  made.deviation = n > 1 ? std::sqrt(squares / (n - 1)) : 0;
  made.sampling_error =
      independent > 0 && n > 1 ? made.deviation / std::sqrt(n * independent) : unknown;
  made.spacing_error = series.sum_of_spacings / n;
  made.numerical_error = series.without_estimate == 0 ? series.sum_of_errors / n : unknown;
  made.low = quantile(values, 0.05);
  made.median = quantile(values, 0.5);
  made.high = quantile(values, 0.95);
  return made;
}

class Summariser {
 public:
  Summariser(const Study& study, const Collection& collection)
      : study_(study), collection_(collection), series_(study.results.size()) {}

  Summary make() {
    made_.runs = collection_.runs();
    made_.recorded = collection_.recorded();
    made_.twice = collection_.twice();
    made_.different = collection_.different();
    made_.torn = collection_.torn();
    for (Series& series : series_) series.values.assign(made_.runs, unknown);
    Record record;
    for (std::uint64_t run = 0; run < made_.runs; ++run)
      if (collection_.read(run, record)) take(record);
    made_.cost_exponent = quantile(exponents_, 0.5);
    // Of d + 2 runs of a sample for sensitivity, two share no parameter.
    const double independent = study_.design.kind == Design::Kind::sensitivity
                                   ? 2.0 / static_cast<double>(study_.parameters.size() + 2)
                                   : static_cast<double>(is_sample(study_.design.kind) ? 1 : 0);
    for (std::size_t k = 0; k < series_.size(); ++k) {
      made_.results.push_back(summary_of(study_.results[k].name, series_[k], independent));
      if (study_.design.kind == Design::Kind::sensitivity)
        made_.results.back().indices =
            sobol_indices(series_[k].values, study_.parameters.size(), study_.design.seed);
    }
    return std::move(made_);
  }

 private:
  void take(const Record& record) {
    ++made_.endings[static_cast<std::size_t>(record.ending)];
    if (record.ending == RowVerdict::trusted || record.ending == RowVerdict::doubtful)
      ++made_.scopes[static_cast<std::size_t>(record.scope)];
    made_.cost += static_cast<double>(record.cost);
    made_.seconds += record.seconds;
    count_codes(record);
    if (!is_accepted(record.ending) || record.values.size() != series_.size()) return;
    made_.tolerance = record.tolerance;
    if (std::isfinite(record.cost_exponent)) exponents_.push_back(record.cost_exponent);
    if (record.estimate > made_.worst_estimate || (!made_.worst_run && record.estimate >= 0)) {
      made_.worst_estimate = record.estimate;
      made_.worst_run = record.run;
    }
    for (std::size_t k = 0; k < series_.size(); ++k) {
      Series& series = series_[k];
      series.values[record.run] = record.values[k];
      if (!std::isfinite(record.values[k]))
        ++series.missing;
      else if (std::isfinite(record.errors[k])) {
        series.sum_of_errors += record.errors[k];
        if (k < record.spacings.size()) series.sum_of_spacings += record.spacings[k];
      } else {
        ++series.without_estimate;
      }
    }
  }

  void count_codes(const Record& record) {
    std::string_view rest = record.codes;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      CodeSummary& code = made_.codes[std::string(rest.substr(0, end))];
      if (code.count++ == 0) {
        code.first_run = record.run;
        code.message = record.message;
      }
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  const Study& study_;
  const Collection& collection_;
  std::vector<Series> series_;
  std::vector<double> exponents_;
  Summary made_;
};

// 1, 2 or 5 times a power of ten, not above the number.
double round_down(double x) {
  const double decade = std::pow(10, std::floor(std::log10(x) + 1e-9));
  for (const double digit : {5.0, 2.0})
    if (digit * decade <= x * (1 + 1e-9)) return digit * decade;
  return decade;
}

}  // namespace

Summary summarise(const Study& study, const Collection& collection) {
  return Summariser(study, collection).make();
}

std::string limits_of(const Summary& summary) {
  static constexpr std::array<const char*, scope_count> words = {
      "", "coupling error only", "sensitivity to step and FMU tolerance; not an error bound"};
  const auto all = std::accumulate(summary.scopes.begin(), summary.scopes.end(), std::uint64_t{0});
  std::string text;
  for (std::size_t k = 1; k < scope_count; ++k) {
    const std::uint64_t count = summary.scopes[k];
    if (count == 0) continue;
    if (!text.empty()) text += "; ";
    if (count < all) text += std::to_string(count) + (count == 1 ? " run: " : " runs: ");
    text += words[k];
  }
  return text;
}

// The numerical error shall stay below a third of the sampling error of every result. What comes
// from the distance of the rows does not depend on the tolerance.
std::optional<Advice> advise(const Summary& summary) {
  constexpr double margin = 3, loosest = 1e-2, worth = 2, worth_it = 1.05;
  std::optional<Advice> made;
  double least = std::numeric_limits<double>::infinity(), looser = loosest;
  for (const ResultSummary& result : summary.results) {
    if (!(result.sampling_error > 0 && result.numerical_error >= 0)) continue;
    const double integration = std::max(result.numerical_error - result.spacing_error, 1e-300);
    looser = std::min(looser, summary.tolerance * result.sampling_error / margin / integration);
    const double ratio = result.sampling_error / std::max(result.numerical_error, 1e-300);
    if (ratio >= least) continue;
    least = ratio;
    made = Advice{Advice::Kind::balanced, result.name,       result.sampling_error,
                  result.numerical_error, summary.tolerance, 1};
    if (ratio < 1)
      made->kind = result.spacing_error > integration ? Advice::Kind::interval_shorter
                                                      : Advice::Kind::tolerance_tighter;
  }
  if (!made || !(summary.tolerance > 0)) return made;
  const double proposed = round_down(looser), change = proposed / summary.tolerance;
  const double faster = std::pow(change, summary.cost_exponent);
  const bool is_looser =
      made->kind == Advice::Kind::balanced && change >= worth && !(faster < worth_it);
  if (is_looser) made->kind = Advice::Kind::tolerance_looser;
  if (!is_looser && made->kind != Advice::Kind::tolerance_tighter) return made;
  made->tolerance = proposed;
  made->faster = faster;
  return made;
}

}  // namespace bw::study
