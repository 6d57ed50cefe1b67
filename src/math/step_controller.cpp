#include "math/step_controller.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bw::math {
namespace {

constexpr double safety = 0.9;
constexpr double least = 0.2, most = 10.0, most_of_integral = 2.0;
constexpr double smallest_error = 1e-4;  // below it the error is chance, not a trend
constexpr double after_nan = 0.1;

}  // namespace

StepController::StepController(int error_order)
    : proportional_(1.0 / (error_order + 1) - 0.75 * (0.2 / (error_order + 1))),
      integral_(0.2 / (error_order + 1)),
      most_(most),
      log_error_before_(std::log(smallest_error)) {}

StepController StepController::integral(int error_order) {
  StepController controller(error_order);
  controller.proportional_ = 1.0 / (error_order + 1);
  controller.integral_ = 0.0;
  controller.most_ = most_of_integral;
  controller.grows_after_rejection_ = true;
  return controller;
}

void StepController::forget() {
  log_error_before_ = std::log(smallest_error);
  rejected_before_ = false;
}

bool StepController::judge(double error, double& h) {
  if (!(error <= 1.0)) {
    rejected_before_ = true;
    const bool finite = std::isfinite(error);
    h *= finite ? std::max(least, safety * std::pow(error, -proportional_)) : after_nan;
    return false;
  }
  double factor = most_;
  const double log_error = std::log(std::max(error, std::numeric_limits<double>::min()));
  if (error > 0)
    factor = std::clamp(
        safety * std::exp(integral_ * log_error_before_ - proportional_ * log_error), least, most_);
  h *= rejected_before_ && !grows_after_rejection_ ? std::min(factor, 1.0) : factor;
  log_error_before_ = std::max(log_error, std::log(smallest_error));
  rejected_before_ = false;
  return true;
}

}  // namespace bw::math
