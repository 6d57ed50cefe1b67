#include "ode/methods/collocation.h"

#include <algorithm>

namespace bw::ode {

// Barycentric: sum_j l_j z_j with l_j ~ weight_j / (share - c_j), and z = 0 at the node 0.
void Collocation::change(double share, std::span<double> dx) const {
  const std::size_t s = table->stages(), n = dx.size();
  std::fill(dx.begin(), dx.end(), 0.0);
  if (share == 0) return;
  double below = table->weights[0] / share;
  for (std::size_t j = 0; j < s; ++j) {
    const double distance = share - table->nodes[j];
    if (distance == 0) {
      std::copy_n(z.begin() + static_cast<std::ptrdiff_t>(j * n), n, dx.begin());
      return;
    }
    const double weight = table->weights[j + 1] / distance;
    below += weight;
    for (std::size_t m = 0; m < n; ++m) dx[m] += weight * z[j * n + m];
  }
  for (double& value : dx) value /= below;
}

void Collocation::continue_to(const RadauTable& next, double next_end,
                              std::span<double> stages) const {
  const std::size_t n = stages.size() / next.stages();
  const double ratio = (next_end - end) / (end - begin);
  const double* const last = z.data() + (table->stages() - 1) * n;
  for (std::size_t i = 0; i < next.stages(); ++i) {
    const std::span<double> stage = stages.subspan(i * n, n);
    change(1 + next.nodes[i] * ratio, stage);
    for (std::size_t m = 0; m < n; ++m) stage[m] -= last[m];
  }
}

}  // namespace bw::ode
