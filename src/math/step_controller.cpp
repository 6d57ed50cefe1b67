#include "math/step_controller.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bw::math {
namespace {

constexpr StepLaw of_masters{.memory = 0, .least = 0.2, .most = 2};
constexpr double smallest_error = 1e-4;  // below it the error is noise, not a trend
const double log_smallest_error = std::log(smallest_error);
constexpr double after_nan = 0.1;

}  // namespace

StepController::StepController(int error_order, const StepLaw& law)
    : proportional_(1.0 / (error_order + 1) - 0.75 * (law.memory / (error_order + 1))),
      integral_(law.memory / (error_order + 1)),
      least_(law.least),
      most_(law.most),
      safety_(law.safety),
      log_error_before_(log_smallest_error) {}

StepController StepController::integral(int error_order) {
  StepController controller(error_order, of_masters);
  controller.grows_after_rejection_ = true;
  return controller;
}

void StepController::forget() {
  log_error_before_ = log_smallest_error;
  rejected_before_ = false;
}

bool StepController::judge(double error, double& h) {
  if (!(error <= 1.0)) {
    rejected_before_ = true;
    h *= std::isfinite(error) ? std::max(least_, shrinking(error)) : after_nan;
    return false;
  }
  constexpr double tiny = std::numeric_limits<double>::min();  // of which there is a logarithm
  const double factor = std::clamp(growth(std::max(error, tiny)), least_, most_);
  h *= rejected_before_ && !grows_after_rejection_ ? std::min(factor, 1.0) : factor;
  rejected_before_ = false;
  return true;
}

double StepController::shrinking(double error) const {
  return safety_ * std::pow(error, -proportional_);
}

double StepController::growth(double error) {
  const double log_error = std::log(error);
  const double exponent = integral_ * log_error_before_ - proportional_ * log_error;
  log_error_before_ = std::max(log_error, log_smallest_error);
  return safety_ * std::exp(exponent);
}

}  // namespace bw::math
