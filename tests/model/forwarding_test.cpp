// A decorator that changes nothing passes on every call, once and with its result.

#include <gtest/gtest.h>

#include <map>

#include "model/enclosure.h"
#include "model/forwarding_component.h"
#include "model/forwarding_model.h"
#include "support/scratch_folder.h"

namespace bw::model::forwarding_test {
namespace {

using Calls = std::map<std::string, int>;

class CountedComponent final : public Component {
 public:
  explicit CountedComponent(Calls& calls) : calls_(calls) {}
  const ComponentShape& shape() const override { return ++calls_["shape"], shape_; }
  void begin(double, double) override { ++calls_["begin"]; }
  void evaluate(const SignalsIn&, const SignalsOut&) override { ++calls_["evaluate"]; }
  void start() override { ++calls_["start"]; }
  Advance advance(const SignalsIn&, double t, double h, const SignalsOut&) override {
    ++calls_["advance"];
    return {Advance::Status::discarded, t + h};
  }
  void set_slopes(std::span<const double>) override { ++calls_["set_slopes"]; }
  std::string reason() const override { return ++calls_["reason"], "a reason"; }
  void get_outputs(const SignalsOut&) override { ++calls_["get_outputs"]; }
  void get_records(const SignalsOut&) override { ++calls_["get_records"]; }
  void get_partials(std::span<double>) override { ++calls_["get_partials"]; }
  void save(std::unique_ptr<Snapshot>&) override { ++calls_["save"]; }
  void restore(const Snapshot&) override { ++calls_["restore"]; }
  std::string to_bytes(const Snapshot&) override { return ++calls_["to_bytes"], "bytes"; }
  void from_bytes(const std::string&, std::unique_ptr<Snapshot>&) override {
    ++calls_["from_bytes"];
  }
  SolverReport report(Probing) override {
    return ++calls_["report"], SolverReport{.work = {.steps = 7}};
  }
  void finish() override { ++calls_["finish"]; }

  ComponentShape shape_{.name = "counted"};

 private:
  Calls& calls_;
};

class CountedModel final : public Model {
 public:
  explicit CountedModel(Calls& calls) : calls_(calls) {}
  using In = std::span<const double>;
  using Out = std::span<double>;
  const ModelShape& shape() const override { return ++calls_["shape"], shape_; }
  void begin(double, double, std::optional<double>) override { ++calls_["begin"]; }
  void evaluate(const SignalsIn&, const SignalsOut&) override { ++calls_["evaluate"]; }
  EventUpdate start(Out) override { return ++calls_["start"], EventUpdate{.ends = true}; }
  void set_inputs(const SignalsIn&) override { ++calls_["set_inputs"]; }
  void derivatives(double, In, Out) override { ++calls_["derivatives"]; }
  void outputs(double, In, const SignalsOut&) override { ++calls_["outputs"]; }
  void records(double, In, const SignalsOut&) override { ++calls_["records"]; }
  void nominals(Out) override { ++calls_["nominals"]; }
  void indicators(double, In, Out) override { ++calls_["indicators"]; }
  EventUpdate handle_event(double t, Out) override {
    ++calls_["handle_event"];
    return {.next_time_event = t};
  }
  StepEnd completed_step(double, In) override {
    return ++calls_["completed_step"], StepEnd{.event = true};
  }
  double next_kink(double t) override { return ++calls_["next_kink"], t; }
  void jacobian(double, In, Out) override { ++calls_["jacobian"]; }
  void save(std::unique_ptr<Snapshot>&) override { ++calls_["save"]; }
  void restore(const Snapshot&) override { ++calls_["restore"]; }
  Enclosure* enclosure() override { return ++calls_["enclosure"], nullptr; }
  void finish() override { ++calls_["finish"]; }

  ModelShape shape_{.name = "counted"};

 private:
  Calls& calls_;
};

// The virtual functions that a class in this header declares, each called once.
Calls each_once(const std::string& header, const std::string& of) {
  const std::string text = test::read_file(BW_SOURCE "/src/model/" + header);
  const std::size_t begin = text.find("class " + of + " {"), end = text.find("\n};", begin);
  Calls calls;
  const std::string word = " virtual ";
  for (auto at = text.find(word, begin); at < end; at = text.find(word, at + 1)) {
    const std::size_t bracket = text.find('(', at), name = text.rfind(' ', bracket) + 1;
    if (text[name] != '~') calls[text.substr(name, bracket - name)] = 1;
  }
  return calls;
}

TEST(Forwarding, PassesOnEveryFunctionOfAComponent) {
  Calls calls;
  ForwardingComponent outer(std::make_unique<CountedComponent>(calls));
  Component& component = outer;
  EXPECT_EQ(component.shape().name, "counted");
  component.begin(0, 1);
  component.evaluate({}, {});
  component.start();
  const Advance moved = component.advance({}, 1, 2, {});
  EXPECT_EQ(moved.status, Advance::Status::discarded);
  EXPECT_EQ(moved.reached, 3);
  component.set_slopes({});
  EXPECT_EQ(component.reason(), "a reason");
  component.get_outputs({});
  component.get_records({});
  component.get_partials({});
  std::unique_ptr<Snapshot> into;
  component.save(into);
  component.restore(Snapshot());
  EXPECT_EQ(component.to_bytes(Snapshot()), "bytes");
  component.from_bytes("bytes", into);
  EXPECT_EQ(component.report(Probing::forbidden).work.steps, 7);
  component.finish();
  Calls expected = each_once("component.h", "Component");
  expected.erase(
      "begin_advance");  // a decorator may change the inputs or the step: advance() has it
  EXPECT_FALSE(component.begin_advance({}, 1, 2));
  EXPECT_EQ(calls, expected);
}

TEST(Forwarding, PassesOnEveryFunctionOfAModel) {
  Calls calls;
  CountedModel inner(calls);
  ForwardingModel outer(inner);
  Model& model = outer;
  EXPECT_EQ(model.shape().name, "counted");
  model.begin(0, 1, {});
  model.evaluate({}, {});
  EXPECT_TRUE(model.start({}).ends);
  model.set_inputs({});
  model.derivatives(0, {}, {});
  model.outputs(0, {}, {});
  model.records(0, {}, {});
  model.nominals({});
  model.indicators(0, {}, {});
  EXPECT_EQ(model.handle_event(3, {}).next_time_event, 3);
  EXPECT_TRUE(model.completed_step(0, {}).event);
  EXPECT_EQ(model.next_kink(4), 4);
  model.jacobian(0, {}, {});
  std::unique_ptr<Snapshot> into;
  model.save(into);
  model.restore(Snapshot());
  EXPECT_EQ(model.enclosure(), nullptr);
  model.finish();
  EXPECT_EQ(calls, each_once("model.h", "Model"));
}

TEST(Forwarding, KeepsAModelThatItOwns) {
  Calls calls;
  ForwardingModel outer(std::make_unique<CountedModel>(calls));
  outer.finish();
  EXPECT_EQ(calls, (Calls{{"finish", 1}}));
}

}  // namespace
}  // namespace bw::model::forwarding_test
