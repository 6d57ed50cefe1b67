#pragma once
// Snapshots of an isolated component: a number for the state that its host keeps, or a copy of its
// process.

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "model/component.h"
#include "model/isolated/history.h"
#include "model/isolated/host.h"
#include "model/isolated/letter.h"
#include "model/isolated/link.h"
#include "model/signals.h"

namespace bw::model {

// In the proxy.
class Snapshots {
 public:
  Snapshots(std::shared_ptr<Link> link, bool by_copies)
      : link_(std::move(link)), by_copies_(by_copies) {}

  void save(std::unique_ptr<Snapshot>& into) { by_copies_ ? save_copy(into) : save_state(into); }
  void restore(const Snapshot& from) {
    if (by_copies_) return return_to(static_cast<const Copied&>(from));
    link_->request(Verb::restore).put(static_cast<const Kept&>(from).number);
    link_->ask();
  }

 private:
  struct Copied : Snapshot {
    explicit Copied(std::shared_ptr<Link> of) : link(std::move(of)) {}
    ~Copied() override {
      if (copy != nullptr) link->drop(*copy);
    }
    std::shared_ptr<Link> link;
    WaitingCopy* copy = nullptr;
    mutable int returns = 0;  // to what it holds now
  };
  using Numbers = std::vector<std::uint32_t>;
  struct Kept : Snapshot {
    Kept(std::uint32_t own, std::shared_ptr<Numbers> list)
        : number(own), dropped(std::move(list)) {}
    ~Kept() override { dropped->push_back(number); }
    std::uint32_t number;
    std::shared_ptr<Numbers> dropped;
  };

  void save_copy(std::unique_ptr<Snapshot>& into) {
    if (into == nullptr) into = std::make_unique<Copied>(link_);
    auto& copied = static_cast<Copied&>(*into);
    // Whoever saves again and again mostly returns as often as the last time.
    WaitingCopy& made = link_->copy(std::exchange(copied.returns, 0));
    if (WaitingCopy* before = std::exchange(copied.copy, &made); before != nullptr)
      link_->drop(*before);
  }
  void return_to(const Copied& copied) {
    ++copied.returns;
    link_->return_to(*copied.copy);
  }
  void save_state(std::unique_ptr<Snapshot>& into) {
    if (into == nullptr) into = std::make_unique<Kept>(next_++, dropped_);
    Letter& letter = link_->request(Verb::save);
    letter.put(static_cast<const Kept&>(*into).number);
    letter.put(static_cast<std::uint32_t>(dropped_->size()));
    for (const std::uint32_t number : *dropped_) letter.put(number);
    dropped_->clear();
    link_->ask();
  }

  std::shared_ptr<Link> link_;
  bool by_copies_;
  std::uint32_t next_ = 0;
  std::shared_ptr<Numbers> dropped_ = std::make_shared<Numbers>();
};

// In the host: the states themselves, of a Component or Model.
template <class Inner>
class KeptStates {
 public:
  void save(Inner& inner, OpenedLetter& request) {
    auto& state = states_[request.get<std::uint32_t>()];
    for (auto left = request.get<std::uint32_t>(); left > 0; --left)
      states_.erase(request.get<std::uint32_t>());
    inner.save(state);
  }
  void restore(Inner& inner, OpenedLetter& request) {
    inner.restore(*states_.at(request.get<std::uint32_t>()));
  }

 private:
  std::map<std::uint32_t, std::unique_ptr<Snapshot>> states_;
};

// As many places as the other end wants to have filled.
inline void put_places(Letter& letter, const SignalsOut& y) {
  letter.put(static_cast<std::uint32_t>(y.reals.size()));
  letter.put(static_cast<std::uint32_t>(y.discretes.size()));
}

inline SignalsOut places(OpenedLetter& request, Signals& signals) {
  signals.reals.resize(request.get<std::uint32_t>());
  signals.discretes.resize(request.get<std::uint32_t>());
  return {signals.reals, signals.discretes};
}

}  // namespace bw::model
