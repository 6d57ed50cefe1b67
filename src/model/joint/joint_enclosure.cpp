#include "model/joint/joint_enclosure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace bw::model {

JointEnclosure::JointEnclosure(std::span<Model* const> models, const JointShape& shape,
                               JointSignals& signals, Settle settle)
    : shape_(shape), signals_(signals), settle_(std::move(settle)) {
  std::size_t first_indicator = 0;
  for (std::size_t m = 0; m < models.size(); ++m) {
    if (Enclosure* const own = models[m]->enclosure(); own != nullptr) {
      for (const std::size_t i : own->derivatives()) derivatives_.push_back(shape.first[m] + i);
      for (const std::size_t i : own->indicators()) indicators_.push_back(first_indicator + i);
      const std::size_t inputs = count_reals(models[m]->shape().inputs);
      members_.push_back({.own = own, .model = m, .u = std::vector<Curve>(inputs)});
      has_inputs_ = has_inputs_ || inputs > 0;
    }
    first_indicator += models[m]->shape().indicators;
  }
}

// At c + tau s + rest r of all states.
bool JointEnclosure::sample(const CurveBox& box, double tau, double rest,
                            std::vector<double> Member::*into) {
  x_.resize(box.x.size());
  u_.resize(box.u.size());
  for (std::size_t i = 0; i < x_.size(); ++i)
    x_[i] = box.x[i].c + tau * box.x[i].s + rest * box.x[i].r;
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = box.u[i].c + tau * box.u[i].s;
  const double t = box.lo / 2 + box.hi / 2 + tau * (box.hi - box.lo) / 2;
  if (!settle_(t, x_, u_)) return false;
  for (Member& member : members_) {
    const std::vector<double>& now = signals_.inputs(member.model).reals;
    (member.*into).assign(now.begin(), now.end());
  }
  return true;
}

// A line through both ends, with what the middle and the remainders of the states make of it.
void JointEnclosure::sample_inputs(const CurveBox& box) {
  constexpr double margin = 2, of_change = 0.125;
  if (!has_inputs_) return;
  signals_.save(saved_);
  bool settled = sample(box, -1, 0, &Member::begin) && sample(box, 1, 0, &Member::end) &&
                 sample(box, 0, 1, &Member::spread);
  for (Member& member : members_)
    for (std::size_t i = 0; i < member.u.size() && settled; ++i) member.u[i].r = member.spread[i];
  settled = settled && sample(box, 0, -1, &Member::spread) && sample(box, 0, 0, &Member::middle);
  for (Member& member : members_)
    for (std::size_t i = 0; i < member.u.size(); ++i) {
      Curve& u = member.u[i];
      if (!settled) {
        u = {.r = std::numeric_limits<double>::infinity()};
        continue;
      }
      const double chord = member.begin[i] / 2 + member.end[i] / 2, sag = member.middle[i] - chord;
      const double spread = std::abs(u.r - member.spread[i]);
      u = {.c = chord + sag / 2, .s = member.end[i] / 2 - member.begin[i] / 2};
      u.r = margin * std::abs(sag) + spread + of_change * std::abs(u.s);
    }
  signals_.restore(saved_);
}

CurveBox JointEnclosure::box_of(const Member& member, const CurveBox& box) const {
  CurveBox own = box;
  own.x = shape_.component_of(box.x, member.model);
  own.u = member.u;
  return own;
}

bool JointEnclosure::survey(const CurveBox& box, std::span<Bound> indicators) {
  sample_inputs(box);
  bool is_tame = true;
  for (const Member& member : members_) {
    const std::size_t count = member.own->indicators().size();
    is_tame = member.own->survey(box_of(member, box), indicators.first(count)) && is_tame;
    indicators = indicators.subspan(count);
  }
  return is_tame;
}

void JointEnclosure::bound(const CurveBox& box, std::span<Bound> derivatives) {
  sample_inputs(box);
  for (const Member& member : members_) {
    const std::size_t count = member.own->derivatives().size();
    member.own->bound(box_of(member, box), derivatives.first(count));
    derivatives = derivatives.subspan(count);
  }
}

}  // namespace bw::model
