#include "cosim/chain/find_spots.h"

#include <algorithm>
#include <cmath>

namespace bw::cosim {
namespace {

constexpr int spot_slopes = RecentSlopes::kept;
constexpr double spot_ratio = 8;    // to the steps around it
constexpr double start_ratio = 20;  // likewise, where only those after it are known
constexpr double clear_bend = 0.5;  // of the slope
constexpr double least_steep = 1, least_bent = 0.5;  // in tolerances
constexpr double least_shortening = 2;               // of steps, after which signals catch up
constexpr double alike = 0.1;            // slopes around one that differs, of the difference
constexpr std::size_t most_spots = 512;  // of a path
constexpr int least_seen = 3;            // steps since the start or an event

bool may_catch_up(const RecentSlopes& recent, const double* s, bool is_front) {
  const double* h = recent.lengths();
  if (recent.seen() < spot_slopes) return false;
  if (is_front && std::abs(h[1] - h[2]) > alike * h[2]) return true;
  return h[0] > least_shortening * h[1] &&
         std::max(std::abs(s[2] - s[0]), std::abs(s[3] - s[2])) < alike * std::abs(s[1] - s[2]);
}

// After an event a fast component may settle within a step.
bool is_front(const RecentSlopes& recent, const double* s, double weight) {
  return recent.seen() >= spot_slopes &&
         std::abs(s[2]) * recent.lengths()[2] > least_steep * weight &&
         std::abs(s[2]) > spot_ratio * std::max(std::abs(s[1]), std::abs(s[3]));
}

// A front on both sides of a communication point: two steps share it, so that neither is steep
// beside the other.
bool is_divided_front(const RecentSlopes& recent, const double* s, double weight) {
  const double* h = recent.lengths();
  const double most = std::max(std::abs(s[2]), std::abs(s[3])),
               least = std::min(std::abs(s[2]), std::abs(s[3]));
  return recent.seen() >= spot_slopes &&
         std::abs(s[2]) * h[2] + std::abs(s[3]) * h[3] > least_steep * weight &&
         most > spot_ratio * std::max(std::abs(s[1]), std::abs(s[4])) && most <= spot_ratio * least;
}

// From the step before the front to that after it.
double largest_bend(const RecentSlopes& recent, int after) {
  double most = 0;
  for (std::size_t i = 0; i < recent.size(); ++i)
    most = std::max(most, std::abs(recent.of(i)[after] - recent.of(i)[1]) / recent.weight(i));
  return most;
}

double size_of(const RecentSlopes& recent, const double* s, double weight) {
  const double* h = recent.lengths();
  const double steep = std::abs(s[2]) * h[2], bend = std::abs(s[3] - s[1]) * h[2];
  if (steep <= least_steep * weight && bend <= least_bent * weight) return 0;
  const double ratio = recent.seen() >= spot_slopes ? spot_ratio : start_ratio;
  double size = 0;
  if (is_front(recent, s, weight)) size = steep / weight;
  double q[spot_slopes] = {};
  for (int k = 1; k < spot_slopes; ++k) {
    const double apart = (h[k - 1] + h[k]) / 2;
    q[k] = apart > 0 ? std::abs(s[k] - s[k - 1]) / apart : 0;
  }
  // Errors of steps of different lengths bend a signal a little.
  const bool is_clear =
      recent.seen() > least_seen &&
      std::abs(s[3] - s[1]) > clear_bend * std::max(std::abs(s[1]), std::abs(s[3]));
  if (is_clear && bend > least_bent * weight && std::max(q[2], q[3]) > ratio * std::max(q[1], q[4]))
    size = std::max(size, bend / weight);
  return size;
}

void add(const Spot& spot, std::vector<Spot>& spots) {
  if (spots.size() < most_spots) spots.push_back(spot);
}

void find_divided_front(const RecentSlopes& recent, std::vector<Spot>& spots) {
  const double* h = recent.lengths();
  Spot found{.time = recent.begins()[3]};
  for (std::size_t i = 0; i < recent.size(); ++i) {
    const double* s = recent.of(i);
    const double weight = recent.weight(i);
    if (is_divided_front(recent, s, weight))
      found.size = std::max(found.size, (std::abs(s[2]) * h[2] + std::abs(s[3]) * h[3]) / weight);
  }
  if (!(found.size > 0)) return;
  found.step = h[2] + h[3];
  found.bend = largest_bend(recent, 4);
  add(found, spots);
}

}  // namespace

void find_spots(const RecentSlopes& recent, std::vector<Spot>& spots) {
  if (recent.seen() < least_seen) return;
  const double length = recent.lengths()[2];
  Spot found{.time = recent.begins()[2] + length / 2};
  for (std::size_t i = 0; i < recent.size(); ++i) {
    const double* slopes = recent.of(i);
    const double size = size_of(recent, slopes, recent.weight(i));
    if (!(size > 0)) continue;
    const bool front = is_front(recent, slopes, recent.weight(i));
    if (may_catch_up(recent, slopes, front)) {
      add({.time = found.time,
           .size = size,
           .catching_up = static_cast<int>(i),
           .step = front ? length : 0,
           .bend = front ? largest_bend(recent, 3) : 0},
          spots);
      continue;
    }
    found.size = std::max(found.size, size);
    if (front) found.step = length;
  }
  if (found.step > 0) found.bend = largest_bend(recent, 3);
  if (found.size > 0) add(found, spots);
  find_divided_front(recent, spots);
}

}  // namespace bw::cosim
