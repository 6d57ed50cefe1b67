#pragma once
// Rows of a result. A sink receives them during the run; the trajectory is the sink in memory.

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/value.h"

namespace bw::result {

struct Column {
  std::string name;  // "component.variable"
  Type type = Type::real;
  std::string unit{};  // as written; empty: none
  std::string description{};
  // An earlier column which has the same value in every row, because both name one variable.
  std::optional<std::size_t> alias_of{};
  std::optional<std::size_t> error_of{};  // the earlier column whose estimated error this is
};

// One row in two lanes: the reals of the row in the order of the real columns, and the others in
// the order of the other columns.
struct Row {
  double time = 0;
  std::span<const double> reals;
  std::span<const Discrete> discretes;
};

class RowSink {
 public:
  virtual ~RowSink() = default;
  virtual void time_unit(const std::string& /*unit*/) {}         // before columns(); else seconds
  virtual void columns(const std::vector<Column>& columns) = 0;  // once
  virtual void row(const Row& row) = 0;
  // A row that is accepted and that a rollback may still withdraw. It is no row of the result until
  // it comes once more by row(); only where the process dies before, it is one.
  virtual void announce(const Row& /*row*/) {}
  virtual void withdraw() {}
};

// A value of any column.
using Cell = std::variant<double, Discrete>;

class Trajectory final : public RowSink {
 public:
  void columns(const std::vector<Column>& columns) override;
  void row(const Row& row) override;
  void clear();  // drops the rows, keeps columns and memory

  const std::vector<Column>& columns() const { return columns_; }
  std::size_t rows() const { return times_.size(); }
  std::span<const double> times() const { return times_; }

  // Throws InputError for an unknown column, or one that is not real.
  std::vector<double> real(const std::string& column) const;
  Cell cell(std::size_t row, std::size_t column) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::size_t> lane_index_;  // per column, within its lane
  std::size_t real_count_ = 0, discrete_count_ = 0;
  std::vector<double> times_, reals_;
  std::vector<Discrete> discretes_;
};

}  // namespace bw::result
