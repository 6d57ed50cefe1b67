#pragma once
// The signals between models that are solved as one: in which order their outputs are computed so
// that every connection has the value of this instant.
//
//   output o of model m needs what comes to the inputs that act on o at once (feed-through)
//   no circle: level after level, each model's outputs are computed when what they need is there
//   a circle:  the connections that lead back are unknowns z;  r(z) = what comes back - z = 0  by
//   Newton,
//              dr/dz by differences, kept as long as it serves (P. Deuflhard 2004, 2.1)
//
// What is discrete changes at events only and needs nothing while time passes.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "math/linear.h"
#include "model/model.h"
#include "model/signals.h"

namespace bw::model {

// From an output of a model to an input of another one, by their positions in the shapes.
struct JointConnection {
  std::size_t from = 0, output = 0, to = 0, input = 0;
  double gain = 1.0, offset = 0.0;
};

class JointSignals {
 public:
  JointSignals(const std::vector<const ModelShape*>& shapes,
               const std::vector<JointConnection>& connections);

  // Computes the outputs of a model from its inputs, both of them here.
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
  // Passes on what is discrete; whether something changed.
  bool pass_discretes();
  // Whether all connections carry what their outputs are, but for rounding.
  bool are_reals_right() const;
  const std::string& why() const { return why_; }  // settle() did not

  // What the next instant begins with.
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
  };
  struct Seat {
    Signals in, out;
    std::vector<Lane> reals, discretes;  // that leave this model
  };
  struct Circle {
    std::vector<std::size_t> models;  // in the order of the file
    std::vector<Lane> forward, back;
    std::vector<double> sizes{};  // typical ones, of what leads back
    std::string names{};
    math::Matrix slope{0};
    math::Factors factors{};
    bool is_factorised = false;
    std::vector<double> z{}, r{}, trial{}, step{};
  };
  struct Step {  // one of both
    std::vector<std::size_t> models;
    std::size_t circle = static_cast<std::size_t>(-1);
  };

  struct SignalGraph {
    SignalGraph(const std::vector<const ModelShape*>& shapes,
                const std::vector<JointConnection>& connections);
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> nodes;  // by model and output
    std::vector<std::pair<std::size_t, std::size_t>> ends;             // each node
    std::vector<std::vector<std::size_t>> needs;                       // nodes, within the instant
  };

  static Lane lane_of(const JointConnection& w, const std::vector<const ModelShape*>& shapes);
  void add_circle(const std::vector<std::size_t>& nodes, const SignalGraph& graph,
                  const std::vector<const ModelShape*>& shapes,
                  const std::vector<JointConnection>& connections);
  void lay(const std::vector<const ModelShape*>& shapes,
           const std::vector<JointConnection>& connections);
  void order(const std::vector<const ModelShape*>& shapes,
             const std::vector<JointConnection>& connections);
  void push(std::size_t model);
  void sweep(Circle& circle, std::span<const double> z, std::span<double> r,
             const Compute& compute);
  bool differentiate(Circle& circle, const Compute& compute);
  bool solve(Circle& circle, const Compute& compute);
  // Whether z is nearer to a solution afterwards or is one.
  bool improve(Circle& circle, double& size, const Compute& compute);

  std::vector<Seat> seats_;
  std::vector<Step> steps_;
  std::vector<Circle> circles_;
  std::string why_;
};

}  // namespace bw::model
