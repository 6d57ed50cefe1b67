#pragma once
// Chance for the mutators, from the seed that libFuzzer gives: the same run again makes the same
// inputs. And libFuzzer's own mutations, for a text.

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace bw::fuzz {

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}

  std::size_t below(std::size_t count) { return engine_() % count; }
  bool one_in(std::size_t count) { return below(count) == 0; }

  template <class List>
  auto& one_of(List& list) {
    return list[below(std::size(list))];
  }

 private:
  std::mt19937 engine_;
};

inline std::string mutated(std::string text, std::size_t room = 64) {
  const std::size_t size = text.size();
  text.resize(size + room);
  text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), size, text.size()));
  return text;
}

}  // namespace bw::fuzz
