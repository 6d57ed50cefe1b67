#include "equation/enclosure/wide_box.h"

#include <algorithm>
#include <cmath>

namespace bw::equation {
namespace {

constexpr int worth_it = 2;         // steps within a box
constexpr int patience = 8;         // boxes before a wider one is tried again
constexpr int longest_pause = 128;  // surveys

Range range_of(const model::Curve& curve) {
  const double reach = std::abs(curve.s) + curve.r;
  return {curve.c - reach, curve.c + reach};
}

bool is_within(const model::Curve& curve, const Range& wide) {
  const Range now = range_of(curve);
  return now.lo >= wide.lo && now.hi <= wide.hi;  // false: not a number
}

}  // namespace

void WideBox::watch(const EnclosureProgram& program, const RangeSurvey& survey,
                    std::size_t states) {
  if (program.slots == 0) return;
  uses_time_ = survey.uses(0);
  if (uses_time_) slots_.push_back(0);
  for (std::uint32_t i = 0; i < states; ++i)
    if (survey.uses(i + 1)) states_.push_back(i), slots_.push_back(i + 1);
  for (std::uint32_t i = 0; i < program.input_slots.size(); ++i)
    if (survey.uses(program.input_slots[i]))
      inputs_.push_back(i), slots_.push_back(program.input_slots[i]);
  for (std::vector<Range>* all : {&now_, &wide_}) all->resize(slots_.size());
  rises_.resize(slots_.size());
}

bool WideBox::holds(const model::CurveBox& box, std::span<const model::Curve> inputs) {
  if (!is_valid_) return false;
  const Range* wide = wide_.data();
  if (uses_time_) {
    if (box.lo < wide->lo || box.hi > wide->hi) return false;
    ++wide;
  }
  for (const std::uint32_t i : states_)
    if (!is_within(box.x[i], *wide++)) return false;
  for (const std::uint32_t i : inputs_)
    if (!is_within(inputs[i], *wide++)) return false;
  ++held_;
  return true;
}

std::span<const Range> WideBox::see(const model::CurveBox& box,
                                    std::span<const model::Curve> inputs) {
  std::size_t k = 0;
  if (uses_time_) now_[k++] = {box.lo, box.hi};
  const auto take = [&](const model::Curve& curve) {
    now_[k] = range_of(curve);
    rises_[k++] = curve.s > 0;
  };
  for (const std::uint32_t i : states_) take(box.x[i]);
  for (const std::uint32_t i : inputs_) take(inputs[i]);
  return now_;
}

bool WideBox::is_due() {
  if (left_ > 0) {
    --left_;
    return false;
  }
  if (is_valid_) {
    is_valid_ = false;
    if (reach_ < most_reach_)
      reach_ *= 2;
    else if (held_ < worth_it)
      return pause();
    else if (++good_ == patience)
      most_reach_ = 2 * reach_, good_ = 0;
  }
  widen();
  return true;
}

void WideBox::widen() {
  constexpr double against = 0.25;  // of the widening, against the direction of movement
  for (std::size_t k = 0; k < now_.size(); ++k) {
    const double ahead = reach_ * (now_[k].hi - now_[k].lo), behind = against * ahead;
    wide_[k] = {now_[k].lo - (rises_[k] ? behind : ahead),
                now_[k].hi + (rises_[k] ? ahead : behind)};
  }
  if (uses_time_) wide_[0] = {now_[0].lo, now_[0].hi + reach_ * (now_[0].hi - now_[0].lo)};
}

void WideBox::take() {
  is_valid_ = true;
  held_ = 0;
  pause_ = 1;
}

void WideBox::fail() {
  most_reach_ = reach_ = std::max(reach_ / 2, least_reach);
  good_ = 0;
  (void)pause();
}

bool WideBox::pause() {
  left_ = pause_;
  pause_ = std::min(2 * pause_, longest_pause);
  return false;
}

void WideBox::forget() {
  is_valid_ = false;
  reach_ = most_reach_ = first_reach;
  held_ = good_ = left_ = 0;
  pause_ = 1;
}

}  // namespace bw::equation
