#pragma once
// A table file as a component: its columns are outputs, which drive inputs through connections with
// conversion of units, like those of any other component.
//
// A file of numbers does not say what they mean, so a column takes the type of the inputs that it
// drives. One that drives none is Real, or String where it holds words; it may have gaps, and then
// it is recorded only on request. Reals are interpolated linearly between the rows, unless they are
// held: because the user says so, or because all inputs that they drive are discrete.

#include <memory>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/report.h"
#include "base/value.h"
#include "model/blueprint.h"
#include "model/component.h"
#include "model/model.h"
#include "model/table/timetable.h"
#include "model/variable.h"
#include "result/read_csv.h"
#include "system/system.h"

namespace bw::run {

// A connection from a column.
struct ColumnUse {
  std::size_t column;
  model::Variable input;  // with its full name: "house.T"
  std::string where;      // the connection's position
};

class TableBlueprint final : public model::Blueprint {
 public:
  // With the types that follow from the file alone. Throws InputError for a wrong `held` of the
  // entry.
  TableBlueprint(std::shared_ptr<const result::Table> table, const system::ComponentEntry& entry);

  // The same with the types that the connections require; adds mistakes to the findings.
  std::shared_ptr<const TableBlueprint> connected(const std::vector<ColumnUse>& uses,
                                                  Report& findings) const;

  const std::vector<double>& times() const { return table_->times; }
  bool is_held(std::size_t column) const {
    return variables_[column].variability != model::Variability::continuous;
  }

  const std::vector<model::Variable>& variables() const override { return variables_; }
  const model::Experiment& experiment() const override { return experiment_; }
  const std::vector<model::Interface>& interfaces() const override { return interfaces_; }
  model::Capabilities capabilities(model::Interface) const override {
    return {.can_roll_back = true, .reports_events = true, .can_serialise = true};
  }
  std::shared_ptr<const Blueprint> resized(
      const std::vector<std::pair<std::size_t, Value>>& structural) const override;
  std::vector<double> special_times(const model::ComponentRequest& request) const override {
    return timetable(request.outputs)->special_times();
  }
  std::unique_ptr<model::Component> make(const model::ComponentRequest& request,
                                         Bells& bells) const override;
  std::unique_ptr<model::Model> make_model(const model::ComponentRequest& request,
                                           Bells& bells) const override;

 private:
  void hold(const std::vector<std::string>& names, const std::string& where);
  void take_type(std::size_t column, const std::vector<const ColumnUse*>& uses);
  std::vector<Discrete> read_as(std::size_t column, const ColumnUse& use) const;
  std::shared_ptr<const model::Timetable> timetable(const std::vector<std::size_t>& columns) const;
  std::vector<model::Variable> pick(const std::vector<std::size_t>& columns) const;

  std::string name_;  // of the component
  std::shared_ptr<const result::Table> table_;
  std::vector<model::Variable> variables_;        // per column
  std::vector<std::vector<Discrete>> converted_;  // per column; empty: as they stand in the table
  model::Experiment experiment_;
  std::vector<model::Interface> interfaces_ = {model::Interface::co_simulation};
};

}  // namespace bw::run
