#include "support/oscillatory/oscillatory_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bw::test::oscillatory {
namespace {

// A variable inside a `when` that assigns it is its value before.
std::string when_text(const OscillatoryModel& model, const OscillatoryModel::Update& update) {
  const bool is_state = update.target < model.states.size();
  const std::string target = is_state ? model.states[update.target].name
                                      : model.held[update.target - model.states.size()].name;
  std::string condition;
  if (update.every > 0) {
    condition = fmt::format("sample({}, {})", update.times[0], update.every);
  } else {
    for (const double time : update.times)
      condition += fmt::format("{}time >= {}", condition.empty() ? "" : ", ", time);
    if (update.times.size() > 1) condition = "{" + condition + "}";
  }
  const std::string value = update.value.text();
  return is_state
             ? fmt::format("  when {} then\n    reinit({}, {});\n  end when;\n", condition, target,
                           value)
             : fmt::format("  when {} then\n    {} = {};\n  end when;\n", condition, target, value);
}

bool happens(const OscillatoryModel::Update& update, double time) {
  if (update.every == 0) return std::ranges::find(update.times, time) != update.times.end();
  const double k = std::round((time - update.times[0]) / update.every);
  return k >= 0 && update.times[0] + k * update.every == time;
}

}  // namespace

Formula OscillatoryModel::add(std::string state, double start, double nominal) {
  states.push_back({state, start, nominal, 0.0});
  return variable_formula(states.size() - 1, std::move(state));
}

Formula OscillatoryModel::add_held(std::string variable, double start) {
  held.push_back({variable, start});
  return variable_formula(states.size() + held.size() - 1, std::move(variable));
}

std::string OscillatoryModel::text() const {
  std::string all = "model M \"" + name + "\"\n";
  for (const State& state : states)
    all += fmt::format("  Real {}(start = {}, fixed = true{});\n", state.name, state.start,
                       state.nominal == 1 ? "" : fmt::format(", nominal = {}", state.nominal));
  for (const Held& variable : held)
    all += fmt::format("  discrete Real {}(start = {}, fixed = true);\n", variable.name,
                       variable.start);
  for (const Output& output : outputs)
    all += fmt::format("  output Real {} = {};\n", output.name, output.value.text());
  all += "equation\n";
  for (const State& state : states)
    all += fmt::format("  der({}) = {};\n", state.name, state.derivative.text());
  for (const Update& update : updates) all += when_text(*this, update);
  return all + "end M;\n";
}

std::vector<double> OscillatoryModel::breaks() const {
  std::vector<double> times;
  for (const State& state : states) collect_breaks(state.derivative, times);
  for (const Update& update : updates) {
    if (update.every == 0) times.insert(times.end(), update.times.begin(), update.times.end());
    for (int k = 0; update.every > 0 && update.times[0] + k * update.every < stop; ++k)
      times.push_back(update.times[0] + k * update.every);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

void OscillatoryModel::update(double time, std::span<long double> x) const {
  const std::vector<long double> old(x.begin(), x.end());
  for (const Update& update : updates) {
    if (!happens(update, time)) continue;
    Tape value(x.size());
    value.enter(time);
    value.add(update.value);
    value.evaluate(time, old, x.subspan(update.target, 1));
  }
}

std::vector<std::string> OscillatoryModel::recorded() const {
  std::vector<std::string> names;
  for (const State& state : states) names.push_back(state.name);
  for (const Output& output : outputs) names.push_back(output.name);
  return names;
}

double OscillatoryModel::nominal(std::size_t recorded) const {
  return recorded < states.size() ? states[recorded].nominal : 1;
}

LargestError largest_error(const OscillatoryModel& model,
                           const std::vector<std::vector<double>>& rows,
                           const ModelReference& truth) {
  LargestError most;
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t i = 0; i < rows[row].size(); ++i) {
      const double exact = truth.rows[row][i];
      const double error =
          std::abs(rows[row][i] - exact) / (model.tolerance * (std::abs(exact) + model.nominal(i)));
      if (!(error <= most.error)) most = {error, row, i};
    }
  return most;
}

}  // namespace bw::test::oscillatory
