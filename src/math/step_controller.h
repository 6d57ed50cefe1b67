#pragma once
// The size of the next step, from the error of the last one in units of the tolerance.
//
//   factor = safety * err^-a * err_before^b,   a = 1 / (q + 1) - 0.75 b
//
// q is the order of the error estimate. b = 0.04 for q = 4, and in proportion for others, unless
// the law differs. Between accepted steps the factor lies in [0.2, 10]; after a rejection the step
// does not grow. A norm that is NaN is a rejection.
//
// The integral law of the masters is the case b = 0 with the factor in [0.2, 2], also right after a
// rejection.
// Source: E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, II.4, and
// their programs dopri5 and dop853; K. Gustafsson 1991 (the proportional-integral rule).

namespace bw::math {

struct StepLaw {
  double memory = 0.2;  // b (q + 1): weight of the previous error
  double least = 0.2, most = 10;
  double safety = 0.9;
};

class StepController {
 public:
  explicit StepController(int error_order, const StepLaw& law = {});  // proportional-integral
  static StepController integral(int error_order);

  // True: accept the step. `h` becomes the size to try next.
  bool judge(double error, double& h);
  void forget();  // the previous error: after an event it is meaningless

  // For a checkpoint.
  struct Memory {
    double log_error_before = 0;
    bool rejected_before = false;
  };
  Memory memory() const { return {log_error_before_, rejected_before_}; }
  void remember(const Memory& memory) {
    log_error_before_ = memory.log_error_before;
    rejected_before_ = memory.rejected_before;
  }

 private:
  double shrinking(double error) const;
  double growth(double error);

  double proportional_, integral_ = 0;
  double least_, most_, safety_;
  bool grows_after_rejection_ = false;
  double log_error_before_;
  bool rejected_before_ = false;
};

}  // namespace bw::math
