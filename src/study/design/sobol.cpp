#include "study/design/sobol.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "base/error.h"
#include "study/design/joe_kuo.h"

namespace bw::study {
namespace {

using Directions = std::array<std::uint32_t, Sobol::bits>;

// Van der Corput's sequence.
Directions first_dimension() {
  Directions v{};
  for (std::size_t k = 0; k < Sobol::bits; ++k) v[k] = 1U << (Sobol::bits - 1 - k);
  return v;
}

class Numbers {
 public:
  explicit Numbers(std::string_view line) : rest_(line) {}
  std::uint32_t next() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
    std::uint32_t number = 0;
    const auto end = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number).ptr;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return number;
  }

 private:
  std::string_view rest_;
};

// v_k = m_k / 2^k, and for k > s by the recurrence of the primitive polynomial.
Directions directions_of(std::string_view line) {
  Numbers numbers(line);
  const std::size_t s = numbers.next();
  const std::uint32_t a = numbers.next();
  Directions v{};
  for (std::size_t k = 0; k < std::min(s, Sobol::bits); ++k)
    v[k] = numbers.next() << (Sobol::bits - 1 - k);
  for (std::size_t k = s; k < Sobol::bits; ++k) {
    v[k] = v[k - s] ^ (v[k - s] >> s);
    for (std::size_t j = 1; j < s; ++j)
      if (((a >> (s - 1 - j)) & 1U) != 0) v[k] ^= v[k - j];
  }
  return v;
}

}  // namespace

Sobol::Sobol(std::size_t dimensions) {
  if (dimensions > most_dimensions)
    throw InputError("Sobol points have at most " + std::to_string(most_dimensions) +
                     " dimensions, not " + std::to_string(dimensions) +
                     "; use kind = \"latin-hypercube\".");
  directions_.push_back(first_dimension());
  std::string_view text = direction_texts().front().text;
  while (directions_.size() < dimensions) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!line.starts_with('#')) directions_.push_back(directions_of(line));
  }
}

std::uint32_t Sobol::coordinate(std::uint64_t point, std::size_t dimension) const {
  const Directions& v = directions_[dimension];
  auto gray = static_cast<std::uint32_t>(point ^ (point >> 1));
  std::uint32_t x = 0;
  for (std::size_t k = 0; gray != 0; ++k, gray >>= 1)
    if ((gray & 1U) != 0) x ^= v[k];
  return x;
}

}  // namespace bw::study
