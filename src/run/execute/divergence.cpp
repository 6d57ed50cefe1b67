#include "run/execute/divergence.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/text.h"
#include "cosim/coupling/loops.h"
#include "model/blueprint.h"
#include "model/variable.h"

namespace bw::run {
namespace {

constexpr double growing = 1.5;       // from one magnitude to the next
constexpr int least_length = 3;       // of a growth, in magnitudes
constexpr double least_growth = 1e6;  // in all, from at least the nominal value
constexpr int value_digits = 3;

bool offers_model_exchange(const OpenedComponent& component) {
  const auto& offered = component.blueprint->interfaces();
  return std::ranges::find(offered, model::Interface::model_exchange) != offered.end();
}

}  // namespace

void Growth::add(double magnitude) {
  if (magnitude > growing * last_) {
    if (length_++ == 0) base_ = last_;
  } else {
    length_ = 0;
  }
  last_ = magnitude;
}

bool Growth::explains_end(double magnitude) const {
  return magnitude >= absurd ||
         (length_ >= least_length && magnitude >= least_growth * std::max(base_, 1.0));
}

bool Growth::is_absurd(double magnitude) const {
  return magnitude >= absurd && length_ >= least_length;
}

Divergence::Divergence(const Components& components) : components_(components) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  for (const cosim::Connection& c : components.connections) edges.emplace_back(c.from, c.to);
  constexpr auto none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> loop_of(components.size(), none);
  for (const cosim::Loop& loop : cosim::find_loops(components.size(), edges)) {
    if (!loop.closed) continue;
    for (const std::size_t component : loop.components) loop_of[component] = loops_.size();
    loops_.push_back(loop.components);
  }
  if (loops_.empty()) return;
  const std::vector<model::ComponentShape> shapes = components.shapes();
  std::vector<std::size_t> first{0};  // real output of each component in Signals
  for (const model::ComponentShape& shape : shapes)
    first.push_back(first.back() + model::count_reals(shape.outputs));
  std::set<std::size_t> known;
  for (const cosim::Connection& c : components.connections) {
    const model::Variable& output = shapes[c.from].outputs[c.output];
    if (loop_of[c.from] == none || loop_of[c.from] != loop_of[c.to] || !is_real(output.type))
      continue;
    const std::size_t signal =
        first[c.from] + model::lane_positions(shapes[c.from].outputs)[c.output];
    if (!known.insert(signal).second) continue;
    const double nominal = std::abs(output.nominal) > 0 ? std::abs(output.nominal) : 1;
    signals_.push_back({signal, nominal, loop_of[c.from], shapes[c.from].name + "." + output.name});
  }
}

Divergence::Largest Divergence::largest(std::span<const double> reals) const {
  Largest found;
  for (const LoopSignal& one : signals_) {
    const double magnitude = std::abs(reals[one.signal]) / one.nominal;
    if (!(magnitude > found.magnitude)) continue;
    found = {magnitude, reals[one.signal], &one};
  }
  return found;
}

std::string Divergence::cure(const std::vector<std::size_t>& loop,
                             const std::string& otherwise) const {
  const auto is_model = [&](std::size_t i) { return components_[i].is_model(); };
  if (std::ranges::all_of(loop, is_model))
    return "Its components use model exchange; without --master they are integrated as one model.";
  if (std::ranges::all_of(loop,
                          [&](std::size_t i) { return offers_model_exchange(components_[i]); }))
    return std::string(loop.size() == 2 ? "Both" : "All its") +
           " components offer model exchange: interface = \"me\".";
  return otherwise;
}

EarlyEnd Divergence::describe(const Largest& found, double time,
                              const std::string& otherwise) const {
  const std::vector<std::size_t>& loop = loops_[found.of->loop];
  std::string names;
  for (const std::size_t component : loop)
    names += (names.empty() ? "" : "–") + components_.name(component);
  return {time, names,
          "the coupling " + names + " diverges (" + found.of->name + " = " +
              brief(found.value, value_digits) + " at t = " + brief(time) +
              "): it is too stiff for co-simulation with these steps. " + cure(loop, otherwise)};
}

std::optional<EarlyEnd> Divergence::find(const model::Signals& now, double time,
                                         const std::string& otherwise) const {
  const Largest found = largest(now.reals);
  if (found.of == nullptr || !growth_.explains_end(found.magnitude)) return {};
  return describe(found, time, otherwise);
}

std::optional<EarlyEnd> Divergence::find_absurd(const model::Signals& now, double time,
                                                const std::string& otherwise) const {
  const Largest found = largest(now.reals);
  if (found.of == nullptr || !growth_.is_absurd(found.magnitude)) return {};
  return describe(found, time, otherwise);
}

std::optional<EarlyEnd> Divergence::find(const Rows& rows, const std::string& otherwise) const {
  const std::size_t columns = rows.signals.size();
  std::size_t count = 0;
  for (const auto& signal : rows.signals)
    if (signal) count = std::max(count, *signal + 1);
  for (const LoopSignal& one : signals_) count = std::max(count, one.signal + 1);
  std::vector<double> reals(count, 0.0);
  Growth growth;
  Largest last;
  std::size_t row = 0;
  for (; (row + 1) * columns <= rows.values.size() && row < rows.times.size(); ++row) {
    for (std::size_t c = 0; c < columns; ++c)
      if (rows.signals[c]) reals[*rows.signals[c]] = rows.values[row * columns + c];
    last = largest(reals);
    growth.add(last.magnitude);
  }
  const bool diverges =
      rows.ended_early ? last.magnitude >= Growth::absurd : growth.is_absurd(last.magnitude);
  if (last.of == nullptr || !diverges) return {};
  return describe(last, rows.times[row - 1], otherwise);
}

}  // namespace bw::run
