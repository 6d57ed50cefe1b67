#include "support/cosim/joint_block.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <tuple>

#include "support/cosim/hybrid.h"

namespace bw::test {
namespace {

// x with A x = b, by Gauss with pivots; A is row after row and is destroyed.
template <class Real>
void solve(std::vector<Real> a, std::vector<Real>& b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i * n + k]) > std::abs(a[pivot * n + k])) pivot = i;
    if (!(std::abs(a[pivot * n + k]) > 1e-9L)) throw HopelessSystem("a loop without solution");
    for (std::size_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[pivot * n + j]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const Real f = a[i * n + k] / a[k * n + k];
      if (f == 0) continue;
      for (std::size_t j = k; j < n; ++j) a[i * n + j] -= f * a[k * n + j];
      b[i] -= f * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
}

// Where each block's things begin in the vectors of all.
struct Offsets {
  std::size_t x = 0, m = 0, u = 0, y = 0, margins = 0;
};

template <class Real>
struct Workspace {
  std::vector<Real> u, y, next, moved, jacobian;  // jacobian: I - dS/dy, S one sweep
};

class Joint {
 public:
  explicit Joint(const CoupledSystem& system)
      : blocks_(system.blocks),
        connections_(system.connections),
        order_(direct_order(system).blocks) {
    Offsets at;
    for (const Block& b : blocks_) {
      at_.push_back(at);
      at.x += b.x.size(), at.m += b.m.size(), at.u += b.inputs.size(), at.y += b.outputs.size();
      at.margins += b.margins;
    }
    at_.push_back(at);
    resize(std::get<0>(workspaces_), at);
    resize(std::get<1>(workspaces_), at);
  }

  const std::vector<Block>& blocks() const { return blocks_; }
  const Offsets& at(std::size_t i) const { return at_[i]; }

  // The view of each block, outputs of all being solved for.
  template <class Real, class F>
  void each(const View<Real>& v, F&& f) {
    solve_outputs(v);
    for (std::size_t i = 0; i < blocks_.size(); ++i) f(i, blocks_[i], view_of(v, i));
  }
  template <class Real>
  const std::vector<Real>& outputs(const View<Real>& v) {
    solve_outputs(v);
    return space<Real>().y;
  }

 private:
  template <class Real>
  static void resize(Workspace<Real>& w, const Offsets& end) {
    w.u.resize(end.u), w.y.resize(end.y), w.next.resize(end.y), w.moved.resize(end.y);
  }
  template <class Real>
  Workspace<Real>& space() {
    return std::get<Workspace<Real>>(workspaces_);
  }

  template <class Real>
  View<Real> view_of(const View<Real>& v, std::size_t i) {
    const Block& b = blocks_[i];
    const std::span<const Real> u(space<Real>().u);
    return {v.t, v.x.subspan(at_[i].x, b.x.size()), v.m.subspan(at_[i].m, b.m.size()),
            u.subspan(at_[i].u, b.inputs.size())};
  }

  template <class Real>
  void connect_inputs(std::size_t block, const std::vector<Real>& y) {
    for (const cosim::Connection& w : connections_)
      if (w.to == block)
        space<Real>().u[at_[w.to].u + w.input] =
            Real(w.gain) * y[at_[w.from].y + w.output] + Real(w.offset);
  }
  template <class Real>
  void answer(std::size_t i, const View<Real>& v, std::vector<Real>& y) {
    blocks_[i].answer(view_of(v, i), std::span(y).subspan(at_[i].y, blocks_[i].outputs.size()));
  }

  template <class Real>
  void solve_outputs(const View<Real>& v) {
    Workspace<Real>& w = space<Real>();
    for (const std::size_t i : order_) {
      connect_inputs(i, w.y);
      answer(i, v, w.y);
    }
    if (order_.empty()) iterate(v);
    for (std::size_t i = 0; i < blocks_.size(); ++i) connect_inputs(i, w.y);
  }

  template <class Real>
  void sweep(const View<Real>& v, const std::vector<Real>& y, std::vector<Real>& into) {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      connect_inputs(i, y);
      answer(i, v, into);
    }
  }

  // Newton from the outputs of the last time, with the Jacobian of some time.
  template <class Real>
  void iterate(const View<Real>& v) {
    Workspace<Real>& w = space<Real>();
    Real last = std::numeric_limits<Real>::infinity();
    if (w.jacobian.empty()) differentiate(v);
    for (int k = 0; k < 60; ++k) {
      sweep(v, w.y, w.next);
      Real change = 0, size = 1;
      for (std::size_t i = 0; i < w.y.size(); ++i) {
        w.next[i] -= w.y[i];
        change = std::max(change, std::abs(w.next[i]));
        size = std::max(size, std::abs(w.y[i]));
      }
      if (!(size < 1e6L)) break;
      if (change <= 8 * std::numeric_limits<Real>::epsilon() * size) return;
      if (change > last / 10 && change > 1e-13L * size) differentiate(v);
      last = change;
      solve(w.jacobian, w.next);
      for (std::size_t i = 0; i < w.y.size(); ++i) w.y[i] += w.next[i];
    }
    std::fill(w.y.begin(), w.y.end(), Real(0));
    w.jacobian.clear();
    throw HopelessSystem("a loop without solution");
  }

  template <class Real>
  void differentiate(const View<Real>& v) {
    Workspace<Real>& w = space<Real>();
    const std::size_t n = w.y.size();
    w.jacobian.assign(n * n, Real(0));
    std::vector<Real> base(n), y = w.y;
    sweep(v, y, base);
    for (std::size_t j = 0; j < n; ++j) {
      const Real kept = y[j],
                 step = std::sqrt(std::numeric_limits<Real>::epsilon()) * (1 + std::abs(kept));
      y[j] += step;
      sweep(v, y, w.moved);
      for (std::size_t i = 0; i < n; ++i)
        w.jacobian[i * n + j] = Real(i == j) - (w.moved[i] - base[i]) / (y[j] - kept);
      y[j] = kept;
    }
  }

  std::vector<Block> blocks_;
  std::vector<cosim::Connection> connections_;
  std::vector<std::size_t> order_;
  std::vector<Offsets> at_;
  std::tuple<Workspace<double>, Workspace<Extended>> workspaces_;
};

template <class Span>
using Element = typename Span::value_type;

void add_events(Block& block, const std::shared_ptr<Joint>& joint) {
  block.margin = [joint](const auto& v, auto z) {
    joint->each(v, [&](std::size_t i, const Block& b, const auto& view) {
      if (b.margins > 0) b.margin(view, z.subspan(joint->at(i).margins, b.margins));
    });
  };
  block.update = [joint](const auto& v, auto m) {
    using Real = Element<decltype(m)>;
    joint->each(v, [&](std::size_t i, const Block& b, const auto& view) {
      std::vector<Real> z(b.margins);
      if (b.margins > 0) b.margin(view, z);
      if (std::any_of(z.begin(), z.end(), [](Real margin) { return margin < 0; }))
        b.update(view, m.subspan(joint->at(i).m, b.m.size()));
    });
  };
}

void add_ticks(Block& block, const std::shared_ptr<Joint>& joint) {
  block.next_time = [joint](const auto& v, auto t) {
    using Real = Element<decltype(t)>;
    t[0] = std::numeric_limits<Real>::infinity();
    for (std::size_t i = 0; i < joint->blocks().size(); ++i) {
      const Block& b = joint->blocks()[i];
      Real next = t[0];
      if (b.next_time)
        b.next_time({v.t, {}, v.m.subspan(joint->at(i).m, b.m.size()), {}}, {&next, 1});
      t[0] = std::min(t[0], next);
    }
  };
  block.tick = [joint](const auto& v, auto m) {
    using Real = Element<decltype(m)>;
    joint->each(v, [&](std::size_t i, const Block& b, const auto& view) {
      Real next = std::numeric_limits<Real>::infinity();
      if (b.next_time) b.next_time(view, {&next, 1});
      if (next <= v.t + 16 * Real(std::numeric_limits<double>::epsilon()) * std::abs(v.t))
        b.tick(view, m.subspan(joint->at(i).m, b.m.size()));
    });
  };
}

}  // namespace

Block join(const CoupledSystem& system) {
  Block block;
  const auto joint = std::make_shared<Joint>(system);
  block.name = system.name;
  bool ticks = false;
  for (const Block& b : system.blocks) {
    block.outputs.insert(block.outputs.end(), b.outputs.begin(), b.outputs.end());
    block.x.insert(block.x.end(), b.x.begin(), b.x.end());
    block.m.insert(block.m.end(), b.m.begin(), b.m.end());
    block.margins += b.margins;
    ticks = ticks || b.next_time;
  }
  block.slope = [joint](const auto& v, auto dx) {
    joint->each(v, [&](std::size_t i, const Block& b, const auto& view) {
      if (!b.x.empty()) b.slope(view, dx.subspan(joint->at(i).x, b.x.size()));
    });
  };
  block.answer = [joint](const auto& v, auto y) {
    const auto& all = joint->outputs(v);
    std::copy(all.begin(), all.end(), y.begin());
  };
  if (block.margins > 0) add_events(block, joint);
  if (ticks) add_ticks(block, joint);
  return block;
}

}  // namespace bw::test
