#pragma once
// A component that does what its text input says: behave, crash, end the process, hang, start a
// thread, open a socket or a file. Its state is x' = u, by the explicit Euler method; it cannot
// save it. For processes of their own.

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.h"
#include "model/blueprint.h"
#include "model/component.h"

namespace bw::test {

class OddComponent final : public model::Component {
 public:
  OddComponent(const model::ComponentRequest& request, Bells& bells,
               const std::vector<model::Variable>& variables)
      : bells_(bells) {
    shape_.name = request.name;
    shape_.inputs = {variables[0], variables[1]};
    shape_.outputs = {variables[2], variables[3]};
    shape_.records = {variables[4]};
  }

  const model::ComponentShape& shape() const override { return shape_; }
  void begin(double start, double /*stop*/) override { t_ = start; }
  void evaluate(const model::SignalsIn& u, const model::SignalsOut& y) override {
    echo_ = u.discretes[0];
    get_outputs(y);
  }
  void start() override {}
  model::Advance advance(const model::SignalsIn& u, double t, double h,
                         const model::SignalsOut& y) override {
    echo_ = u.discretes[0];
    do_deed(std::get<std::string>(echo_), t);
    if (echo_ == Discrete("discard")) return {model::Advance::Status::discarded, t};
    x_ += h * u.reals[0];
    t_ = t + h;
    get_outputs(y);
    return {model::Advance::Status::completed, t_};
  }
  std::string reason() const override { return "it did not like t = " + std::to_string(t_) + "."; }
  void get_outputs(const model::SignalsOut& y) override {
    y.reals[0] = x_;
    y.discretes[0] = echo_;
  }
  void get_records(const model::SignalsOut& values) override { values.reals[0] = 2 * x_; }
  void save(std::unique_ptr<model::Snapshot>& /*into*/) override {}
  void restore(const model::Snapshot& /*from*/) override {}
  void finish() override {}

 private:
  void do_deed(const std::string& deed, double t) {
    if (deed == "segfault") std::raise(SIGSEGV);
    if (deed == "kill") std::raise(SIGKILL);
    if (deed == "exit") std::exit(7);
    if (deed == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
    if (deed == "fail")
      throw ComponentFailure(shape_.name, BellCode::nan, "odd.x", t, "it failed.");
    if (deed == "warn") bells_.ring(BellCode::fmu_warning, t, shape_.name, "it warns.");
    if (deed == "thread")
      std::thread([] { std::this_thread::sleep_for(std::chrono::hours(1)); }).detach();
    if (deed == "socket") (void)socket(AF_UNIX, SOCK_STREAM, 0);
    if (deed.starts_with("write ")) write_to(deed.substr(6));
  }
  // A letter more at each step, in a file that stays open.
  void write_to(const std::string& file) {
    if (file_ < 0) file_ = open(file.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const char letter = static_cast<char>('a' + lseek(file_, 0, SEEK_CUR));
    if (write(file_, &letter, 1) != 1) throw ComponentFailure(shape_.name, "it cannot write.");
  }

  model::ComponentShape shape_;
  Bells& bells_;
  double t_ = 0, x_ = 1;
  Discrete echo_ = std::string();
  int file_ = -1;
};

class OddBlueprint final : public model::Blueprint {
 public:
  OddBlueprint() {
    using model::Causality;
    variables_ = {{.name = "u", .causality = Causality::input},
                  {.name = "deed", .type = Type::string, .causality = Causality::input},
                  {.name = "x", .causality = Causality::output},
                  {.name = "echo", .type = Type::string, .causality = Causality::output},
                  {.name = "double_x"}};
  }
  const std::vector<model::Variable>& variables() const override { return variables_; }
  const model::Experiment& experiment() const override { return experiment_; }
  const std::vector<model::Interface>& interfaces() const override { return interfaces_; }
  model::Capabilities capabilities(model::Interface /*interface*/) const override {
    return {.one_instance_only = true};
  }
  bool is_foreign() const override { return true; }
  std::shared_ptr<const Blueprint> resized(
      const std::vector<std::pair<std::size_t, Value>>& /*structural*/) const override {
    return std::make_shared<OddBlueprint>();
  }
  std::unique_ptr<model::Component> make(const model::ComponentRequest& request,
                                         Bells& bells) const override {
    if (request.name == "unmade") throw InputError("it cannot be made.");
    return std::make_unique<OddComponent>(request, bells, variables_);
  }
  std::unique_ptr<model::Model> make_model(const model::ComponentRequest& /*request*/,
                                           Bells& /*bells*/) const override {
    return nullptr;
  }

 private:
  std::vector<model::Variable> variables_;
  model::Experiment experiment_;
  std::vector<model::Interface> interfaces_{model::Interface::co_simulation};
};

// All of its variables.
inline model::ComponentRequest odd_request(const std::string& name = "odd") {
  model::ComponentRequest request{.name = name};
  request.inputs = {0, 1};
  request.outputs = {2, 3};
  request.records = {4};
  return request;
}

}  // namespace bw::test
