#pragma once
// How a parameter is distributed. Every distribution is a function of a number in (0, 1): its
// quantile.

#include <array>
#include <cstddef>
#include <vector>

namespace bw::study {

struct Distribution {
  enum class Kind {
    levels,       // a list of values, each as likely as the others
    uniform,      // low, high
    log_uniform,  // low, high
    normal,       // mean, standard deviation
    log_normal,   // of the logarithm: mean, standard deviation
    triangular,   // low, mode, high
    truncated     // normal: mean, standard deviation, low, high
  };
  Kind kind = Kind::uniform;
  std::array<double, 4> p{};
  std::vector<double> levels{};

  double quantile(double u) const;  // u in (0, 1)
  std::size_t level(double u) const;
};

double normal_distribution(double z);  // the share below z
double normal_quantile(double u);      // its inverse, to rounding

}  // namespace bw::study
