#include "run/assemble.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/error.h"
#include "base/findings.h"
#include "base/text.h"
#include "fmi/fmu.h"
#include "run/connect.h"
#include "run/convert_value.h"

namespace bw::run {
namespace {

using model::Causality;
using model::Variable;

constexpr int names_told = 8;

class Assembler {
 public:
  Assembler(const system::System& system, const Wishes& wishes, Bells& bells)
      : system_(system), wishes_(wishes), bells_(bells) {}

  Assembly assemble() {
    open_parts();
    for (const system::Wire& wire : system_.wires) findings_.attempt([&] { add_wire(wire); });
    for (const system::Parameter& p : system_.parameters)
      findings_.attempt([&] { add_start(p.target, p.value, p.position.text()); });
    Findings wishes;  // mistakes of the command line; they are told once the system is right
    for (const std::string& words : wishes_.set) wishes.attempt([&] { add_set(words); });
    (wishes_.record_in_file ? findings_ : wishes).attempt([&] { add_records(); });
    findings_.refuse();
    wishes.refuse<UsageError>();
    tell_undriven_inputs();
    return std::move(assembly_);
  }

 private:
  void open_parts() {
    std::map<std::string, std::shared_ptr<const model::Blueprint>> opened;  // one per file
    for (const system::PartEntry& part : system_.parts) {
      part_index_.emplace(part.name, assembly_.blueprints.size());
      auto& blueprint = opened[part.file.lexically_normal().string()];
      if (blueprint == nullptr)
        findings_.attempt([&] { blueprint = fmi::open_fmu(part.file, bells_, wishes_.log); });
      assembly_.blueprints.push_back(blueprint);
      model::PartRequest& request = assembly_.requests.emplace_back();
      request.name = part.name;
      request.tolerance = wishes_.tolerance;
    }
    findings_.refuse();  // nothing about variables can be said before all parts are open
    for (const auto& blueprint : assembly_.blueprints) {
      auto& names = names_[blueprint.get()];
      if (!names.empty()) continue;
      for (std::size_t i = 0; i < blueprint->variables().size(); ++i)
        names.emplace(blueprint->variables()[i].name, i);
    }
  }

  struct Found {
    std::size_t part, index;
    const Variable& variable;
  };

  Found find(const system::Endpoint& end, const std::string& where) const {
    const auto part = part_index_.find(end.part);
    if (part == part_index_.end()) {
      std::vector<std::string> known;
      for (const auto& [name, index] : part_index_) known.push_back(name);
      throw InputError(where + ": there is no part '" + end.part + "'." +
                       did_you_mean(end.part, known));
    }
    const auto& variables = assembly_.blueprints[part->second]->variables();
    const auto& names = names_.at(assembly_.blueprints[part->second].get());
    const auto found = names.find(end.variable);
    if (found != names.end()) return {part->second, found->second, variables[found->second]};
    std::vector<std::string> known;
    for (const Variable& v : variables) known.push_back(v.name);
    throw InputError(where + ": part '" + end.part + "' has no variable '" + end.variable + "'." +
                     did_you_mean(end.variable, known));
  }

  void add_wire(const system::Wire& wire) {
    const std::string where = wire.position.text();
    const Found target = find(wire.target, where), source = find(wire.source, where);
    const Scaling scaling = check_wire(wire, source.variable, target.variable, bells_);
    model::PartRequest& from = assembly_.requests[source.part];
    model::PartRequest& to = assembly_.requests[target.part];
    const auto [output, first] =
        outputs_.emplace(std::pair(source.part, source.index), from.outputs.size());
    if (first) from.outputs.push_back(source.index);
    driven_.emplace(std::pair(target.part, target.index), where);
    assembly_.connections.push_back(
        {source.part, output->second, target.part, to.inputs.size(), scaling.gain, scaling.offset});
    to.inputs.push_back(target.index);
  }

  void add_start(const system::Endpoint& end, const Value& value, const std::string& where) {
    const Found found = find(end, where);
    const Variable& v = found.variable;
    if (!v.takes_start)
      throw InputError(where + ": '" + end.text() + "' is a " + std::string(name(v.variability)) +
                       " " + std::string(name(v.causality)) +
                       " that the part computes itself; it takes no start value.");
    const auto driven = driven_.find({found.part, found.index});
    if (driven != driven_.end())
      throw InputError(where + ": '" + end.text() + "' is driven by the wire at " + driven->second +
                       ", so a start value would be without effect.");
    const Value converted = convert_value(value, v, where);
    check_range(end, converted, v);
    // The command line comes last and wins.
    auto& starts = assembly_.requests[found.part].starts;
    const auto [place, first] = starts_.emplace(std::pair(found.part, found.index), starts.size());
    if (first) starts.emplace_back(found.index, converted);
    starts[place->second].second = converted;
  }

  void check_range(const system::Endpoint& end, const Value& value, const Variable& v) {
    const auto* whole = std::get_if<std::int64_t>(&value);
    const auto* real = std::get_if<double>(&value);
    if (whole == nullptr && real == nullptr) return;
    const double number = whole != nullptr ? static_cast<double>(*whole) : *real;
    if (number >= v.min && number <= v.max) return;
    bells_.ring(BellCode::input_out_of_range, 0, end.text(),
                end.text() + " = " + shortest(number) + " lies outside the declared range from " +
                    shortest(v.min) + " to " + shortest(v.max) + ".",
                number, number < v.min ? v.min : v.max);
  }

  void add_set(const std::string& words) {
    const std::string where = "--set " + words;
    const auto equals = words.find('=');
    if (equals == std::string::npos)
      throw InputError(where + ": it does not read part.variable=value.");
    const std::string target(trimmed(std::string_view(words).substr(0, equals)));
    const std::string value(trimmed(std::string_view(words).substr(equals + 1)));
    add_start(system::endpoint(target, {where}), value, where);
  }

  void add_records() {
    std::vector<bool> used(wishes_.record.size(), false);
    std::vector<std::string> all;
    for (std::size_t part = 0; part < system_.parts.size(); ++part) {
      const auto& variables = assembly_.blueprints[part]->variables();
      for (std::size_t i = 0; i < variables.size(); ++i) {
        const std::string full = system_.parts[part].name + "." + variables[i].name;
        if (wishes_.record.empty() ? variables[i].causality == Causality::output
                                   : matches_any(full, used))
          add_record(part, i, full);
        all.push_back(full);
      }
    }
    for (std::size_t k = 0; k < used.size(); ++k)
      if (!used[k])
        throw InputError((wishes_.record_in_file ? system_.file.string() + ": [run] " : "--") +
                         "record: no variable matches '" + wishes_.record[k] + "'." +
                         did_you_mean(wishes_.record[k], all));
  }

  // An input that nobody drives keeps its start value, which is what a forgotten wire looks like.
  void tell_undriven_inputs() {
    for (std::size_t part = 0; part < system_.parts.size(); ++part) {
      std::string names;
      double count = 0;
      const auto& variables = assembly_.blueprints[part]->variables();
      for (std::size_t i = 0; i < variables.size(); ++i) {
        const auto key = std::pair(part, i);
        if (variables[i].causality != Causality::input || driven_.contains(key) ||
            starts_.contains(key))
          continue;
        if (++count <= names_told) names += (names.empty() ? "" : ", ") + variables[i].name;
      }
      if (count > 0)
        bells_.ring(BellCode::input_not_driven, 0, system_.parts[part].name,
                    "part '" + system_.parts[part].name + "': no wire and no value for " + names +
                        (count > names_told ? ", …" : "") + "; start values are kept.",
                    count, 0);
    }
  }

  bool matches_any(const std::string& name, std::vector<bool>& used) const {
    bool any = false;
    for (std::size_t k = 0; k < used.size(); ++k)
      if (matches_glob(wishes_.record[k], name)) used[k] = any = true;
    return any;
  }

  void add_record(std::size_t part, std::size_t index, const std::string& full) {
    const auto output = outputs_.find({part, index});
    Recorded recorded{{full, assembly_.blueprints[part]->variables()[index].type}, part};
    recorded.from_outputs = output != outputs_.end();
    auto& records = assembly_.requests[part].records;
    recorded.place = recorded.from_outputs ? output->second : records.size();
    if (!recorded.from_outputs) records.push_back(index);
    assembly_.recorded.push_back(recorded);
  }

  const system::System& system_;
  const Wishes& wishes_;
  Bells& bells_;
  Findings findings_;
  Assembly assembly_;
  std::unordered_map<std::string, std::size_t> part_index_;
  std::map<const model::Blueprint*, std::unordered_map<std::string, std::size_t>> names_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> outputs_;  // wired: list position
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> starts_;   // given: list position
  std::map<std::pair<std::size_t, std::size_t>, std::string> driven_;   // wired: where
};

}  // namespace

cosim::Coupling Assembly::build(Bells& bells) const {
  std::vector<std::unique_ptr<model::Part>> parts;
  for (std::size_t i = 0; i < requests.size(); ++i)
    parts.push_back(blueprints[i]->make(requests[i], bells));
  return {std::move(parts), connections};
}

Assembly assemble(const system::System& system, const Wishes& wishes, Bells& bells) {
  return Assembler(system, wishes, bells).assemble();
}

}  // namespace bw::run
