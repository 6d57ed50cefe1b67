#pragma once
// Small components with known answers, for tests of the modules that step components.

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/pack.h"
#include "cosim/coupling/coupling.h"
#include "model/component.h"

namespace bw::test {

inline model::Variable variable(std::string name, Type type = Type::real) {
  model::Variable v;
  v.name = std::move(name);
  v.type = type;
  return v;
}

inline model::Variable with_nominal(model::Variable variable, double nominal) {
  variable.nominal = nominal;
  return variable;
}

// An output without direct feedthrough.
inline model::Variable without_feed_through(model::Variable output) {
  output.direct_inputs.emplace();
  return output;
}

// Common to all: records the inputs, the steps and how often each function was called.
class TestComponent : public model::Component {
 public:
  struct Step {
    double t, h;
  };

  TestComponent(std::string name, std::vector<model::Variable> inputs,
                std::vector<model::Variable> outputs) {
    shape_.name = std::move(name);
    shape_.inputs = std::move(inputs);
    shape_.outputs = std::move(outputs);
    shape_.can_roll_back = shape_.can_serialise = true;
    const std::size_t reals = model::count_reals(shape_.inputs);
    heard_.reals.resize(reals);
    heard_.discretes.resize(shape_.inputs.size() - reals);
  }

  const model::ComponentShape& shape() const override { return shape_; }
  void begin(double, double) override {}
  void start() override {}
  void finish() override {}
  std::string reason() const override { return ""; }

  void evaluate(const model::SignalsIn& u, const model::SignalsOut& y) override {
    hear(u);
    ++evaluations;
    answer(y);
  }

  model::Advance advance(const model::SignalsIn& u, double t, double h,
                         const model::SignalsOut& y) override {
    hear(u);
    steps.push_back({t, h});
    move(h);
    answer(y);
    return {model::Advance::Status::completed, t + h};
  }

  void get_outputs(const model::SignalsOut& y) override { answer(y); }
  void get_records(const model::SignalsOut&) override {}

  void save(std::unique_ptr<model::Snapshot>& into) override {
    if (into == nullptr) {
      into = std::make_unique<Memory>();
      ++snapshots_made;
    }
    dynamic_cast<Memory&>(*into) = Memory(state_, heard_);
  }
  void restore(const model::Snapshot& from) override {
    const auto& memory = dynamic_cast<const Memory&>(from);
    state_ = memory.state;
    heard_ = memory.heard;
  }

  std::string to_bytes(const model::Snapshot& snapshot) override {
    const auto& memory = dynamic_cast<const Memory&>(snapshot);
    Packer pack;
    pack(memory.state, memory.heard.reals, memory.heard.discretes);
    return pack.take();
  }
  void from_bytes(const std::string& bytes, std::unique_ptr<model::Snapshot>& into) override {
    auto memory = std::make_unique<Memory>();
    Unpacker unpack(bytes);
    unpack(memory->state, memory->heard.reals, memory->heard.discretes);
    into = std::move(memory);
  }

  const model::Signals& heard() const { return heard_; }

  std::vector<Step> steps;
  int evaluations = 0, snapshots_made = 0;

 protected:
  struct Memory : model::Snapshot {
    Memory() = default;
    Memory(double s, model::Signals h) : state(s), heard(std::move(h)) {}
    double state = 0;
    model::Signals heard;
  };

  virtual void move(double /*h*/) {}
  virtual void answer(const model::SignalsOut& y) = 0;

  model::ComponentShape shape_;
  double state_ = 0;
  model::Signals heard_;

 private:
  void hear(const model::SignalsIn& u) {
    heard_.reals.assign(u.reals.begin(), u.reals.end());
    heard_.discretes.assign(u.discretes.begin(), u.discretes.end());
  }
};

// Works for some ten to hundreds of microseconds, always with the same result: not by the clock, so
// that two of them on one processor take twice as long.
inline double toil(double x, long rounds) {
  for (long k = 0; k < rounds; ++k) x = std::sqrt(x * x + 1.0) - 1.0 / (2.0 + x * x);
  return x;
}

// s' = u + a term that takes long to compute.
class Toiling final : public TestComponent {
 public:
  Toiling(std::string name, double start, long rounds, const void* kin = nullptr)
      : TestComponent(std::move(name), {variable("u")}, {without_feed_through(variable("s"))}),
        rounds_(rounds) {
    state_ = start;
    shape_.kin = kin;
  }
  // Called in each step, while the component is at work.
  std::function<void()> at_work = [] {};

 private:
  void move(double h) override {
    state_ += h * (heard_.reals[0] + std::sin(toil(state_, rounds_)));
    at_work();
  }
  void answer(const model::SignalsOut& y) override { y.reals[0] = state_; }

  long rounds_;
};

// One species of Lotka-Volterra, s' = s (growth + effect u), exact while u is held.
class Species final : public TestComponent {
 public:
  Species(std::string name, double start, double growth, double effect)
      : TestComponent(std::move(name), {variable("u")}, {without_feed_through(variable("s"))}),
        growth_(growth),
        effect_(effect) {
    state_ = start;
  }

 private:
  void move(double h) override { state_ *= std::exp((growth_ + effect_ * heard_.reals[0]) * h); }
  void answer(const model::SignalsOut& y) override { y.reals[0] = state_; }

  double growth_, effect_;
};

// s' = u, s(0) = start: an output without direct feedthrough.
class Integrator final : public TestComponent {
 public:
  Integrator(std::string name, double start)
      : TestComponent(std::move(name), {variable("u")}, {without_feed_through(variable("s"))}) {
    state_ = start;
  }

 private:
  void move(double h) override { state_ += heard_.reals[0] * h; }
  void answer(const model::SignalsOut& y) override { y.reals[0] = state_; }
};

// y = f(u), direct feedthrough.
class Algebraic final : public TestComponent {
 public:
  Algebraic(std::string name, std::function<double(double)> f, double nominal = 1.0)
      : TestComponent(std::move(name), {variable("u")}, {with_nominal(variable("y"), nominal)}),
        f_(std::move(f)) {}

 private:
  void answer(const model::SignalsOut& y) override { y.reals[0] = f_(heard_.reals[0]); }

  std::function<double(double)> f_;
};

// q = f(d), direct feedthrough, d and q integers.
class Logic final : public TestComponent {
 public:
  Logic(std::string name, std::function<std::int64_t(std::int64_t)> f)
      : TestComponent(std::move(name), {variable("d", Type::integer)},
                      {variable("q", Type::integer)}),
        f_(std::move(f)) {
    heard_.discretes[0] = std::int64_t{0};
  }

 private:
  void answer(const model::SignalsOut& y) override {
    y.discretes[0] = f_(std::get<std::int64_t>(heard_.discretes[0]));
  }

  std::function<std::int64_t(std::int64_t)> f_;
};

// Its real output is its state, the number of steps; it ignores its input.
class Clockwork final : public TestComponent {
 public:
  explicit Clockwork(std::string name)
      : TestComponent(std::move(name), {variable("u")}, {without_feed_through(variable("count"))}) {
  }

 private:
  void move(double) override { state_ += 1; }
  void answer(const model::SignalsOut& y) override { y.reals[0] = state_; }
};

// Works until a step ends after `when`; then it misbehaves as constructed.
class Failing final : public TestComponent {
 public:
  enum class How { discard, terminate, nan, infinity, failure };

  Failing(std::string name, double when, How how)
      : TestComponent(
            std::move(name), {variable("u")},
            {without_feed_through(variable("fine")), without_feed_through(variable("bad"))}),
        when_(when),
        how_(how) {}

  model::Advance advance(const model::SignalsIn& u, double t, double h,
                         const model::SignalsOut& y) override {
    using Status = model::Advance::Status;
    model::Advance done = TestComponent::advance(u, t, h, y);
    if (t + h <= when_) return done;
    switch (how_) {
      case How::discard: return {Status::discarded, when_};
      case How::terminate: return {Status::terminated, when_};
      case How::nan: y.reals[1] = std::numeric_limits<double>::quiet_NaN(); break;
      case How::infinity: y.reals[1] = -std::numeric_limits<double>::infinity(); break;
      case How::failure: throw ComponentFailure(shape().name, "it broke.");
    }
    return done;
  }

  std::string reason() const override { return "it had enough."; }

 private:
  void answer(const model::SignalsOut& y) override { y.reals[0] = y.reals[1] = 1; }

  double when_;
  How how_;
};

// Every output is the input of the same position, of any type.
class Echo final : public TestComponent {
 public:
  Echo(std::string name, const std::vector<Type>& types)
      : TestComponent(std::move(name), variables("u", types), variables("y", types)) {}

 private:
  static std::vector<model::Variable> variables(const char* letter,
                                                const std::vector<Type>& types) {
    std::vector<model::Variable> all;
    for (const Type type : types)
      all.push_back(variable(letter + std::to_string(all.size()), type));
    return all;
  }
  void answer(const model::SignalsOut& y) override {
    std::copy(heard_.reals.begin(), heard_.reals.end(), y.reals.begin());
    std::copy(heard_.discretes.begin(), heard_.discretes.end(), y.discretes.begin());
  }
};

// Constant outputs of given values.
class Source final : public TestComponent {
 public:
  Source(std::string name, std::vector<model::Variable> outputs, model::Signals values)
      : TestComponent(std::move(name), {}, std::move(outputs)), values_(std::move(values)) {}
  Source(std::string name, double value)
      : Source(std::move(name), {without_feed_through(variable("y"))}, {{value}, {}}) {}

 private:
  void answer(const model::SignalsOut& y) override {
    std::copy(values_.reals.begin(), values_.reals.end(), y.reals.begin());
    std::copy(values_.discretes.begin(), values_.discretes.end(), y.discretes.begin());
  }

  model::Signals values_;
};

// Owns the components until they are coupled; a test keeps the reference that add() returns.
class Kit {
 public:
  template <class P, class... Arguments>
  P& add(Arguments&&... arguments) {
    auto component = std::make_unique<P>(std::forward<Arguments>(arguments)...);
    P& seen = *component;
    components_.push_back(std::move(component));
    return seen;
  }
  cosim::Coupling couple(const std::vector<cosim::Connection>& connections) {
    return {std::move(components_), connections};
  }

 private:
  std::vector<std::unique_ptr<model::Component>> components_;
};

// The first output of one component drives the first input of another.
inline cosim::Connection connection(std::size_t from, std::size_t to, double gain = 1,
                                    double offset = 0) {
  return {.from = from, .to = to, .gain = gain, .offset = offset};
}

// Prey first, as in the file; signals have their start values.
inline cosim::Coupling lotka_volterra_components() {
  Kit kit;
  kit.add<Species>("prey", 10.0, 0.1, -0.02);
  kit.add<Species>("predator", 10.0, -0.4, 0.02);
  cosim::Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  model::Signals start = coupling.now();
  for (std::size_t component = 0; component < coupling.size(); ++component)
    coupling.read(component, 0, start);
  coupling.accept(start);
  return coupling;
}

// The undivided equations by Runge-Kutta's classical formula with tiny steps: good to 12 digits.
class UndividedSpecies {
 public:
  // Times must not go back.
  std::pair<double, double> at(double time) {
    const auto steps = static_cast<int>(std::ceil((time - t_) / 2e-3));
    for (int k = 0; k < steps; ++k) step((time - t_) / steps);
    t_ = time;
    return {static_cast<double>(x_), static_cast<double>(y_)};
  }

 private:
  using Real = long double;
  struct Slope {
    Real x, y;
  };
  static Slope slope(Real x, Real y) { return {x * (0.1L - 0.02L * y), y * (0.02L * x - 0.4L)}; }
  void step(Real h) {
    const Slope a = slope(x_, y_), b = slope(x_ + h / 2 * a.x, y_ + h / 2 * a.y),
                c = slope(x_ + h / 2 * b.x, y_ + h / 2 * b.y),
                d = slope(x_ + h * c.x, y_ + h * c.y);
    x_ += h / 6 * (a.x + 2 * b.x + 2 * c.x + d.x);
    y_ += h / 6 * (a.y + 2 * b.y + 2 * c.y + d.y);
  }

  Real x_ = 10, y_ = 10;
  double t_ = 0;
};

}  // namespace bw::test
