#pragma once
// The signals between models that are solved as one: the order in which their outputs are computed,
// so that every connection has its current value.
//
//   output o of model m depends on its direct-feedthrough inputs
//   no algebraic loop: level by level, a model's outputs follow when their inputs are known
//   a loop: the connections that lead back are unknowns z;  r(z) = returned value - z = 0
//           by Newton, dr/dz by differences, kept while it contracts (P. Deuflhard 2004, 2.1)
//
// Discrete values change at events only and are constant in between.

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "math/linear.h"
#include "model/model.h"
#include "model/signals.h"
#include "model/value_map.h"
#include "model/variable.h"

namespace bw::model {

// From an output of a model to an input of another one, by their positions in the shapes.
struct JointConnection {
  std::size_t from = 0, output = 0, to = 0, input = 0;
  double gain = 1.0, offset = 0.0;
  std::shared_ptr<const ValueMap> map{};  // of discrete values; null: none
};

class JointSignals {
 public:
  JointSignals(const std::vector<const ModelShape*>& shapes,
               const std::vector<JointConnection>& connections);

  // Computes the outputs of a model from its inputs; both are stored here.
  using Compute = std::function<void(std::size_t model)>;
  // Until all connections are right; false: a circle has no solution, or none was found.
  [[nodiscard]] bool settle(const Compute& compute);

  Signals& inputs(std::size_t model) { return seats_[model].in; }
  Signals& outputs(std::size_t model) { return seats_[model].out; }
  SignalsIn in(std::size_t model) const {
    return {seats_[model].in.reals, seats_[model].in.discretes};
  }
  SignalsOut out(std::size_t model) {
    return {seats_[model].out.reals, seats_[model].out.discretes};
  }
  // Propagates the discrete values; true: something changed.
  bool pass_discretes();
  // Whether all connections equal their outputs up to rounding.
  bool are_reals_right() const;
  const std::string& why() const { return why_; }  // why settle() failed

  // The start values of the next solution.
  struct Saved {
    std::vector<Signals> inputs;
    std::vector<std::vector<double>> circles;
  };
  void save(Saved& into) const;
  void restore(const Saved& from);

 private:
  struct Lane {
    std::size_t from, source, to, target;
    double gain, offset;
    std::shared_ptr<const ValueMap> map{};
  };
  struct Seat {
    Signals in, out;
    std::vector<Lane> reals{}, discretes{};  // outgoing, of this model
  };
  struct Circle {
    std::vector<std::size_t> models;  // in the order of the file
    std::vector<Lane> forward, back;  // to a later model, by their origin; to an earlier one
    std::vector<double> sizes{};      // nominal values of the unknowns
    std::string names{};
    math::Matrix slope{0};
    math::Factors factors{};
    bool is_factorised = false;
    std::vector<double> z{}, r{}, trial{}, step{};
  };
  struct Step {  // either a model or a loop
    std::vector<std::size_t> models;
    std::size_t circle = static_cast<std::size_t>(-1);
  };

  struct SignalGraph {
    SignalGraph(const std::vector<const ModelShape*>& shapes,
                const std::vector<JointConnection>& connections);
    static std::vector<std::size_t> drivers_of(const Variable& output,
                                               const std::vector<std::size_t>& driver);
    Lane lane_of(const JointConnection& w) const {
      return {w.from, out[w.from][w.output], w.to, in[w.to][w.input], w.gain, w.offset, w.map};
    }

    std::vector<std::pair<std::size_t, std::size_t>> ends;  // each node: its model and output
    std::vector<std::vector<std::size_t>> needs;            // predecessors by direct feedthrough
    std::vector<std::vector<std::size_t>> leaving;          // the connections of each node
    std::vector<std::vector<std::size_t>> in, out;          // lanes of each model
  };

  void add_circle(const std::vector<std::size_t>& nodes, const SignalGraph& graph,
                  const std::vector<const ModelShape*>& shapes,
                  const std::vector<JointConnection>& connections);
  void lay(const std::vector<const ModelShape*>& shapes,
           const std::vector<JointConnection>& connections, const SignalGraph& graph);
  void order(const std::vector<const ModelShape*>& shapes,
             const std::vector<JointConnection>& connections, const SignalGraph& graph);
  void push(std::size_t model);
  void sweep(Circle& circle, std::span<const double> z, std::span<double> r,
             const Compute& compute);
  bool differentiate(Circle& circle, const Compute& compute);
  bool solve(Circle& circle, const Compute& compute);
  // True: z is closer to a solution, or is one.
  bool improve(Circle& circle, double& size, const Compute& compute);

  std::vector<Seat> seats_;
  std::vector<Step> steps_;
  std::vector<Circle> circles_;
  std::string why_;
};

}  // namespace bw::model
