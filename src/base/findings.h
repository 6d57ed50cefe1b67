#pragma once
// Collects mistakes, so that a user who made three sees three.

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/position.h"

namespace bw {

class Findings {
 public:
  void add(const Position& where, const std::string& what) {
    sentences_.push_back(where.text() + ": " + what);
  }

  // Runs `work`; an InputError becomes a finding and the caller goes on.
  template <class Work>
  void attempt(Work&& work) {
    try {
      std::forward<Work>(work)();
    } catch (const InputError& error) {
      sentences_.emplace_back(error.what());
    }
  }

  bool empty() const { return sentences_.empty(); }

  // Throws one error that holds all sentences, one a line; does nothing when there are none.
  template <class Kind = InputError>
  void refuse() const {
    if (sentences_.empty()) return;
    std::string all;
    for (const std::string& sentence : sentences_) all += (all.empty() ? "" : "\n") + sentence;
    throw Kind(all);
  }

 private:
  std::vector<std::string> sentences_;
};

}  // namespace bw
