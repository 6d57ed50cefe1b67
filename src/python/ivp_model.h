#pragma once
// An initial value problem as a model: functions in, a model::Model out. It knows nothing of
// Python.
//
// An integration runs forward in its own time, which is the user's times `sign`: backward from 9 to
// 1 is forward from -9 to -1, and no digit of a time is lost.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/model.h"
#include "model/state_model.h"

namespace bw::python {

struct IvpProblem {
  std::vector<double> start{};     // of the states
  std::vector<double> nominals{};  // absolute over relative tolerance
  double sign = 1;                 // -1: backward in time
  double rhs_seconds = 0;          // see ModelShape
  double tolerance = 0;            // relative
  double span = 0;                 // of the integration

  // In the user's time. All outputs are filled.
  std::function<void(double t, std::span<const double> x, std::span<double> dx)> derivatives{};
  // df/dx, as Model::jacobian(); empty: by differences.
  std::function<void(double t, std::span<const double> x, std::span<double> j)> jacobian{};
  std::optional<std::vector<std::vector<std::size_t>>> sparsity{};
  std::function<void(double t, std::span<const double> x, std::span<double> z)> events{};
  struct Event {
    int direction = 0;    // 1, -1: only where it rises or falls along the integration
    long ends_after = 0;  // the integration ends at its n-th occurrence; 0: it does not
  };
  std::vector<Event> kinds{};  // of each event function
};

// Where an event function was zero, in the user's time.
struct IvpEvent {
  std::size_t which = 0;
  double time = 0;
  std::vector<double> state{};
};

class IvpModel final : public model::StateModel {
 public:
  explicit IvpModel(IvpProblem problem);

  void derivatives(double t, std::span<const double> x, std::span<double> dx) override;
  void jacobian(double t, std::span<const double> x, std::span<double> j) override;
  void indicators(double t, std::span<const double> x, std::span<double> z) override;
  model::EventUpdate handle_event(double t, std::span<double> x) override;

  // Of each integration that began.
  struct Integration {
    std::vector<IvpEvent> events{};
    bool ended_by_event = false;
  };
  const std::vector<Integration>& integrations() const { return integrations_; }

  // Of all integrations.
  long rhs_evaluations() const { return rhs_evaluations_; }
  long jacobian_evaluations() const { return jacobian_evaluations_; }
  // A sentence, where the derivatives differed for the same t and x; else empty.
  const std::string& unrepeatable() const { return unrepeatable_; }

 private:
  model::EventUpdate restart(std::span<double> x) override;
  void check_repetition(double t, std::span<const double> x, std::span<const double> dx);
  bool takes(std::size_t event, double value) const;
  void add(std::size_t event, double t, std::span<const double> x);
  double value_of(std::size_t event, double t, std::span<const double> x);

  IvpProblem problem_;
  std::vector<double> z_;
  std::vector<int> sides_;  // of each event function: -1 or 1; 0: not left yet
  std::vector<Integration> integrations_;
  std::vector<long> counts_;
  bool begins_ = true;
  long rhs_evaluations_ = 0, jacobian_evaluations_ = 0;
  long next_check_;  // the number of evaluations
  std::string unrepeatable_{};
};

}  // namespace bw::python
