#include "inspect/convert/draft_link.h"

#include <array>
#include <utility>

#include "base/bell.h"
#include "base/error.h"
#include "model/variable.h"

namespace bw::inspect {
namespace {

using model::Variable;
using system::SspDraft;

struct Linear {
  bool converts = true;
  double factor = 1, offset = 0;
};

// As it will be read.
bool gives(const Linear& linear, const SettledConnection& wanted) {
  system::Connection connection;
  connection.source = wanted.written.source;
  connection.target = wanted.written.target;
  connection.from_local = true;
  system::Stage stage;
  stage.converts = linear.converts;
  stage.gain = linear.factor;
  stage.offset = linear.offset;
  connection.stages.push_back(stage);
  Bells bells;
  try {
    const run::Scaling made = run::check_connection(connection, wanted.sources.front().variable,
                                                    wanted.targets.front().variable, bells);
    return made.gain == wanted.scaling.gain && made.offset == wanted.scaling.offset;
  } catch (const InputError&) {
    return false;
  }
}

// TOML scales in the unit of the source, SSP in that of the target. What one rounds and the other
// does not is passed as it is, without conversion.
Linear linear_of(const SettledConnection& connection) {
  const run::Scaling& all = connection.scaling;
  const system::Connection& written = connection.written;
  const double change = written.gain != 0 ? all.gain / written.gain : 1;  // of the unit
  const bool is_bare = written.unit == system::as_is;
  const std::array<Linear, 3> tries = {Linear{true, 1, 0},
                                       Linear{true, written.gain, change * written.offset},
                                       Linear{false, all.gain, all.offset}};
  for (const Linear& one : tries)
    if (gives(one, connection) && !(is_bare && one.converts)) return one;
  return tries.back();
}

// Names of items where both ends have them.
void add_map(SspDraft::Link& link, const SettledConnection& connection) {
  const Variable& source = connection.sources.front().variable;
  const Variable& target = connection.targets.front().variable;
  link.map_kind = source.type == Type::boolean       ? system::SspMapping::boolean
                  : source.type == Type::enumeration ? system::SspMapping::enumeration
                                                     : system::SspMapping::integer;
  const auto word = [&](const Variable& variable, std::int64_t value) {
    if (source.type == Type::boolean) return std::string(value != 0 ? "true" : "false");
    if (source.type == Type::enumeration)
      for (const auto& [item, code] : variable.items)
        if (code == value) return item;
    return std::to_string(value);
  };
  const model::ValueMap& map = *connection.scaling.map;
  for (const std::int64_t value : map.listed_values())
    link.map.emplace_back(word(source, value), word(target, map(value)));
}

}  // namespace

std::vector<SspDraft::Link> links_of(const SettledConnection& connection, const Settled& settled,
                                     bool is_old) {
  const std::size_t count = connection.sources.size();
  const auto of_array = [&](const run::Found& found) {
    return settled.element_of(found).has_value();
  };
  const bool is_whole =
      count > 1 && of_array(connection.sources.front()) && of_array(connection.targets.front());
  std::vector<SspDraft::Link> links;
  for (std::size_t k = 0; k < (is_whole ? 1 : count); ++k) {
    SspDraft::Link link;
    const auto set_end = [&](const run::Found& found, system::Endpoint& end,
                             std::vector<std::size_t>& indices) {
      const auto element = settled.element_of(found);
      end = {settled.system().components[found.component].name,
             element ? element->array : found.variable.name};
      if (element && !is_whole) indices = element->indices;
    };
    set_end(connection.sources[k], link.start, link.start_indices);
    set_end(connection.targets[k], link.end, link.end_indices);
    if (is_old && (!link.start_indices.empty() || !link.end_indices.empty()))
      throw InputError(connection.written.position.text() +
                       ": SSP 1.0 has no elements of arrays; write 2.0.");
    const bool is_scaled = is_real(connection.targets.front().variable.type);
    if (connection.scaling.map != nullptr) {
      if (is_scaled && (connection.scaling.gain != 1 || connection.scaling.offset != 0))
        throw InputError(connection.written.position.text() +
                         ": SSP has no connection with a map and a factor; use two components.");
      add_map(link, connection);
    } else if (is_scaled) {
      const Linear linear = linear_of(connection);
      link.converts = linear.converts;
      link.factor = linear.factor;
      link.offset = linear.offset;
    }
    links.push_back(std::move(link));
  }
  return links;
}

}  // namespace bw::inspect
