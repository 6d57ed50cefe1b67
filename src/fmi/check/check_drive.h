#pragma once
// One instance on its default experiment, driven as simply as possible: equidistant communication
// points; inputs keep their start values. A model-exchange FMU is integrated by Euler's method with
// steps so small that no state changes by more than a fraction of itself.

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fmi/description/description.h"
#include "fmi/description/layout.h"
#include "fmi/instance/events.h"
#include "fmi/instance/host.h"
#include "fmi/instance/instance.h"
#include "fmi/instance/variable_group.h"
#include "model/blueprint.h"
#include "model/signals.h"

namespace bw::fmi {

struct Course {
  double start = 0, stop = 1;
  int steps = 100;
  double seconds = 60;  // the time limit of a drive
  double point(int i) const { return start + (stop - start) * i / steps; }
};

// Equidistant points that the interface accepts, at most 200.
Course course_of(const Description& description, Interface interface);

// The scalars that are compared, reals first, in the order of rows.
std::vector<std::size_t> watched_scalars(const Layout& layout);
using Row = std::vector<double>;  // the compared values

class Drive {
 public:
  Drive(const Layout& layout, const Instance::Setup& setup, const Course& course, bool set_starts);
  ~Drive();
  Drive(const Drive&) = delete;
  Drive& operator=(const Drive&) = delete;

  void initialise();
  // From point i to the next; false: the FMU wants to end, or did not go on.
  [[nodiscard]] bool step(int i);
  Row row();
  void reset();  // as after instantiation
  void terminate();
  void take_time(double seconds);  // from now on, instead of the course's

  struct Memory {
    void* state = nullptr;
    Events::Memory events;
    std::vector<double> x;
    double t = 0;
  };
  void save(Memory& into);
  void restore(const Memory& from);
  void through_bytes(Memory& memory);  // serialises the state and restores it from the bytes
  void forget(Memory& memory);

  Instance& instance() { return *instance_; }
  const std::vector<double>& states() const { return x_; }
  const std::vector<double>& nominals() const { return sizes_; }
  double time() const { return t_; }
  const std::string& reason() const { return reason_; }
  bool is_cut() const { return is_cut_; }  // by its time limit

 private:
  using Clock = std::chrono::steady_clock;
  void begin();
  bool is_late();
  bool step_by_itself(double end);
  bool step_with_events(double end);
  bool integrate(double end);
  double safe_step(double left);
  bool handle_event(double t);

  const Layout& layout_;
  Instance::Setup setup_;
  Course course_;
  bool set_starts_, is_model_;
  std::vector<std::size_t> watched_;
  VariableGroup group_;
  std::shared_ptr<Instance> instance_;
  std::optional<Events> events_;
  model::Signals values_;
  std::vector<double> x_, dx_, sizes_, z_, z_before_;
  double t_ = 0;
  bool ended_ = false;  // in its first event
  Clock::time_point deadline_;
  bool is_cut_ = false;
  std::string reason_;
};

// Sets every settable start value of the description again.
void set_described_starts(Instance& instance, const Layout& layout);
// One variable, all its elements; the values are discarded.
void get_variable(Instance& instance, const Layout& layout, std::size_t variable);
void set_start(Instance& instance, const Layout& layout, std::size_t variable);

}  // namespace bw::fmi
