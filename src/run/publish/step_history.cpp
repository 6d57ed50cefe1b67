#include "run/publish/step_history.h"

#include <limits>

namespace bw::run {
namespace {

constexpr double not_estimated = std::numeric_limits<double>::quiet_NaN();

}  // namespace

StepHistory::StepHistory(const std::string& path) : reals_(3), discretes_(3) {
  if (path.empty()) return;
  file_ = result::open_output_file(path);
  file_->writer().columns({{"h", Type::real},
                           {"iterations", Type::integer},
                           {"error", Type::real},
                           {"slope_error", Type::real},
                           {"accepted", Type::boolean},
                           {"critical", Type::string}});
}

void StepHistory::add(const cosim::Tried& step, bool accepted, const cosim::Coupling& coupling) {
  if (accepted)
    log_.accepted(step.t, step.t + step.h, step.error > 0 ? step.error : not_estimated);
  else
    log_.rejected();
  if (!file_) return;
  write_waiting();
  time_ = step.t;
  is_waiting_ = true;
  reals_ = {step.h, step.error, step.slope};
  discretes_[0] = static_cast<std::int64_t>(step.iterations);
  discretes_[1] = static_cast<std::int64_t>(accepted);
  discretes_[2] =
      step.critical == cosim::Tried::none ? std::string() : name_of(step.critical, coupling);
}

void StepHistory::rolled_back() {
  is_waiting_ = false;
  log_.rolled_back();
}

void StepHistory::write_waiting() {
  if (is_waiting_) file_->writer().row({time_, reals_, discretes_});
  is_waiting_ = false;
}

const std::string& StepHistory::name_of(std::size_t real, const cosim::Coupling& coupling) {
  if (names_.size() <= real) names_.resize(real + 1);
  if (names_[real].empty()) names_[real] = coupling.real_name(real);
  return names_[real];
}

void StepHistory::publish() {
  if (!file_) return;
  write_waiting();
  file_->publish();
}

}  // namespace bw::run
