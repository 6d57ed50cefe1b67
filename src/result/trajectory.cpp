#include "result/trajectory.h"

#include <algorithm>
#include <stdexcept>

#include "base/error.h"
#include "base/text.h"

namespace bw::result {

void Trajectory::columns(const std::vector<Column>& columns) {
  *this = {};
  columns_ = columns;
  for (const Column& column : columns_)
    lane_index_.push_back(is_real(column.type) ? real_count_++ : discrete_count_++);
}

void Trajectory::row(const Row& row) {
  if (row.reals.size() != real_count_ || row.discretes.size() != discrete_count_)
    throw std::logic_error("A row does not fit the columns of its trajectory.");
  times_.push_back(row.time);
  reals_.insert(reals_.end(), row.reals.begin(), row.reals.end());
  discretes_.insert(discretes_.end(), row.discretes.begin(), row.discretes.end());
}

void Trajectory::clear() {
  times_.clear();
  reals_.clear();
  discretes_.clear();
}

std::vector<double> Trajectory::real(const std::string& column) const {
  const auto found = std::ranges::find(columns_, column, &Column::name);
  if (found == columns_.end()) {
    std::vector<std::string> known;
    for (const Column& c : columns_) known.push_back(c.name);
    throw InputError("The result has no column '" + column + "'." + did_you_mean(column, known));
  }
  if (!is_real(found->type))
    throw InputError("Column '" + column + "' is " + std::string(name(found->type)) +
                     ", not Real; read it cell by cell.");
  const std::size_t lane = lane_index_[static_cast<std::size_t>(found - columns_.begin())];
  std::vector<double> values(rows());
  for (std::size_t i = 0; i < rows(); ++i) values[i] = reals_[i * real_count_ + lane];
  return values;
}

Cell Trajectory::cell(std::size_t row, std::size_t column) const {
  if (row >= rows() || column >= columns_.size())
    throw std::out_of_range("There is no such cell in the trajectory.");
  const std::size_t lane = lane_index_[column];
  if (is_real(columns_[column].type)) return reals_[row * real_count_ + lane];
  return discretes_[row * discrete_count_ + lane];
}

}  // namespace bw::result
