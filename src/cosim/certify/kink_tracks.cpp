#include "cosim/certify/kink_tracks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "cosim/chain/find_kinks.h"
#include "cosim/chain/mesh.h"
#include "math/extrapolation.h"

namespace bw::cosim {
namespace {

constexpr std::size_t followed_chains = 4;  // the last ones: coarser ones may not show a kink
constexpr double most_shift = 8;            // of a kink between two chains, in steps of the coarser
constexpr double most_mismatch = 0.5;       // of a kink in the third chain, in its steps
constexpr double alike = 1.3;               // ratio of changes of the slope

bool bend_alike(const Kink& a, const Kink& b) {
  return a.signal == b.signal && a.bend <= alike * b.bend && b.bend <= alike * a.bend;
}

// tau_i = limit + size n_i^-p
struct Shift {
  double limit, size;
  int p;
  double at(int n) const { return limit + size * std::pow(n, -p); }
};

Shift shift_of(double time, int n, double other, int m, int p) {
  const double size = (time - other) / (std::pow(n, -p) - std::pow(m, -p));
  return {time - size * std::pow(n, -p), size, p};
}

// A kink in three chains, the finest first.
struct Seen {
  std::array<const Kink*, 3> kinks{};
  double mismatch = std::numeric_limits<double>::infinity();  // in steps
};

const Kink* nearest_alike(const Path& path, const Kink& like, double time) {
  const Kink* best = nullptr;
  for (const Kink& kink : path.kinks)
    if (bend_alike(kink, like) &&
        (best == nullptr || std::abs(kink.time - time) < std::abs(best->time - time)))
      best = &kink;
  return best;
}

// The kink of chain i in two coarser chains, where it fits best.
Seen find_again(const Tableau& tableau, const Kink& kink,
                const std::array<std::size_t, 3>& chains) {
  Seen best;
  const auto [i, j, k] = chains;
  for (const Kink& second : tableau.path(j).kinks) {
    if (!bend_alike(kink, second) || std::abs(second.time - kink.time) > most_shift * second.step)
      continue;
    const double expected =
        shift_of(kink.time, tableau.steps(i), second.time, tableau.steps(j), tableau.expansion().p)
            .at(tableau.steps(k));
    const Kink* third = nearest_alike(tableau.path(k), kink, expected);
    if (third == nullptr) continue;
    if (const double mismatch = std::abs(third->time - expected) / third->step;
        mismatch < std::min(best.mismatch, most_mismatch))
      best = {{&kink, &second, third}, mismatch};
  }
  return best;
}

KinkTrack track_of(const Tableau& tableau, const Seen& seen,
                   const std::array<std::size_t, 3>& chains) {
  const int p = tableau.expansion().p;
  const auto [i, j, k] = chains;
  const Shift far = shift_of(seen.kinks[0]->time, tableau.steps(i), seen.kinks[2]->time,
                             tableau.steps(k), p),
              near = shift_of(seen.kinks[0]->time, tableau.steps(i), seen.kinks[1]->time,
                              tableau.steps(j), p);
  KinkTrack track;
  track.limit = far.limit;
  track.uncertainty = std::abs(near.limit - far.limit);
  track.bend = seen.kinks[0]->bend / seen.kinks[0]->weight;
  for (std::size_t n = 0; n < tableau.size(); ++n) track.times.push_back(far.at(tableau.steps(n)));
  for (std::size_t n = 0; n < chains.size(); ++n) track.times[chains[n]] = seen.kinks[n]->time;
  return track;
}

// Three of the last chains, the finest ones first.
std::vector<std::array<std::size_t, 3>> triples(std::size_t chains) {
  std::vector<std::array<std::size_t, 3>> all;
  const std::size_t least = chains - std::min(chains, followed_chains);
  for (std::size_t i = chains; i-- > least;)
    for (std::size_t j = i; j-- > least;)
      for (std::size_t k = j; k-- > least;) all.push_back({i, j, k});
  return all;
}

// A row that a kink is before or after; `weights` are those of the chains.
double error_at(double row, const KinkTrack& track, const std::vector<double>& weights) {
  double worst = 0;
  for (const bool is_before : {true, false}) {
    const bool is_possible =
        is_before ? track.limit - track.uncertainty < row : track.limit + track.uncertainty > row;
    if (!is_possible) continue;
    double sum = 0;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < weights.size(); ++i)
      if ((track.times[i] < row) != is_before) {
        sum += weights[i] * (track.times[i] - row);
        ++wrong;
      }
    if (wrong == weights.size()) sum = std::abs(track.limit - row) + track.uncertainty;
    worst = std::max(worst, track.bend * std::abs(sum));
  }
  return worst;
}

}  // namespace

std::vector<KinkTrack> follow_kinks(const Tableau& tableau) {
  std::vector<KinkTrack> tracks;
  std::vector<const Kink*> followed;
  for (const auto& chains : triples(tableau.size()))
    for (const Kink& kink : tableau.path(chains[0]).kinks) {
      const auto is_followed = [&](const Kink* known) {
        return std::ranges::find(followed, known) != followed.end();
      };
      if (is_followed(&kink)) continue;
      const Seen seen = find_again(tableau, kink, chains);
      if (seen.kinks[0] == nullptr || std::ranges::any_of(seen.kinks, is_followed)) continue;
      followed.insert(followed.end(), seen.kinks.begin(), seen.kinks.end());
      tracks.push_back(track_of(tableau, seen, chains));
    }
  return tracks;
}

KinkError error_at_rows(const CertifyPlan& plan, const Tableau& tableau) {
  KinkError worst;
  std::vector<int> steps;
  for (std::size_t i = 0; i < tableau.size(); ++i) steps.push_back(tableau.steps(i));
  const auto weights =
      math::extrapolation_weights(steps, tableau.expansion().p, tableau.expansion().s);
  const Mesh& mesh = *plan.mesh;
  for (const KinkTrack& track : follow_kinks(tableau)) {
    const double from = std::min(std::ranges::min(track.times), track.limit - track.uncertainty),
                 to = std::max(std::ranges::max(track.times), track.limit + track.uncertainty);
    for (std::size_t i = mesh.interval_at(from); i < mesh.intervals() && mesh.begin(i) <= to; ++i)
      if (mesh.is_row(i))
        if (const double error = error_at(mesh.end(i), track, weights); error > worst.error)
          worst = {error, track.limit};
  }
  return worst;
}

}  // namespace bw::cosim
