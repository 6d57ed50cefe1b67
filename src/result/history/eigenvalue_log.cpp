#include "result/history/eigenvalue_log.h"

#include <algorithm>

namespace bw::result {

void EigenvalueLog::add(double t, std::span<const std::complex<double>> values) {
  if (path_.times.empty()) path_.count = values.size();
  if (values.size() != path_.count || path_.count == 0) return;
  if (seen_++ % stride_ != 0) return;
  const std::size_t rows = std::max<std::size_t>(20, most / path_.count);
  if (path_.times.size() >= rows) halve();
  path_.times.push_back(t);
  path_.values.insert(path_.values.end(), values.begin(), values.end());
}

void EigenvalueLog::halve() {
  const std::size_t kept = (path_.times.size() + 1) / 2;
  for (std::size_t i = 1; i < kept; ++i) {
    path_.times[i] = path_.times[2 * i];
    std::copy_n(path_.values.begin() + static_cast<std::ptrdiff_t>(2 * i * path_.count),
                path_.count, path_.values.begin() + static_cast<std::ptrdiff_t>(i * path_.count));
  }
  path_.times.resize(kept);
  path_.values.resize(kept * path_.count);
  stride_ *= 2;
}

}  // namespace bw::result
