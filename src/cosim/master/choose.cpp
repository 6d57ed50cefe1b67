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
  const bool implicit = features.can_roll_back;
  if (!s.loop) {
    // In the order of the connections both end values of every input are known.
    add("mixed", "because no signal returns");
    add("gauss-seidel", "because no signal returns");
    return ladder;
  }
  if (!s.feed_through) {
    add("alternating", "because no output in the loop has direct feedthrough");
  } else if (s.algebraic_loop) {
    if (implicit) add("ith", "because a loop is algebraic and its components can roll back");
    add("gauss-seidel", implicit
                            ? "because a loop is algebraic"
                            : "because a loop is algebraic and its components cannot roll back");
  } else if (implicit && features.tolerance <= tight) {
    add("ith",
        "because outputs have direct feedthrough, components can roll back and the tolerance is "
        "tight");
    add("gauss-seidel", "because outputs in the loop have direct feedthrough");
  } else {
    add("gauss-seidel", "because outputs in the loop have direct feedthrough");
    if (implicit) add("ith", "because components can roll back");
  }
  // For kinks of signals: limits and dead zones.
  if (!s.algebraic_loop) {
    add("mixed", "because it handles kinks of signals");
    ladder.back().most_chains = chains_over_kinks;
  }
  if (implicit && !s.feed_through)
    add("ith", "because it handles stiff coupling, and components can roll back");
  return ladder;
}

}  // namespace bw::cosim
