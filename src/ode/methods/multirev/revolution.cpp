#include "ode/methods/multirev/revolution.h"

#include <algorithm>
#include <cmath>

namespace bw::ode::multirevolution {
namespace {

constexpr double near = 0.3;             // of the largest distance: the solution has returned
constexpr std::size_t most_steps = 800;  // of a revolution
constexpr double most_error = 4;         // of a repeated step, in units of the tolerance
constexpr double landed = 1e-7;          // of a step: the rest is linear
constexpr int most_landings = 12;
constexpr double longest_landing = 1.7, shortest_landing = 0.1;  // of the usual size
constexpr double least_landing = 0.01;
constexpr double least_absolute = 1e-3;  // of the relative tolerance, for small states

}  // namespace

DenseRevolution::Place DenseRevolution::place(double local, std::size_t states) const {
  const auto end = std::lower_bound(ends.begin(), ends.end() - 1, local);
  const auto step = static_cast<std::size_t>(end - ends.begin());
  const double begin = step == 0 ? 0 : ends[step - 1], length = *end - begin;
  return {coefficients.data() + step * MicroSteps::dense_rows * states, (local - begin) / length,
          length};
}

void DenseRevolution::add(double local, double weight, std::span<double> x) const {
  const std::size_t n = x.size();
  const Place in = place(local, n);
  const double s = in.share, r = 1 - s;
  const double* c = in.coefficients;
  for (std::size_t i = 0; i < n; ++i, ++c) {
    const double high = c[4 * n] + s * (c[5 * n] + r * (c[6 * n] + s * c[7 * n]));
    x[i] += weight * (c[0] + s * (c[n] + r * (c[2 * n] + s * (c[3 * n] + r * high))));
  }
}

// The same nested products from the inside, each with its derivative by s.
void DenseRevolution::add_slopes(double local, double weight, std::span<double> dx) const {
  const std::size_t n = dx.size();
  const Place in = place(local, n);
  const double s = in.share, r = 1 - s, factor = weight * period / in.length;
  const double* c = in.coefficients;
  for (std::size_t i = 0; i < n; ++i, ++c) {
    double value = c[7 * n], slope = 0;
    for (std::size_t row = 6; row > 0; --row) {
      const bool by_s = row % 2 == 0;  // else by r, whose derivative is -1
      slope = by_s ? value + s * slope : r * slope - value;
      value = c[row * n] + (by_s ? s : r) * value;
    }
    dx[i] += factor * (value + s * slope);
  }
}

Revolution::Revolution(Equations& equations, const Setup& setup)
    : shifted_(equations),
      micro_(shifted_, setup),
      nominals_(equations.size(), 1.0),
      sizes_(equations.size(), 1.0),
      normal_(equations.size()),
      z_(equations.size()),
      peaks_(equations.size()) {
  led_.change.resize(equations.size());
}

void Revolution::set_sizes(std::span<const double> nominals, std::span<const double> sizes) {
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    nominals_[i] = least_absolute * nominals[i];
    sizes_[i] = sizes[i];
  }
}

void Revolution::start(const From& from) {
  shifted_.begin = from.time;
  shifted_.latest = from.latest;
  z_.assign(from.z.begin(), from.z.end());
  micro_.restart(0, z_, nominals_);
  rest_ = 0;
}

// From f at the begin: only after the first step.
void Revolution::take_normal() {
  rate_ = 0;
  for (std::size_t i = 0; i < z_.size(); ++i) {
    const double slope = micro_.slope_before()[i] / sizes_[i];
    normal_[i] = slope / sizes_[i];
    rate_ = std::max(rate_, std::abs(slope));
  }
}

double Revolution::section() const {
  double sum = 0;
  for (std::size_t i = 0; i < z_.size(); ++i) sum += normal_[i] * (micro_.state()[i] - z_[i]);
  return sum;
}

double Revolution::distance() const {
  double sum = 0;
  for (std::size_t i = 0; i < z_.size(); ++i) {
    const double d = (micro_.state()[i] - z_[i]) / sizes_[i];
    sum += d * d;
  }
  return std::sqrt(sum);
}

void Revolution::note_peaks() {
  for (std::size_t i = 0; i < peaks_.size(); ++i)
    peaks_[i] = std::max(peaks_[i], std::abs(micro_.state()[i]));
}

// Repeats the last step, of size h, until it ends at the section up to rest_; false: it cannot.
bool Revolution::land(double& h) {
  const double usual = h;
  for (int k = 0; k < most_landings; ++k) {
    const std::span<const double> slope = micro_.slope();
    double rise = 0;
    for (std::size_t i = 0; i < slope.size(); ++i) rise += normal_[i] * slope[i];
    const double delta = -section() / rise;
    if (!(rise > 0) || !std::isfinite(delta)) return false;
    if (std::abs(delta) <= landed * h) {
      rest_ = delta;
      return true;
    }
    const bool is_before = h + delta < least_landing * usual;  // the crossing is: others handle it
    h = is_before ? least_landing * usual : std::min(h + delta, 2 * usual);
    if (!(micro_.resize(h) < 1e6)) return false;
    if (is_before) {
      rest_ = -section() / rise;
      return true;
    }
  }
  return false;
}

Return Revolution::finish(To& to) {
  const std::span<const double> slope = micro_.slope();
  to.change.resize(z_.size());
  for (std::size_t i = 0; i < z_.size(); ++i)
    to.change[i] = (micro_.state()[i] - z_[i]) + rest_ * slope[i];
  to.period = micro_.time() + rest_;
  return distance() <= near * far_ ? Return::found : Return::missing;
}

// ---- the first revolution ----

Return Revolution::lead(const From& from, double first, double finer) {
  start(from);
  if (first > 0) micro_.propose(first);
  std::vector<double> natural;
  std::fill(peaks_.begin(), peaks_.end(), 0.0);
  far_ = 0;
  bool was_behind = false;
  const double latest = from.latest - from.time;
  while (natural.size() < most_steps) {
    if (micro_.time() >= latest) return Return::beyond;
    if (micro_.step(latest)) return Return::missing;
    if (natural.empty()) take_normal();
    double h = micro_.time() - micro_.previous_time();
    natural.push_back(h);
    note_peaks();
    far_ = std::max(far_, distance());
    const double phi = section();
    if (!was_behind || phi < 0) {
      was_behind = was_behind || phi < 0;
      continue;
    }
    was_behind = false;
    if (!land(h)) return Return::missing;
    if (finish(led_) == Return::found) {
      keep_sizes(natural, h, finer);
      return Return::found;
    }
    micro_.propose(natural.back());
    natural.back() = h;
  }
  return Return::missing;
}

// Equal shares of the steps that error control chose, as many as are needed: also the last one then
// is of a usual size.
void Revolution::keep_sizes(const std::vector<double>& natural, double landing, double finer) {
  const double whole = static_cast<double>(natural.size() - 1) + landing / natural.back();
  const double count = std::ceil(whole * finer + 0.05);
  sizes_of_steps_.clear();
  double before = 0, passed = 0;
  std::size_t index = 0;
  for (double k = 1; k <= count; ++k) {
    const double at = whole * k / count;
    while (index + 1 < natural.size() && static_cast<double>(index + 1) <= at)
      passed += natural[index++];
    const double time = passed + (at - static_cast<double>(index)) * natural[index];
    sizes_of_steps_.push_back(time - before);
    before = time;
  }
}

// ---- repeated revolutions ----

void Revolution::record(const MicroSteps& micro, std::size_t states, DenseRevolution* dense) {
  if (dense == nullptr) return;
  const std::size_t length = MicroSteps::dense_rows * states;
  dense->ends.push_back(micro.time());
  dense->coefficients.resize(dense->coefficients.size() + length);
  micro.copy_dense(std::span(dense->coefficients).last(length));
}

Return Revolution::attempt(const From& from, std::size_t frozen, Pace& pace,
                           DenseRevolution* dense) {
  start(from);
  if (dense != nullptr) dense->clear();
  const double room = from.latest - from.time;
  const auto step = [&](double h) {
    if (micro_.time() + h > room) return Return::beyond;
    const double error = micro_.repeat(h);
    if (!std::isfinite(error)) return Return::missing;
    return error > most_error ? Return::too_coarse : Return::found;
  };
  for (std::size_t k = 0; k < frozen; ++k) {
    if (const Return what = step(pace.scale * sizes_of_steps_[k]); what != Return::found)
      return what;
    if (k == 0) take_normal();
    record(micro_, z_.size(), dense);
  }
  const double usual = pace.scale * sizes_of_steps_.back();
  double h = pace.landing > 0 ? pace.landing : usual;
  for (int further = 0; further < 4; ++further) {
    if (const Return what = step(h); what != Return::found) return what;
    if (frozen + static_cast<std::size_t>(further) == 0) take_normal();
    if (!land(h)) return Return::missing;
    if (h <= longest_landing * usual) {
      pace.landing = h;
      return Return::found;
    }
    if (!(micro_.resize(usual) <= most_error)) return Return::too_coarse;
    record(micro_, z_.size(), dense);
    h -= usual;
  }
  return Return::missing;
}

Return Revolution::follow(const From& from, Pace& pace, To& to, DenseRevolution* dense) {
  const std::size_t frozen = sizes_of_steps_.size() - 1;
  const double shortest = shortest_landing * pace.scale * sizes_of_steps_.back();
  Return what = attempt(from, frozen, pace, dense);
  if (what == Return::found && frozen > 1 && pace.landing < shortest) {
    pace.landing = std::max(pace.landing + rest_, 0.0) + pace.scale * sizes_of_steps_[frozen - 1];
    what = attempt(from, frozen - 1, pace, dense);
    if (what == Return::found && pace.landing < shortest) what = Return::missing;
    pace.landing = 0;
  }
  if (what != Return::found) return what;
  record(micro_, z_.size(), dense);
  what = finish(to);
  if (dense != nullptr) dense->period = to.period;
  return what;
}

bool Revolution::reach(const From& from, double duration, std::span<double> x) {
  start(from);
  const double first = first_step();
  if (first > 0) micro_.propose(first);
  while (micro_.time() < duration)
    if (micro_.step(duration)) return false;
  std::copy(micro_.state().begin(), micro_.state().end(), x.begin());
  return true;
}

void Revolution::assign(const Revolution& other) {
  nominals_ = other.nominals_;
  sizes_ = other.sizes_;
  peaks_ = other.peaks_;
  sizes_of_steps_ = other.sizes_of_steps_;
  far_ = other.far_;
  rate_ = other.rate_;
  led_ = other.led_;
}

}  // namespace bw::ode::multirevolution
