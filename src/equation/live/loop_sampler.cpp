#include "equation/live/loop_sampler.h"

namespace bw::equation {

bool LoopSampler::solve(double t, std::span<const double> x, std::span<const double> u,
                        const ModelEnclosure::Unknowns& which, std::span<double> z) {
  state_.read_unknowns(before_);
  if (guess_.size() == before_.size()) state_.write_unknowns(guess_);
  inputs_before_.clear();
  for (std::size_t i = 0; i < u.size(); ++i) {
    inputs_before_.push_back(state_.input(inputs_[i]));
    state_.input(inputs_[i]) = u[i];
  }
  state_.loops().set_trial(true);
  const bool is_solved = state_.algebraics(t, x);
  state_.loops().set_trial(false);
  if (is_solved) state_.read_unknowns(guess_);
  for (std::size_t k = 0; k < z.size() && is_solved; ++k)
    z[k] = state_.unknown(machine_.loops[which[k].loop].unknowns[which[k].place].place);
  for (std::size_t i = 0; i < u.size(); ++i) state_.input(inputs_[i]) = inputs_before_[i];
  state_.write_unknowns(before_);
  return is_solved;
}

}  // namespace bw::equation
