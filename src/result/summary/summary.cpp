#include "result/summary/summary.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "result/descriptor.h"
#include "result/destination.h"
#include "result/summary/headline.h"
#include "result/whole_file.h"

namespace bw::result {
namespace {

using Json = nlohmann::ordered_json;  // keeps the order of the keys; writes nan and inf as null

Json json(const Cell& cell) {
  if (const auto* real = std::get_if<double>(&cell)) return *real;
  const Discrete& discrete = std::get<Discrete>(cell);
  if (const auto* number = std::get_if<std::int64_t>(&discrete)) return *number;
  return std::get<std::string>(discrete);
}

Json json(double number) { return number; }

Json json(const ComponentStatistics& component) {
  return {{"do_step", component.do_step},
          {"get_state", component.get_state},
          {"set_state", component.set_state},
          {"seconds", component.seconds()},
          {"do_step_seconds", component.do_step_seconds},
          {"get_state_seconds", component.get_state_seconds},
          {"set_state_seconds", component.set_state_seconds}};
}

// Appended, because operator[] of an ordered object searches all keys: quadratic, too slow for a
// hundred thousand variables. The names are unique already.
template <typename Items, typename NameOf, typename ValueOf>
Json object(const Items& items, NameOf name_of, ValueOf value_of) {
  Json::object_t members;
  members.reserve(items.size());
  for (const auto& item : items) members.emplace_back(name_of(item), json(value_of(item)));
  return members;
}

template <typename Pairs>
Json object(const Pairs& pairs) {
  return object(
      pairs, [](const auto& pair) -> const auto& { return pair.first; },
      [](const auto& pair) -> const auto& { return pair.second; });
}

Json json(const Bell& bell) {
  return {{"code", kind(bell.code).name},
          {"severity", name(bell.severity)},
          {"time", bell.time},
          {"subject", bell.subject},
          {"measured", bell.measured},
          {"limit", bell.limit},
          {"message", bell.message},
          {"count", bell.count}};
}

Json json(const Statistics& s) {
  const Json components = object(
      s.components,
      [](const ComponentStatistics& component) -> const auto& { return component.name; },
      [](const ComponentStatistics& component) -> const auto& { return component; });
  return {{"steps", s.steps},
          {"rejected", s.rejected},
          {"error_test_failures", s.error_test_failures},
          {"convergence_failures", s.convergence_failures},
          {"iteration_limit_hits", s.iteration_limit_hits},
          {"events", s.events},
          {"rhs_evaluations", s.rhs_evaluations},
          {"jacobian_evaluations", s.jacobian_evaluations},
          {"hidden_features", s.hidden_features},
          {"bounded_intervals", s.bounded_intervals},
          {"rows", s.rows},
          {"components", components},
          {"seconds",
           {{"total", s.seconds.total},
            {"master", s.seconds.master},
            {"error_test", s.seconds.error_test},
            {"output", s.seconds.output},
            {"startup", s.seconds.startup}}}};
}

Json json(const std::optional<Certificate>& c) {
  if (!c) return nullptr;
  const Json from = c->beyond_from ? Json(*c->beyond_from) : Json(nullptr);
  if (c->integrations > 0)
    return {{"integrations", c->integrations},
            {"worst_variable", c->worst},
            {"worst_time", c->worst_time},
            {"above_tolerance_from", from}};
  return {{"step_sizes", c->chains},     {"runs", c->chains_run},
          {"observed_order", c->order},  {"synchronisation_points", c->intervals + 1},
          {"hidden_mode_scan", c->scan}, {"worst_variable", c->worst},
          {"worst_time", c->worst_time}, {"limiting_connection", c->limiting_connection},
          {"above_tolerance_from", from}};
}

Json json(const std::optional<Sensitivity>& s) {
  if (!s) return nullptr;
  return {{"converges", s->converges},
          {"step", s->step},
          {"tolerance", s->tolerance},
          {"longest_step", s->longest_step},
          {"shortest_step", s->shortest_step},
          {"takes_tolerance", s->takes_tolerance},
          {"largest_tolerance", s->largest_tolerance},
          {"smallest_tolerance", s->smallest_tolerance},
          {"observed_order", s->order},
          {"runs", s->runs},
          {"worst_variable", s->worst},
          {"worst_time", s->worst_time}};
}

Json json(const std::vector<LocatedEvent>& events) {
  Json list = Json::array();
  for (const LocatedEvent& e : events)
    list.push_back({{"time", e.time}, {"estimated_error", e.error}, {"signal", e.signal}});
  return list;
}

Json json(const std::vector<Share>& shares, const char* of) {
  Json list = Json::array();
  for (const Share& s : shares) list.push_back({{of, s.name}, {"share", s.share}});
  return list;
}

Json features(const RunResult& r) {
  Json all = Json::object();
  for (std::size_t i = 0; i < r.features.size(); ++i)
    all["ff" + std::to_string(i + 1)] = r.features[i] ? Json(*r.features[i]) : Json(nullptr);
  return all;
}

Json json(const std::optional<Diagnosis>& d) {
  if (!d) return nullptr;
  Json periods = Json::array();
  for (const auto& period : d->unstable_periods)
    periods.push_back({{"begin", period.begin}, {"end", period.end}});
  return {{"unstable_periods", periods},
          {"unstable_period_count", d->unstable_period_count},
          {"border_states", json(d->border_states, "name")},
          {"counted_rejections", d->counted_rejections},
          {"eigenvalues", d->eigenvalues}};
}

Json json(const std::vector<Conserved>& conserved) {
  Json list = Json::array();
  for (const Conserved& c : conserved)
    list.push_back({{"expression", c.expression},
                    {"first", c.first},
                    {"drift", c.drift},
                    {"relative_drift", c.relative_drift},
                    {"excess", c.excess},
                    {"time", c.time}});
  return list;
}

Json json(const std::vector<Decision>& decisions) {
  Json list = Json::array();
  for (const Decision& d : decisions)
    list.push_back(
        {{"time", d.time}, {"component", d.component}, {"method", d.method}, {"why", d.why}});
  return list;
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json json(const Provenance& p) {
  Json::object_t options;
  for (const Provenance::Option& option : p.options)
    options.emplace_back(option.key,
                         Json{{"value", text_or_null(option.value)}, {"origin", option.origin}});
  Json inputs = Json::array();
  for (const Provenance::Input& input : p.inputs)
    inputs.push_back({{"file", input.file}, {"sha256", text_or_null(input.sha256)}});
  return {{"version", p.version},
          {"date", p.date},
          {"command_line", p.command_line.empty() ? Json(nullptr) : Json(p.command_line)},
          {"target", text_or_null(p.target)},
          {"target_sha256", text_or_null(p.target_sha256)},
          {"inputs", inputs},
          {"options", options}};
}

Json json(const Trace& trace) {
  Json methods = Json::array(), levels = Json::array(), integrations = Json::array();
  const auto maybe = [](const std::optional<double>& number) {
    return number ? Json(*number) : Json(nullptr);
  };
  for (const Trace::BaseMethod& m : trace.base_methods)
    methods.push_back({{"name", m.name},
                       {"left_because", text_or_null(m.left)},
                       {"do_steps", m.do_steps},
                       {"runs", m.runs}});
  for (const Trace::Level& l : trace.levels)
    levels.push_back({{"method", l.method},
                      {"steps_per_interval", l.steps},
                      {"step_sizes", l.step_sizes},
                      {"estimated_error", maybe(l.error)},
                      {"observed_order", l.order},
                      {"failed_check", text_or_null(l.failed)}});
  for (const Trace::Integration& i : trace.integrations)
    integrations.push_back({{"tolerance", i.tolerance},
                            {"steps", i.steps},
                            {"rhs_evaluations", i.rhs_evaluations},
                            {"difference", maybe(i.difference)}});
  return {{"base_methods", methods}, {"levels", levels}, {"integrations", integrations}};
}

Json json(const std::vector<Bell>& rung) {
  Json bells = Json::array();
  for (const Bell& bell : rung) bells.push_back(json(bell));
  return bells;
}

Json json(const std::vector<Described>& variables) {
  Json all = Json::object();
  for (const auto& [name, unit, description] : variables)
    all[name] = {{"unit", text_or_null(unit)}, {"description", text_or_null(description)}};
  return all;
}

// Texts of FMUs may not be valid UTF-8: replace such bytes rather than fail.
std::string text_of(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json json(const RunResult& r) {
  const Json error = r.estimated_error ? Json(*r.estimated_error) : Json(nullptr);
  return {{"verdict", name(r.verdict)},
          {"estimated_error", error},
          {"estimated_error_per_variable", object(r.estimated_error_per_variable)},
          {"diagnostics", json(r.bells)},
          {"method", r.method},
          {"master", r.master},
          {"why", sentence(r.approach)},
          {"decisions", json(r.decisions)},
          {"statistics", json(r.statistics)},
          {"features", features(r)},
          {"critical_states", json(r.critical_states, "name")},
          {"final", object(r.final_values)},
          {"certificate", json(r.certificate)},
          {"sensitivity", json(r.sensitivity)},
          {"events", json(r.events)},
          {"critical_connections", json(r.critical_couplings, "connection")},
          {"diagnosis", json(r.diagnosis)},
          {"conserved", json(r.conserved)},
          {"coupling_error_only", r.coupling_only},
          {"headline", headline(r)},
          {"tolerance", r.tolerance},
          {"absolute_tolerance_per_variable", object(r.absolute_tolerance_per_variable)},
          {"exit_code", static_cast<int>(r.exit_code)},
          {"start", r.start},
          {"stop", r.stop},
          {"reached", r.reached},
          {"output", r.output},
          {"package", r.package.empty() ? Json() : Json(r.package)},
          {"not_estimated_because", text_or_null(r.not_estimated)},
          {"required", r.required ? Json(name(*r.required)) : Json(nullptr)},
          {"variables", json(r.variables)},
          {"trace", json(r.trace)},
          {"provenance", json(r.provenance)},
          {"bellwether", r.provenance.version}};
}

}  // namespace

std::string summary_json(const RunResult& result) { return text_of(json(result), 2) + "\n"; }

std::string diagnostics_json(const RunResult& result) { return text_of(json(result.bells), -1); }

void check_summary_path(const std::string& path) {
  if (path == "-") return;
  check_link(path, "The summary");
  if (!is_device(path)) check_destination(path, "The summary");
}

void remove_summary(const std::string& path) {
  if (path == "-") return;
  std::error_code ignored;
  const std::string target = without_link(path);
  if (std::filesystem::is_regular_file(target, ignored)) ::unlink(target.c_str());
}

void write_summary(const RunResult& result, const std::string& path, int standard_output) {
  check_summary_path(path);
  if (path == "-") {
    const std::string text = summary_json(result);
    const int problem = write_fully(standard_output, text.data(), text.size());
    if (problem != 0 && problem != EPIPE)
      throw Error(ExitCode::stopped,
                  "The summary cannot be written to standard output: " + reason(problem) + ".");
    return;
  }
  write_whole_file(path, summary_json(result), "The summary");
}

}  // namespace bw::result
