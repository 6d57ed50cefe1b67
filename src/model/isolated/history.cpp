#include "model/isolated/history.h"

#include <iterator>
#include <utility>

namespace bw::model {

namespace {

std::size_t size_of(const PastCall& call) { return call.message.size() + sizeof call; }

}  // namespace

void History::add(std::string_view message) { add(PastCall{std::string(message)}); }

void History::add(PastCall call) {
  bytes_ += size_of(call);
  calls_.push_back(std::move(call));
}

void History::forget_before(std::size_t position) {
  while (first_ < position && !calls_.empty()) {
    bytes_ -= size_of(calls_.front());
    calls_.pop_front();
    ++first_;
  }
}

void History::cut(std::size_t position, std::list<WaitingCopy>& points) {
  for (WaitingCopy& point : points) {
    if (point.common <= position) continue;
    std::vector<PastCall> tail;
    for (std::size_t i = position; i < point.common; ++i) tail.push_back((*this)[i]);
    std::move(point.tail.begin(), point.tail.end(), std::back_inserter(tail));
    point.tail = std::move(tail);
    point.common = position;
  }
  while (size() > position && !calls_.empty()) {
    bytes_ -= size_of(calls_.back());
    calls_.pop_back();
  }
}

void History::return_to(WaitingCopy& point, std::list<WaitingCopy>& others) {
  cut(point.common, others);
  for (PastCall& call : std::exchange(point.tail, {})) add(std::move(call));
  point.common = size();
}

}  // namespace bw::model
