#pragma once
// Reads an Expression; for read_expression.cpp.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "math/formula.h"
#include "result/trajectory.h"
#include "study/results/expression.h"

namespace bw::study {

class ExpressionReader {
 public:
  using Kind = Scalar::Kind;

  ExpressionReader(std::string where, const std::vector<result::Column>& columns, Expression& to);
  void read(const std::string& text, const std::vector<std::string>& parameters);

 private:
  struct Condition {
    std::string_view left{}, right{};
    std::optional<double> level{};  // the right side, where it is a number
    bool is_below = false, has_equal = false;
  };

  [[noreturn]] void refuse(const std::string& sentence) const;
  static std::string scalars_known();
  math::Formula formula(std::string_view text, const std::vector<std::string>& names) const;
  void collect_variables(const std::vector<std::pair<std::string_view, Kind>>& found);
  std::vector<std::string_view> pieces_of(std::string_view argument, Kind kind) const;
  Condition condition_of(std::string_view argument) const;
  std::optional<double> level_of(std::string_view left, std::string_view right) const;
  Scalar scalar(std::string_view argument, Kind kind) const;

  std::string where_;
  const std::vector<result::Column>& columns_;
  std::vector<std::string> names_;
  Expression& to_;
};

}  // namespace bw::study
