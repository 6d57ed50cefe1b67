#include "cosim/master/choose.h"

namespace bw::cosim {
namespace {

constexpr double tight = 1e-6;  // from here on the implicit base method is cheaper than first order
constexpr int usual_chains = 8;
constexpr int chains_of_two_steps = 6;           // p = 2, s = 1
constexpr int chains_of_two_steps_and_feed = 4;  // parasitic roots spoil more
constexpr int chains_over_kinks = 3;             // more columns do not converge

}  // namespace

int most_chains(std::string_view base, Hold hold, const Structure& structure) {
  const bool is_two_step = find_master(base)->is_two_step || hold != Hold::constant;
  if (!is_two_step || !structure.loop) return usual_chains;
  return structure.feed_through ? chains_of_two_steps_and_feed : chains_of_two_steps;
}

std::vector<BaseChoice> choose_bases(const Features& features) {
  const Structure& s = features.structure;
  std::vector<BaseChoice> ladder;
  const auto add = [&](std::string_view base, std::string why) {
    ladder.push_back({base, Hold::constant, most_chains(base, Hold::constant, s), std::move(why)});
  };
  const bool implicit = features.can_roll_back, mixed_first = s.feed_through && !s.loop;
  if (!s.feed_through) {
    add("alternating", s.loop ? "because no output in the loop follows an input at once"
                              : "because no output on a wire follows an input at once");
  } else if (mixed_first) {
    add("mixed", "because no signal comes back and some outputs follow their inputs at once");
    add("gauss-seidel", "because it is the most robust where outputs follow inputs at once");
  } else if (s.algebraic_loop) {
    if (implicit) add("ith", "because a loop is algebraic and its parts can be set back");
    add("gauss-seidel", "because a loop is algebraic and its parts cannot be set back");
  } else if (implicit && features.tolerance <= tight) {
    add("ith",
        "because outputs follow inputs at once, parts can be set back and the tolerance is tight");
    add("gauss-seidel", "because outputs in the loop follow inputs at once");
  } else {
    add("gauss-seidel", "because outputs in the loop follow inputs at once");
    if (implicit) add("ith", "because parts can be set back");
  }
  // For what bends: limits and dead zones.
  if (!s.algebraic_loop && !mixed_first) {
    add("mixed", "because it is better with what bends");
    ladder.back().most_chains = chains_over_kinks;
  }
  if (implicit && !s.feed_through)
    add("ith", "because the coupling is stiff and its parts can be set back");
  return ladder;
}

}  // namespace bw::cosim
