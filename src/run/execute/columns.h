#pragma once
// From the signals and records of a coupled system to the values of a row.

#include <vector>

#include "base/value.h"
#include "cosim/chain/chain.h"
#include "cosim/coupling/coupling.h"
#include "model/component.h"
#include "model/signals.h"
#include "model/value_map.h"
#include "run/open/components.h"

namespace bw::run {

class Columns final : public cosim::RowReader {
 public:
  explicit Columns(const Components& components);
  Columns(const std::vector<model::ComponentShape>& shapes, const std::vector<Recorded>& recorded);

  // Adds the connected outputs that are not recorded, behind the recorded columns.
  void add_connections(const std::vector<cosim::Connection>& connections);

  // Per real column: the component, and the position among its outputs or its records.
  struct Source {
    std::size_t component, place;
    bool from_outputs;
    bool is_input =
        false;  // that is connected there; the column is a multiple of it, and an offset
  };
  const std::vector<Source>& real_sources() const { return real_sources_; }
  // The position of a real output in Signals::reals. The source must be an output.
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
  // With the given signals instead of the accepted ones.
  void read(cosim::Coupling& coupling, const model::Signals& signals, std::span<double> reals,
            std::span<Discrete> discretes) const;
  // For a single model, which has records only.
  void read(model::Component& model, std::span<double> reals, std::span<Discrete> discretes) const;
  bool reads_records() const { return !records_.empty(); }
  // As in results; connected outputs that are not recorded have names, too.
  std::string name_of(std::size_t real_column) const override { return real_names_[real_column]; }

 private:
  struct Copy {
    std::size_t from, to;
  };
  struct Scaling {
    std::size_t at;  // in the row
    double gain, offset;
  };
  struct Mapping {
    std::size_t at;
    std::shared_ptr<const model::ValueMap> map;
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
  void scale(std::span<double> reals, std::span<Discrete> discretes) const {
    for (const Scaling& s : scaled_) reals[s.at] = s.gain * reals[s.at] + s.offset;
    for (const Mapping& m : mapped_) discretes[m.at] = (*m.map)(discretes[m.at]);
  }

  std::vector<Component> components_;
  std::vector<Source> real_sources_;
  std::vector<std::string> real_names_;
  std::size_t discrete_count_ = 0;
  std::vector<Copy> reals_, discretes_;  // from the signals, to the row
  std::vector<ComponentRecords> records_;
  std::vector<Scaling> scaled_;  // columns of connected inputs
  std::vector<Mapping> mapped_;
};

}  // namespace bw::run
