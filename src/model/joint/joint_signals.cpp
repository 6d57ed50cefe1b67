#include "model/joint/joint_signals.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.h"
#include "math/constants.h"
#include "math/strong_components.h"
#include "model/sized_signals.h"

namespace bw::model {
namespace {

constexpr auto nobody = static_cast<std::size_t>(-1);
constexpr int most_iterations = 50, most_halvings = 10;
constexpr double slow = 0.1;  // contraction above which dr/dz is computed again
constexpr double newton_rounding = 4 * math::epsilon;
constexpr double good_enough = 1e-10;  // accepted when an iteration improves no further
const double difference = std::sqrt(math::epsilon);

double largest(std::span<const double> values, std::span<const double> sizes,
               std::span<const double> z) {
  double most = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double share = std::abs(values[i]) / (sizes[i] + std::abs(z[i]));
    if (!(share <= most)) most = share;  // true for NaN, too
  }
  return most;
}

}  // namespace

JointSignals::JointSignals(const std::vector<const ModelShape*>& shapes,
                           const std::vector<JointConnection>& connections) {
  const SignalGraph graph(shapes, connections);
  lay(shapes, connections, graph);
  order(shapes, connections, graph);
}

// Nodes are outputs that have connections.
JointSignals::SignalGraph::SignalGraph(const std::vector<const ModelShape*>& shapes,
                                       const std::vector<JointConnection>& connections) {
  std::vector<std::vector<std::size_t>> node_of, driver;  // by model and output; input
  for (const ModelShape* shape : shapes) {
    node_of.emplace_back(shape->outputs.size(), nobody);
    driver.emplace_back(shape->inputs.size(), nobody);
    in.push_back(lane_positions(shape->inputs));
    out.push_back(lane_positions(shape->outputs));
  }
  for (std::size_t c = 0; c < connections.size(); ++c) {
    const JointConnection& w = connections[c];
    std::size_t& node = node_of[w.from][w.output];
    if (node == nobody) {
      node = ends.size();
      ends.emplace_back(w.from, w.output);
      leaving.emplace_back();
    }
    leaving[node].push_back(c);
    if (is_real(shapes[w.to]->inputs[w.input].type)) driver[w.to][w.input] = node;
  }
  for (const auto& [model, output] : ends)
    needs.push_back(drivers_of(shapes[model]->outputs[output], driver[model]));
}

// The nodes that drive inputs with direct feedthrough to the output.
std::vector<std::size_t> JointSignals::SignalGraph::drivers_of(
    const Variable& output, const std::vector<std::size_t>& driver) {
  std::vector<std::size_t> found;
  if (!is_smooth(output)) return found;
  const auto add = [&](std::size_t input) {
    if (input < driver.size() && driver[input] != nobody) found.push_back(driver[input]);
  };
  if (output.direct_inputs)
    for (const std::size_t input : *output.direct_inputs) add(input);
  else
    for (std::size_t input = 0; input < driver.size(); ++input) add(input);
  return found;
}

void JointSignals::lay(const std::vector<const ModelShape*>& shapes,
                       const std::vector<JointConnection>& connections, const SignalGraph& graph) {
  for (const ModelShape* shape : shapes)
    seats_.push_back({.in = sized_for(shape->inputs), .out = sized_for(shape->outputs)});
  for (const JointConnection& w : connections) {
    Seat& seat = seats_[w.from];
    (is_real(shapes[w.to]->inputs[w.input].type) ? seat.reals : seat.discretes)
        .push_back(graph.lane_of(w));
  }
}

void JointSignals::order(const std::vector<const ModelShape*>& shapes,
                         const std::vector<JointConnection>& connections,
                         const SignalGraph& graph) {
  const math::StrongComponents components =
      math::find_strong_components(math::rows_of(graph.needs));
  // A component's predecessors have lower numbers, so levels are known in the order of numbers.
  std::vector<std::size_t> level(components.count(), 0);
  std::map<std::size_t, std::set<std::size_t>> models_at;
  std::map<std::size_t, std::vector<std::size_t>> circles_at;
  for (std::size_t c = 0; c < components.count(); ++c) {
    const std::span<const std::uint32_t> members = components.members[c];
    bool closed = false;
    for (const std::size_t n : members)
      for (const std::size_t needed : graph.needs[n]) {
        const std::size_t other = components.of[needed];
        closed = closed || other == c;
        if (other != c) level[c] = std::max(level[c], level[other] + 1);
      }
    if (closed) {
      circles_at[level[c]].push_back(circles_.size());
      add_circle({members.begin(), members.end()}, graph, shapes, connections);
    } else {
      models_at[level[c]].insert(graph.ends[members.front()].first);
    }
  }
  for (std::size_t l = 0; l <= components.count(); ++l) {
    if (const auto at = models_at.find(l); at != models_at.end())
      steps_.push_back({{at->second.begin(), at->second.end()}});
    if (const auto at = circles_at.find(l); at != circles_at.end())
      for (const std::size_t c : at->second) steps_.push_back({{}, c});
  }
}

// Connections between its models: those to a later one carry values that the same sweep has
// computed.
void JointSignals::add_circle(const std::vector<std::size_t>& nodes, const SignalGraph& graph,
                              const std::vector<const ModelShape*>& shapes,
                              const std::vector<JointConnection>& connections) {
  Circle circle;
  std::set<std::size_t> models;
  for (const std::size_t n : nodes) models.insert(graph.ends[n].first);
  circle.models.assign(models.begin(), models.end());
  std::vector<std::size_t> inside;  // connections, in the order of the file
  for (const std::size_t n : nodes)
    inside.insert(inside.end(), graph.leaving[n].begin(), graph.leaving[n].end());
  std::ranges::sort(inside);
  for (const std::size_t c : inside) {
    const JointConnection& w = connections[c];
    const Variable& input = shapes[w.to]->inputs[w.input];
    if (!models.contains(w.to) || !is_real(input.type)) continue;
    const Lane lane = graph.lane_of(w);
    if (w.from < w.to) {
      circle.forward.push_back(lane);
      continue;
    }
    circle.back.push_back(lane);
    circle.sizes.push_back(input.nominal > 0 ? input.nominal : 1.0);
    add_to_list(circle.names, shapes[w.to]->name + "." + input.name);
  }
  std::ranges::stable_sort(circle.forward, {}, &Lane::from);
  const std::size_t n = circle.back.size();
  circle.slope = math::Matrix(n);
  circle.z.assign(n, 0);
  circle.r = circle.trial = circle.step = circle.z;
  circles_.push_back(std::move(circle));
}

void JointSignals::push(std::size_t model) {
  for (const Lane& w : seats_[model].reals)
    seats_[w.to].in.reals[w.target] = w.gain * seats_[model].out.reals[w.source] + w.offset;
}

bool JointSignals::pass_discretes() {
  bool changed = false;
  for (Seat& seat : seats_)
    for (const Lane& w : seat.discretes) {
      Discrete& target = seats_[w.to].in.discretes[w.target];
      const Discrete& given = seat.out.discretes[w.source];
      if (w.map != nullptr) {
        Discrete mapped = (*w.map)(given);
        changed = changed || mapped != target;
        target = std::move(mapped);
        continue;
      }
      if (target == given) continue;
      target = given;
      changed = true;
    }
  return changed;
}

bool JointSignals::are_reals_right() const {
  for (const Seat& seat : seats_)
    for (const Lane& w : seat.reals) {
      const double value = w.gain * seat.out.reals[w.source] + w.offset;
      const double carried = seats_[w.to].in.reals[w.target];
      if (!(std::abs(value - carried) <= good_enough * (std::abs(value) + std::abs(carried))))
        return false;
    }
  return true;
}

void JointSignals::save(Saved& into) const {
  into.inputs.resize(seats_.size());
  into.circles.resize(circles_.size());
  for (std::size_t m = 0; m < seats_.size(); ++m) into.inputs[m] = seats_[m].in;
  for (std::size_t c = 0; c < circles_.size(); ++c) into.circles[c] = circles_[c].z;
}

void JointSignals::restore(const Saved& from) {
  for (std::size_t m = 0; m < seats_.size(); ++m) seats_[m].in = from.inputs[m];
  for (std::size_t c = 0; c < circles_.size(); ++c) circles_[c].z = from.circles[c];
}

bool JointSignals::settle(const Compute& compute) {
  for (const Step& step : steps_) {
    if (step.circle < circles_.size()) {
      Circle& circle = circles_[step.circle];
      if (!solve(circle, compute)) {
        why_ = "no solution was found for the algebraic loop of " + circle.names;
        return false;
      }
      for (const std::size_t m : circle.models) push(m);
      continue;
    }
    for (const std::size_t m : step.models) compute(m);
    for (const std::size_t m : step.models) push(m);
  }
  return true;
}

void JointSignals::sweep(Circle& circle, std::span<const double> z, std::span<double> r,
                         const Compute& compute) {
  for (std::size_t k = 0; k < z.size(); ++k)
    seats_[circle.back[k].to].in.reals[circle.back[k].target] = z[k];
  auto w = circle.forward.begin();
  for (const std::size_t m : circle.models) {
    compute(m);
    for (; w != circle.forward.end() && w->from == m; ++w)
      seats_[w->to].in.reals[w->target] = w->gain * seats_[m].out.reals[w->source] + w->offset;
  }
  for (std::size_t k = 0; k < z.size(); ++k) {
    const Lane& back = circle.back[k];
    r[k] = back.gain * seats_[back.from].out.reals[back.source] + back.offset - z[k];
  }
}

bool JointSignals::differentiate(Circle& circle, const Compute& compute) {
  for (std::size_t k = 0; k < circle.z.size(); ++k) {
    circle.trial = circle.z;
    const double nudge = difference * std::max(std::abs(circle.z[k]), circle.sizes[k]);
    circle.trial[k] += nudge;
    sweep(circle, circle.trial, circle.step, compute);
    for (std::size_t i = 0; i < circle.z.size(); ++i)
      circle.slope.at(i, k) = (circle.step[i] - circle.r[i]) / nudge;
  }
  circle.is_factorised = circle.factors.compute(circle.slope, difference);
  return circle.is_factorised;
}

bool JointSignals::improve(Circle& circle, double& size, const Compute& compute) {
  double share = 1;
  for (int halving = 0; halving < most_halvings; ++halving, share /= 2) {
    for (std::size_t k = 0; k < circle.z.size(); ++k)
      circle.trial[k] = circle.z[k] + share * circle.step[k];
    sweep(circle, circle.trial, circle.r, compute);
    const double next = largest(circle.r, circle.sizes, circle.trial);
    if (next < size) {
      circle.z = circle.trial;
      if (next > slow * size) circle.is_factorised = false;
      size = next;
      return true;
    }
  }
  return false;
}

// Starts from the last solution.
bool JointSignals::solve(Circle& circle, const Compute& compute) {
  sweep(circle, circle.z, circle.r, compute);
  double size = largest(circle.r, circle.sizes, circle.z);
  for (int i = 0; i < most_iterations && size > newton_rounding; ++i) {
    if (!std::isfinite(size)) return false;
    const bool fresh = !circle.is_factorised;
    if (fresh && !differentiate(circle, compute)) return false;
    for (std::size_t k = 0; k < circle.z.size(); ++k) circle.step[k] = -circle.r[k];
    if (!circle.factors.solve(circle.step)) return false;
    if (improve(circle, size, compute)) continue;
    // The outputs are those of the last trial; compute them at the solution.
    sweep(circle, circle.z, circle.r, compute);
    if (size <= good_enough) return true;
    if (fresh) return false;
    circle.is_factorised = false;
  }
  return size <= good_enough;
}

}  // namespace bw::model
