#pragma once
// From the signals and records of a coupled system to the cells of a row.

#include <vector>

#include "base/value.h"
#include "cosim/chain/chain.h"
#include "cosim/coupling/coupling.h"
#include "model/component.h"
#include "model/signals.h"
#include "run/open/components.h"

namespace bw::run {

class Columns final : public cosim::RowReader {
 public:
  explicit Columns(const Components& components);
  Columns(const std::vector<model::ComponentShape>& shapes, const std::vector<Recorded>& recorded);

  // Also what travels on connections, behind the recorded columns and unless it is one of them.
  void add_connections(const std::vector<cosim::Connection>& connections);

  // Of each real column: the component and the place among its outputs, or among its records.
  struct Source {
    std::size_t component, place;
    bool from_outputs;
  };
  const std::vector<Source>& real_sources() const { return real_sources_; }
  // Of a real output: its position among the signals.
  std::size_t signal_of(const Source& source) const {
    return components_[source.component].first_real +
           components_[source.component].output_lane[source.place];
  }

  std::size_t reals() const override { return real_sources_.size(); }
  std::size_t discretes() const override { return discrete_count_; }
  void read(cosim::Coupling& coupling, std::span<double> reals,
            std::span<Discrete> discretes) const override {
    read(coupling, coupling.now(), reals, discretes);
  }
  // With other signals than those that were accepted.
  void read(cosim::Coupling& coupling, const model::Signals& signals, std::span<double> reals,
            std::span<Discrete> discretes) const;
  // Of one model on its own, which has records only.
  void read(model::Component& model, std::span<double> reals, std::span<Discrete> discretes) const;
  bool reads_records() const { return !records_.empty(); }
  // As the column is called in results; signals on connections have names, too.
  std::string name_of(std::size_t real_column) const override { return real_names_[real_column]; }

 private:
  struct Copy {
    std::size_t from, to;
  };
  struct ComponentRecords {
    std::size_t component;
    mutable model::Signals values;
    std::vector<Copy> reals, discretes;  // from values, to the row
  };
  struct Component {
    model::ComponentShape shape;
    std::size_t first_real, first_discrete;             // of its outputs in Signals
    std::vector<std::size_t> output_lane, record_lane;  // position within the lane
  };
  void add(const Recorded& recorded);
  void read_records(const ComponentRecords& from, model::Component& component,
                    std::span<double> reals, std::span<Discrete> discretes) const;

  std::vector<Component> components_;
  std::vector<Source> real_sources_;
  std::vector<std::string> real_names_;
  std::size_t discrete_count_ = 0;
  std::vector<Copy> reals_, discretes_;  // from the signals, to the row
  std::vector<ComponentRecords> records_;
};

}  // namespace bw::run
