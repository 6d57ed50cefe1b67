#include "model/isolated/history.h"

#include <iterator>
#include <utility>

namespace bw::model {

void History::add(std::string_view message) {
  messages_.emplace_back(message);
  bytes_ += message.size() + sizeof(std::string);
}

void History::forget_before(std::size_t position) {
  while (first_ < position && !messages_.empty()) {
    bytes_ -= messages_.front().size() + sizeof(std::string);
    messages_.pop_front();
    ++first_;
  }
}

void History::cut(std::size_t position, std::list<WaitingCopy>& points) {
  for (WaitingCopy& point : points) {
    if (point.common <= position) continue;
    std::vector<std::string> tail;
    for (std::size_t i = position; i < point.common; ++i) tail.push_back((*this)[i]);
    std::move(point.tail.begin(), point.tail.end(), std::back_inserter(tail));
    point.tail = std::move(tail);
    point.common = position;
  }
  while (size() > position && !messages_.empty()) {
    bytes_ -= messages_.back().size() + sizeof(std::string);
    messages_.pop_back();
  }
}

void History::return_to(WaitingCopy& point, std::list<WaitingCopy>& others) {
  cut(point.common, others);
  for (const std::string& message : std::exchange(point.tail, {})) add(message);
  point.common = size();
}

}  // namespace bw::model
