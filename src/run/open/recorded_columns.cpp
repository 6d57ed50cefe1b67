#include "run/open/recorded_columns.h"

#include <algorithm>
#include <tuple>

#include "run/open/record_patterns.h"

namespace bw::run {
namespace {

using model::Causality;
using model::Variability;
using model::Variable;

class RecordedColumns {
 public:
  RecordedColumns(const system::System& system, const OpenOptions& options,
                  const OpenComponents& components, const Connected& connected, Components& opened)
      : system_(system),
        options_(options),
        components_(components),
        connected_(connected),
        opened_(opened) {}

  void add_all() {
    RecordPatterns patterns(
        options_.record,
        (options_.record_in_file ? system_.file.string() + ": [run] " : "--") + "record",
        system_.single ? system_.components.front().name + "." : "");
    std::vector<std::string> all;
    for (std::size_t component = 0; component < components_.size(); ++component) {
      const auto& variables = components_.variables(component);
      // A single model without outputs and states, such as a formula of time, shows its locals.
      const bool shows_locals = system_.single && std::ranges::none_of(variables, is_shown);
      for (std::size_t i = 0; i < variables.size(); ++i) {
        const std::string shown = components_.shown(component, variables[i].name);
        const bool usual =
            is_shown(variables[i]) || (shows_locals && variables[i].causality == Causality::local &&
                                       variables[i].variability >= Variability::discrete);
        // Every row has the time; under another name it is recorded only if requested by that name.
        const bool is_time = variables[i].causality == Causality::independent;
        const bool wanted = patterns.select(shown, usual);
        if (wanted && (!is_time || patterns.names(shown))) add_record(component, i, shown);
        all.push_back(shown);
      }
    }
    patterns.refuse_idle(all, opened_.recorded.empty());
  }

 private:
  static bool is_shown(const Variable& v) {
    return (v.causality == Causality::output && v.type != Type::clock) || v.is_state;
  }

  void add_record(std::size_t component, std::size_t index, const std::string& full) {
    if (const auto connection = connected_.inputs.find({component, index});
        connection != connected_.inputs.end())
      return add_connected_input(connection->second, index, full);
    const auto output = connected_.outputs.find({component, index});
    const Variable& variable = opened_[component].blueprint->variables()[index];
    Recorded recorded{column_of(full, variable), component};
    recorded.from_outputs = output != connected_.outputs.end();
    auto& records = opened_.list[component].request.records;
    recorded.place = recorded.from_outputs ? output->second : records.size();
    if (!recorded.from_outputs) records.push_back(index);
    note_alias(recorded, variable);
    opened_.recorded.push_back(recorded);
  }

  static result::Column column_of(const std::string& full, const Variable& variable) {
    return {full, variable.type, variable.unit, variable.description};
  }

  // Both must be read at the same moment, to be the same to the last bit.
  void note_alias(Recorded& recorded, const Variable& variable) {
    if (variable.shared_value == 0) return;
    const auto key = std::tuple(recorded.component, recorded.from_outputs, variable.shared_value);
    const auto first = first_names_.emplace(key, opened_.recorded.size());
    if (!first.second) recorded.column.alias_of = first.first->second;
  }

  // What the component itself would say of its input lags behind by a step.
  void add_connected_input(const cosim::Connection& c, std::size_t index, const std::string& full) {
    const Variable& input = components_.variables(c.to)[index];
    Recorded recorded{column_of(full, input), c.from, true, c.output};
    recorded.connected = ConnectedInput{c.gain, c.offset, input.nominal, c.map};
    opened_.recorded.push_back(recorded);
  }

  const system::System& system_;
  const OpenOptions& options_;
  const OpenComponents& components_;
  const Connected& connected_;
  Components& opened_;
  // Column of each value that is recorded: component, whether among its outputs, which value.
  std::map<std::tuple<std::size_t, bool, std::uint64_t>, std::size_t> first_names_;
};

}  // namespace

void add_records(const system::System& system, const OpenOptions& options,
                 const OpenComponents& components, const Connected& connected, Components& opened) {
  RecordedColumns(system, options, components, connected, opened).add_all();
}

}  // namespace bw::run
