#pragma once
// Are two results the same within a tolerance, and where not. Columns are matched by name, times
// by align.h. Two numbers are the same when
//
//   |a - b| <= relative * max(|a|, |b|) + absolute,
//
// where `absolute`, unless given, is relative * (the largest magnitude of the column in either
// result): the nominal value of the error norms, taken from the data, so that a column with zeros
// is not compared to meaningless digits. The measure of a difference is |a - b| over that bound:
// above 1 it counts. Texts are the same or not; nan equals nan; an infinity equals only itself.
//
// Estimated errors are no values: two results may agree although their estimates do not.
//
// At a time where one result has a left and a right value (a jump) and the other a single row, the
// nearer side counts: the other recorded one side only.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "result/read_csv.h"

namespace bw::result {

struct CompareOptions {
  double relative = 1e-6;
  std::optional<double> absolute;
  bool only_common = false;  // columns that one result lacks are no difference
};

using Field = std::variant<double, std::string>;

struct Place {
  double time = 0;
  std::string column;
  Field a, b;
  double measure = 0;
};

struct ColumnDifference {
  std::string name;
  std::size_t beyond = 0;        // values whose measure is above 1
  std::optional<Place> largest;  // nothing: equal to the last digit
};

struct Comparison {
  bool same = false;  // never without a row to compare
  std::string file_a, file_b;
  std::vector<std::string> only_in_a, only_in_b;  // empty with only_common
  bool same_grid = false, same_range = false;
  std::size_t rows_a = 0, rows_b = 0;
  double start_a = 0, stop_a = 0, start_b = 0, stop_b = 0;
  std::size_t times = 0;                  // compared
  std::size_t values = 0;                 // compared: times x common columns
  std::size_t beyond = 0;                 // of these, not the same
  std::optional<Place> first;             // the earliest that is not the same
  std::optional<Place> largest;           // nothing: equal to the last digit
  std::vector<ColumnDifference> columns;  // the common ones, in the order of a
  std::size_t errors_left_out = 0;        // columns of estimated errors in either
};

Comparison compare(const Table& a, const Table& b, const CompareOptions& options = {});

// As text, one sentence per line.
std::string describe(const Comparison& comparison);

}  // namespace bw::result
