#pragma once
// What a page draws beside the rows: steps, eigenvalues, and the error in tolerances over time.

#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "result/history/eigenvalue_log.h"
#include "result/history/step_log.h"
#include "result/read_csv.h"

namespace bw::web {

// {time, shortest, longest, error, rejected, steps}, one number per span, at its end; null: none.
nlohmann::json steps_of(std::span<const result::StepSpan> spans, double seconds_in_unit);
// Of a file that `run --steps` wrote. Throws InputError where it is none.
std::vector<result::StepSpan> spans_of(const result::Table& steps);

// {time, count, real, imaginary}, time after time; null: none.
nlohmann::json eigenvalues_of(const result::EigenvaluePath& path, double seconds_in_unit);
// Of a file that `run --eigenvalues` wrote. Throws InputError where it is none.
result::EigenvaluePath path_of(const result::Table& eigenvalues);

// {time, error}: the largest estimated error of all columns in each row, in tolerances,
// max e / (R |y| + A) with the tolerances of the summary; null where a row has no error columns.
nlohmann::json error_history(const result::Table& rows, const nlohmann::json& summary,
                             double seconds_in_unit);

}  // namespace bw::web
