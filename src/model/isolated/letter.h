#pragma once
// Messages between a component's proxy and its host process: numbers as they lie in memory, so that
// every bit arrives, lists and texts with their length before them. Both ends are the same program,
// one a copy of the other. What comes from a host is checked all the same: foreign code lives there
// and may have written over it.

#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/value.h"
#include "model/signals.h"

namespace bw::model {

// Bytes that cannot be what the other end meant.
struct Garbled : Error {
  Garbled()
      : Error(ExitCode::stopped, "the process of a component damaged the memory of its answers.") {}
};

template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

// Grows once and is used again for the next message.
class Letter {
 public:
  void clear() { bytes_.clear(); }
  std::string_view bytes() const { return bytes_; }

  template <Plain T>
  void put(T number) {
    raw(&number, sizeof number);
  }
  void put(std::span<const double> list) {
    put(static_cast<std::uint64_t>(list.size()));
    raw(list.data(), list.size_bytes());
  }
  void put(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    raw(text.data(), text.size());
  }
  void put(std::span<const Discrete> list) {
    put(static_cast<std::uint64_t>(list.size()));
    for (const Discrete& value : list) {
      put(static_cast<std::uint8_t>(value.index()));
      if (const auto* number = std::get_if<std::int64_t>(&value))
        put(*number);
      else
        put(std::string_view(std::get<std::string>(value)));
    }
  }
  void put(const SignalsIn& signals) {
    put(signals.reals);
    put(signals.discretes);
  }
  void put(const SignalsOut& signals) { put(SignalsIn{signals.reals, signals.discretes}); }
  void put(const Signals& signals) { put(SignalsIn{signals.reals, signals.discretes}); }

 private:
  void raw(const void* from, std::size_t count) {
    if (count > 0) bytes_.append(static_cast<const char*>(from), count);
  }

  std::string bytes_;
};

// Reads what a Letter holds, in the same order. Throws Garbled.
class OpenedLetter {
 public:
  explicit OpenedLetter(std::string_view bytes) : rest_(bytes) {}

  template <Plain T>
  T get() {
    if constexpr (std::same_as<T, bool>) return get<std::uint8_t>() != 0;
    T number{};
    std::memcpy(&number, take(sizeof number).data(), sizeof number);
    return number;
  }
  // Exactly as many as there are places.
  void get(std::span<double> list) {
    if (count(sizeof(double)) != list.size()) throw Garbled();
    const std::string_view bytes = take(list.size_bytes());
    if (!bytes.empty()) std::memcpy(list.data(), bytes.data(), bytes.size());
  }
  void get(std::vector<double>& list) {
    list.resize(count(sizeof(double)));
    const std::string_view bytes = take(list.size() * sizeof(double));
    if (!bytes.empty()) std::memcpy(list.data(), bytes.data(), bytes.size());
  }
  std::string_view text() { return take(count(1)); }
  std::string_view rest() const { return rest_; }
  void get(std::span<Discrete> list) {
    if (count(1) != list.size()) throw Garbled();
    for (Discrete& value : list) value = discrete();
  }
  void get(std::vector<Discrete>& list) {
    list.resize(count(1));
    for (Discrete& value : list) value = discrete();
  }
  void get(const SignalsOut& signals) {
    get(signals.reals);
    get(signals.discretes);
  }
  void get(Signals& signals) {
    get(signals.reals);
    get(signals.discretes);
  }

 private:
  std::string_view take(std::size_t size) {
    if (size > rest_.size()) throw Garbled();
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  // Of elements of at least `size` bytes each, so that a damaged count cannot allocate huge memory.
  std::size_t count(std::size_t size) {
    const auto number = get<std::uint64_t>();
    if (number > rest_.size() / size) throw Garbled();
    return static_cast<std::size_t>(number);
  }
  Discrete discrete() {
    if (get<std::uint8_t>() == 0) return get<std::int64_t>();
    return std::string(text());
  }

  std::string_view rest_;
};

}  // namespace bw::model
