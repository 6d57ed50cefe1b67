#pragma once
// Modes that the data of a model do not determine. Where the entries of df/dx are known to a
// relative accuracy e, an eigenvalue below BORD may be anywhere in that band, stable or not: the
// mode is merely constant and could be left out.
//
//   BORD = sigma_1 e^(1/n),   k = number of |lambda_i| < BORD,   FF6 = mean over time of k / n
//
// For many states e^(1/n) is close to 1, and most modes lie below BORD; the article defines it so.
//
// Source: F. E. Cellier, P. J. Moebius 1979, V; G. H. Golub, J. H. Wilkinson 1976.

#include <complex>
#include <span>
#include <vector>

namespace bw::diagnose {

class Border {
 public:
  Border(std::size_t states, double data_accuracy);

  double bord(double largest_singular_value) const { return share_ * largest_singular_value; }
  std::size_t count(std::span<const std::complex<double>> values,
                    double largest_singular_value) const;  // k

  void add(double begin, double end, std::size_t modes);
  // `dominating`: the state with the largest participation in each mode. Adds `duration` to the
  // states of the modes below BORD.
  void name(std::span<const std::complex<double>> values, double largest_singular_value,
            std::span<const std::size_t> dominating, double duration);

  double share() const;                      // FF6
  double share_of(std::size_t state) const;  // of the time in which it dominates such a mode
  std::vector<std::size_t> candidates(double least) const;  // the largest share first

 private:
  double share_;  // e^(1/n)
  double all_ = 0, modes_ = 0;
  std::vector<double> dominated_;
};

}  // namespace bw::diagnose
