#pragma once
// Common to models and components that are driven by a table: the inputs from outside and, behind
// them, lane by lane, those of the table.

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/bell.h"
#include "model/signals.h"
#include "model/table/table_period.h"
#include "model/table/timetable.h"
#include "model/variable.h"

namespace bw::model {

class DrivenInputs {
 public:
  DrivenInputs(const std::vector<Variable>& inputs, std::shared_ptr<const Timetable> table)
      : reader_(std::move(table)) {
    const std::size_t reals = count_reals(inputs);
    values_.reals.resize(reals);
    values_.discretes.resize(inputs.size() - reals);
    outer_reals_ = reals - reader_.table().reals().size();
    outer_discretes_ = values_.discretes.size() - reader_.table().discretes().size();
  }

  // The variables that are still driven from outside.
  static std::vector<Variable> outer(const std::vector<Variable>& inputs, const Timetable& table) {
    const std::size_t driven = table.reals().size() + table.discretes().size();
    return {inputs.begin(), inputs.end() - static_cast<std::ptrdiff_t>(driven)};
  }

  void set_outer(const SignalsIn& u) {
    std::copy(u.reals.begin(), u.reals.end(), values_.reals.begin());
    std::copy(u.discretes.begin(), u.discretes.end(), values_.discretes.begin());
  }
  SignalsIn at(double t, Side side) {
    reader_.read(t, side,
                 {std::span(values_.reals).subspan(outer_reals_),
                  std::span(values_.discretes).subspan(outer_discretes_)});
    return {values_.reals, values_.discretes};
  }

  void check_period(double start, double stop, const std::string& component, Bells& bells) const {
    model::check_period(reader_.table(), start, stop, component, "the table of inputs", bells);
  }

  TableReader& reader() { return reader_; }
  std::size_t outer_reals() const { return outer_reals_; }
  Signals& values() { return values_; }

 private:
  TableReader reader_;
  Signals values_;
  std::size_t outer_reals_ = 0, outer_discretes_ = 0;
};

}  // namespace bw::model
