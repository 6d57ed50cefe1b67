#pragma once
// Rows in groups of equal size, of which a page has two points each: no peak is lost, and the page
// stays small. Numbers are doubles in base64.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace bw::web {

std::string base64(std::span<const double> numbers);

// Of one row per group nothing is left out.
class Groups {
 public:
  // `most`: numbers in the page, of all columns and the times together.
  Groups(std::size_t rows, std::size_t columns, std::size_t most);

  std::size_t size() const { return size_; }

  std::string times(std::span<const double> times, double unit) const;
  // The smallest and the largest value, in the order in which they come.
  std::string extremes(std::span<const double> values) const;
  // The largest error; nan where one of the group is unknown: not a number, or negative.
  std::string largest(std::span<const double> errors) const;

 private:
  template <class Visit>
  void each(Visit&& visit) const;

  std::size_t rows_ = 0, size_ = 1;
};

}  // namespace bw::web
