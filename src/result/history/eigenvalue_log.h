#pragma once
// Eigenvalues along a run in bounded memory, for pictures: every stride-th of the times, where the
// stride doubles when there are too many.

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace bw::result {

struct EigenvaluePath {
  std::vector<double> times{};
  std::size_t count = 0;                       // of eigenvalues at each time
  std::vector<std::complex<double>> values{};  // time after time
};

class EigenvalueLog {
 public:
  static constexpr std::size_t most = 50'000;  // eigenvalues, but at least 20 times

  void add(double t, std::span<const std::complex<double>> values);
  const EigenvaluePath& path() const { return path_; }

 private:
  void halve();

  EigenvaluePath path_{};
  std::size_t seen_ = 0, stride_ = 1;
};

}  // namespace bw::result
