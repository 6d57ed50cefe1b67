#include "inspect/names.h"

#include "base/bell.h"
#include "base/error.h"
#include "fmi/component/inspect.h"
#include "fmi/description/description.h"
#include "model/blueprint.h"
#include "model/variable.h"
#include "result/read_csv.h"
#include "run/open/open_file.h"
#include "system/system.h"
#include "system/table_file.h"

namespace bw::inspect {
namespace {

void add_name(const model::Variable& v, const std::string& before,
              std::vector<NamedVariable>& names) {
  if (v.causality != model::Causality::independent)
    names.push_back({before + v.name, v.description, v.takes_start});
}

void add_names(const std::filesystem::path& file, const std::string& before,
               std::vector<NamedVariable>& names) {
  if (system::is_table(file)) {
    const result::Table table = result::read_csv(file.string());
    for (const result::TableColumn& column : table.columns)
      names.push_back({before + column.name, "", false});
  } else if (run::is_equations(file)) {
    Bells ignored;
    const auto model = run::open_equations(file, ignored);
    for (const model::Variable& v : model->variables()) add_name(v, before, names);
  } else {
    const fmi::Inspection fmu = fmi::inspect(file);
    for (const fmi::Variable& v : fmu.description.variables) add_name(v.face, before, names);
  }
}

}  // namespace

std::vector<NamedVariable> variables_of(const std::filesystem::path& target) {
  const system::System system = system::load(target);
  std::vector<NamedVariable> names;
  for (const system::ComponentEntry& component : system.components) try {
      add_names(component.file, system.single ? "" : component.name + ".", names);
    } catch (const InputError&) {  // the others still have names
    }
  return names;
}

}  // namespace bw::inspect
