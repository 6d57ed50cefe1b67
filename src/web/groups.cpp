#include "web/groups.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace bw::web {

static_assert(std::endian::native == std::endian::little, "the page reads little-endian doubles");

std::string base64(std::span<const double> numbers) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto* bytes = reinterpret_cast<const unsigned char*>(numbers.data());
  const std::size_t size = numbers.size_bytes();
  std::string text;
  text.reserve((size + 2) / 3 * 4);
  for (std::size_t at = 0; at < size; at += 3) {
    const std::size_t left = std::min<std::size_t>(3, size - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) group = group << 8U | (i < left ? bytes[at + i] : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= left ? digits[group >> (18U - 6U * i) & 63U] : '=';
  }
  return text;
}

Groups::Groups(std::size_t rows, std::size_t columns, std::size_t most) : rows_(rows) {
  constexpr std::size_t least_points = 20;  // of thousands of columns, for small pictures only
  const std::size_t points = std::max(least_points, most / (columns + 1));
  if (rows > points) size_ = (rows + points / 2 - 1) / (points / 2);
}

template <class Visit>
void Groups::each(Visit&& visit) const {
  for (std::size_t begin = 0; begin < rows_; begin += size_)
    visit(begin, std::min(rows_, begin + size_));
}

std::string Groups::times(std::span<const double> times, double unit) const {
  std::vector<double> points;
  each([&](std::size_t begin, std::size_t end) {
    points.push_back(times[begin] / unit);
    if (size_ > 1) points.push_back(times[end - 1] / unit);
  });
  return base64(points);
}

std::string Groups::extremes(std::span<const double> values) const {
  std::vector<double> points;
  each([&](std::size_t begin, std::size_t end) {
    if (size_ == 1) return points.push_back(values[begin]);
    std::size_t low = begin, high = begin;
    for (std::size_t i = begin; i < end; ++i) {
      if (std::isnan(values[low]) || values[i] < values[low]) low = i;
      if (std::isnan(values[high]) || values[i] > values[high]) high = i;
    }
    points.push_back(values[std::min(low, high)]);
    points.push_back(values[std::max(low, high)]);
  });
  return base64(points);
}

std::string Groups::largest(std::span<const double> errors) const {
  std::vector<double> points;
  each([&](std::size_t begin, std::size_t end) {
    double most = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (!(errors[i] >= 0)) {
        most = std::numeric_limits<double>::quiet_NaN();
        break;
      }
      most = std::max(most, errors[i]);
    }
    points.insert(points.end(), size_ == 1 ? 1 : 2, most);
  });
  return base64(points);
}

}  // namespace bw::web
