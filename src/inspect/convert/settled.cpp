#include "inspect/convert/settled.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/error.h"
#include "fmi/component/inspect.h"
#include "fmi/description/description.h"
#include "model/variable.h"
#include "run/open/open_file.h"
#include "run/open/written_values.h"
#include "run/spec/options.h"

namespace bw::inspect {
namespace {

std::string file_key(const std::filesystem::path& file) { return file.lexically_normal().string(); }

run::RunSpec settings_of(const system::System& system) {
  std::vector<run::SettingView> views;
  for (const system::Setting& setting : system.settings)
    views.push_back({setting.key, &setting.values, setting.position.text()});
  return run::from_settings(views);
}

run::WrittenValue written_value(const system::Parameter& p) {
  return {p.target.text(), p.value, p.position.text(), p.is_of_ssp() ? &p : nullptr, p.target};
}

}  // namespace

Settled::Settled(system::System system) : system_(std::move(system)), components_(system_) {
  findings_.attempt([&] { settings_ = settings_of(system_); });
  open();
  for (const system::Connection& connection : system_.connections)
    findings_.attempt([&] { add(connection); });
  remarks_ = system_.remarks;
  for (const system::Parameter& parameter : system_.parameters)
    findings_.attempt([&] { add(parameter); });
  findings_.refuse();
}

void Settled::open() {
  components_.open([&](const std::filesystem::path& file) {
    if (!run::is_equations(file)) {
      std::set<std::string>& arrays = arrays_[file_key(file)];
      const fmi::Inspection fmu = fmi::inspect(file);
      for (const fmi::Variable& variable : fmu.description.variables)
        if (variable.is_array()) arrays.insert(variable.face.name);
    }
    return run::open_file(file, bells_, {});
  });
  std::vector<run::WrittenValue> values;
  for (const system::Parameter& p : system_.parameters) values.push_back(written_value(p));
  components_.settle(values, findings_);
  findings_.refuse();
}

void Settled::add(const system::Connection& connection) {
  const std::string where = connection.position.text();
  SettledConnection settled{
      connection,
      components_.find_ends(connection.source, connection.source_indices, where),
      components_.find_ends(connection.target, connection.target_indices, where),
      {}};
  if (settled.sources.size() != settled.targets.size())
    throw InputError(where + ": '" + connection.source.text() + "' has " +
                     std::to_string(settled.sources.size()) + " elements and '" +
                     connection.target.text() + "' has " + std::to_string(settled.targets.size()) +
                     ".");
  if (run::turns(connection, settled.sources.front().variable, settled.targets.front().variable))
    return add(run::turned(connection));
  for (std::size_t k = 0; k < settled.targets.size(); ++k) {
    const run::Found& target = settled.targets[k];
    settled.scaling =
        run::check_connection(connection, settled.sources[k].variable, target.variable, bells_);
    const auto [earlier, is_free] = driven_.emplace(Key(target.component, target.index), where);
    if (!is_free)
      throw InputError(where + ": '" + connection.target.text() +
                       "' is driven by the connection at " + earlier->second +
                       " already; remove one of them.");
  }
  connections_.push_back(std::move(settled));
}

void Settled::add(const system::Parameter& parameter) {
  const std::string where = parameter.position.text();
  if (parameter.may_miss && components_.is_missing(parameter.target)) {
    remarks_.push_back({parameter.target.text(),
                        "component '" + parameter.target.component + "' has no variable '" +
                            parameter.target.variable + "'; its value has no effect.",
                        parameter.position});
    return;
  }
  if (!parameter.ambiguous.empty()) throw InputError(where + ": " + parameter.ambiguous);
  SettledValue settled{&parameter, components_.find_all(parameter.target, where), {}};
  settled.values =
      run::values_for(written_value(parameter), parameter.target, settled.targets, &bells_);
  for (const run::Found& found : settled.targets) {
    const model::Variable& v = found.variable;
    if (!v.takes_start && v.causality != model::Causality::structural_parameter)
      throw InputError(where + ": '" + parameter.target.text() + "' is a " +
                       std::string(name(v.variability)) + " " + std::string(name(v.causality)) +
                       " that the component computes; it cannot be set.");
    const auto driven = driven_.find(Key(found.component, found.index));
    if (driven != driven_.end())
      throw InputError(where + ": '" + parameter.target.text() +
                       "' is driven by the connection at " + driven->second +
                       ", so a start value has no effect; remove one of them.");
  }
  values_.push_back(std::move(settled));
}

std::optional<Settled::Element> Settled::element_of(const run::Found& found) const {
  const std::string& name = found.variable.name;
  const auto bracket = name.rfind('[');
  const auto arrays = arrays_.find(file_key(system_.components[found.component].file));
  if (!name.ends_with(']') || bracket == std::string::npos || arrays == arrays_.end() ||
      !arrays->second.contains(name.substr(0, bracket)))
    return {};
  Element element{name.substr(0, bracket), {}};
  for (const char* at = name.data() + bracket + 1; at < name.data() + name.size();) {
    std::size_t index = 0;
    at = std::from_chars(at, name.data() + name.size(), index).ptr + 1;  // behind ',' or ']'
    element.indices.push_back(index);
  }
  return element;
}

std::vector<std::size_t> Settled::dimensions(std::size_t component,
                                             const std::string& array) const {
  std::vector<std::size_t> sizes;
  const auto& variables = components_.variables(component);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (!variables[i].name.starts_with(array + "[")) continue;
    const auto element = element_of({component, i, variables[i]});
    if (!element || element->array != array) continue;
    sizes.resize(element->indices.size());
    for (std::size_t d = 0; d < sizes.size(); ++d)
      sizes[d] = std::max(sizes[d], element->indices[d]);
  }
  return sizes;
}

}  // namespace bw::inspect
