#pragma once
// Models with events whose times are known to all digits, from closed forms.

#include <memory>
#include <vector>

#include "support/model/test_models.h"

namespace bw::test {

using Numbers = std::vector<double>;
using ConstNumbers = std::span<const double>;
using MutableNumbers = std::span<double>;

// ARGESIM C5: a fast state follows a slow one, which heads for one of two values in turn.
//   y1' = c1 (y2 + c2 - y1),  y2' = c3 (c4 - y2);  A until y1 rises through YA, B until it falls
//   through YB
struct TwoStateLaw {
  double c2, c4, threshold;
};

inline std::unique_ptr<TestModel> two_state(TwoStateLaw a, TwoStateLaw b) {
  auto in_b = std::make_shared<bool>(false);
  const auto law = [=] { return *in_b ? b : a; };
  auto model = std::make_unique<TestModel>(
      Numbers{4.2, 0.3}, [=](double, ConstNumbers y, ConstNumbers, MutableNumbers dy) {
        dy[0] = 2.7e6 * (y[1] + law().c2 - y[0]);
        dy[1] = 3.5651205 * (law().c4 - y[1]);
      });
  model->watch(
      [=](double, ConstNumbers y) { return *in_b ? y[0] - b.threshold : a.threshold - y[0]; },
      [=](double, MutableNumbers) { return *in_b = !*in_b, model::EventUpdate{}; });
  return model;
}
inline std::unique_ptr<TestModel> two_state_b() {
  return two_state({0.4, 5.5, 5.8}, {-0.3, 2.73, 2.5});
}
inline std::unique_ptr<TestModel> two_state_d() {
  return two_state({0.4, 5.5, 5.8}, {-1.25, 4.33, 4.1});
}
inline const Numbers two_state_b_events = {1.108306167771131187162242, 2.12968535515471389321014,
                                           3.054152906995719468862411, 4.07553209437930217491031,
                                           4.999999646220307750562581};
inline const Numbers two_state_b_end = {5.369312123556102011354385, 5.399996764459944200796559};

// From 1 at rest; the floor gives back 0.7 of the speed, and less than `rest` is none.
inline std::unique_ptr<TestModel> ball(double rest) {
  auto rests = std::make_shared<bool>(false);
  auto model = std::make_unique<TestModel>(
      Numbers{1, 0}, [=](double, ConstNumbers x, ConstNumbers, MutableNumbers dx) {
        dx[0] = *rests ? 0 : x[1];
        dx[1] = *rests ? 0 : -9.81;
      });
  model->watch([=](double, ConstNumbers x) { return *rests ? 1.0 : x[0]; },
               [=](double, MutableNumbers x) {
                 x[0] = std::numeric_limits<double>::min();
                 x[1] *= -0.7;
                 *rests = std::abs(x[1]) < rest;
                 if (*rests) x[0] = x[1] = 0;
                 return model::EventUpdate{.states_changed = true};
               });
  return model;
}
inline const Numbers ball_bounces = {
    0.4515236409857309044508111, 1.083656738365754170681947, 1.526149906531770457043742,
    1.835895124247981857496998,  2.052716776649329837814278, 2.204491933330273424036373,
    2.31073454300693393439184,   2.385104369780596291640667, 2.437163248522159941714846,
    2.473604463641254496766771,  2.499113314224620685303119};
constexpr double ball_limit = 2.558633965585808458554596;  // without a rest

// A block on a moving belt, held by a spring: it sticks until k x = 1.5, slips until it is as fast
// as the belt again. k = m = 1, belt 0.2, friction while it slips 1.
inline std::unique_ptr<TestModel> stick_slip() {
  auto slips = std::make_shared<bool>(false);
  auto model = std::make_unique<TestModel>(
      Numbers{0, 0.2}, [=](double, ConstNumbers x, ConstNumbers, MutableNumbers dx) {
        dx[0] = x[1];
        dx[1] = *slips ? 1 - x[0] : 0;
      });
  model->watch([=](double, ConstNumbers x) { return *slips ? x[1] - 0.2 : x[0] - 1.5; },
               [=](double, MutableNumbers x) {
                 *slips = !*slips;
                 if (!*slips) x[1] = 0.2;
                 return model::EventUpdate{.states_changed = true};
               });
  return model;
}
inline const Numbers stick_slip_events = {7.5,
                                          11.40260540781452301106982,
                                          16.40260540781452301106982,
                                          20.30521081562904602213964,
                                          25.30521081562904602213964,
                                          29.20781622344356903320946};

// A tank that runs empty: x' = -sqrt(x) / 2, which is not Lipschitz at the end. What `below` makes
// of a level below zero: nothing, or no number.
inline std::unique_ptr<TestModel> torricelli(double below = 0) {
  auto empty = std::make_shared<bool>(false);
  auto model = std::make_unique<TestModel>(
      Numbers{2}, [=](double, ConstNumbers x, ConstNumbers, MutableNumbers dx) {
        dx[0] = *empty ? 0 : x[0] < 0 ? below : -0.5 * std::sqrt(x[0]);
      });
  model->watch([=](double, ConstNumbers x) { return *empty ? -1.0 : x[0]; },
               [=](double, MutableNumbers x) {
                 *empty = true;
                 x[0] = 0;
                 return model::EventUpdate{.states_changed = true};
               });
  return model;
}
constexpr double torricelli_empty = 5.656854249492380195206755;

// y = (t' + 6)(t' + 2)(t' - 2) with t' = t - 8, from -120: three roots in what may be one step.
inline std::unique_ptr<TestModel> triple_root() {
  auto model = std::make_unique<TestModel>(
      Numbers{-120}, [](double t, ConstNumbers, ConstNumbers, MutableNumbers dx) {
        const double s = t - 8;
        dx[0] = 3 * s * s + 12 * s - 4;
      });
  model->watch([](double, ConstNumbers x) { return x[0]; },
               [](double, MutableNumbers) { return model::EventUpdate{}; });
  return model;
}

// sin t rises above 1 - 1e-8 for 2.8e-4.
inline std::unique_ptr<TestModel> near_graze() {
  auto model = std::make_unique<TestModel>(
      Numbers{0, 1}, [](double, ConstNumbers x, ConstNumbers, MutableNumbers dx) {
        dx[0] = x[1];
        dx[1] = -x[0];
      });
  model->watch([](double, ConstNumbers x) { return x[0] - (1 - 1e-8); },
               [](double, MutableNumbers) { return model::EventUpdate{}; });
  return model;
}
inline const Numbers near_graze_events = {1.570654905438541458595979, 1.570937748151251779866665};

}  // namespace bw::test
