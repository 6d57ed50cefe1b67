#pragma once
// Values as bytes, for messages between processes of this program on this machine, and for what one
// leaves in a file for the next: every number as it lies in memory, so that a NaN keeps its bits;
// strings and lists with their length before them.
//
// A struct says once, for both directions, what is in it (Is lets it take part const or not):
//
//   template <class Pack, Is<Event> E>
//   void fields(Pack& pack, E& event) { pack(event.time, event.signal); }

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace bw {

template <class T, class Plain>
concept Is = std::same_as<std::remove_const_t<T>, Plain>;

// A bool is none: not every byte is one, so that it is checked.
template <class T>
concept Number = (std::is_arithmetic_v<T> || std::is_enum_v<T>)&&!std::same_as<T, bool>;

class Packer {
 public:
  template <class... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }
  std::string take() { return std::move(bytes_); }

 private:
  void raw(const void* from, std::size_t count) {
    if (count > 0) bytes_.append(static_cast<const char*>(from), count);
  }
  void put_count(std::size_t count) { put(static_cast<std::uint64_t>(count)); }

  template <Number T>
  void put(const T& number) {
    raw(&number, sizeof number);
  }
  template <std::same_as<bool> T>
  void put(const T& flag) {
    put(static_cast<std::uint8_t>(flag ? 1 : 0));
  }
  void put(const std::string& text) {
    put_count(text.size());
    raw(text.data(), text.size());
  }
  template <class T>
  void put(const std::vector<T>& list) {
    put_count(list.size());
    if constexpr (Number<T>)
      raw(list.data(), list.size() * sizeof(T));
    else
      for (const T& value : list) put(value);
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put_count(value ? 1 : 0);
    if (value) put(*value);
  }
  template <class... T>
  void put(const std::variant<T...>& choice) {
    put(static_cast<std::uint8_t>(choice.index()));
    std::visit([this](const auto& value) { this->put(value); }, choice);
  }
  template <class T>
  void put(const T& value) {
    fields(*this, value);
  }

  std::string bytes_;
};

// Reads what a Packer wrote. Where bytes are missing or cannot mean anything it reads no further:
// what follows is empty, and complete() is false.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

  template <class... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }
  bool complete() const { return !broken_ && rest_.empty(); }  // all was read, and nothing is left

 private:
  bool raw(void* to, std::size_t count) {
    if (count > rest_.size()) broken_ = true;
    if (broken_) return false;
    if (count > 0) std::memcpy(to, rest_.data(), count);
    rest_.remove_prefix(count);
    return true;
  }
  // Of elements of at least `size` bytes each, so that a corrupt count cannot allocate huge memory.
  std::size_t get_count(std::size_t size) {
    std::uint64_t count = 0;
    get(count);
    if (count > rest_.size() / size) broken_ = true;
    return broken_ ? 0 : static_cast<std::size_t>(count);
  }

  template <Number T>
  void get(T& number) {
    if (!raw(&number, sizeof number)) number = {};
  }
  template <std::same_as<bool> T>
  void get(T& flag) {
    std::uint8_t byte = 0;
    get(byte);
    if (byte > 1) broken_ = true;
    flag = byte == 1;
  }
  void get(std::string& text) {
    text.resize(get_count(1));
    raw(text.data(), text.size());
  }
  template <class T>
  void get(std::vector<T>& list) {
    list.clear();
    if constexpr (Number<T>) {
      list.resize(get_count(sizeof(T)));
      raw(list.data(), list.size() * sizeof(T));
    } else {
      for (std::size_t left = get_count(1); left > 0 && !broken_; --left) get(list.emplace_back());
    }
  }
  template <class T>
  void get(std::optional<T>& value) {
    value.reset();
    const std::size_t count = get_count(1);
    if (count > 1) broken_ = true;
    if (count == 1) get(value.emplace());
  }
  template <class... T>
  void get(std::variant<T...>& choice) {
    std::uint8_t index = 0;
    get(index);
    if (index >= sizeof...(T)) broken_ = true;
    std::uint8_t k = 0;
    (void)((k++ == index && (get(choice.template emplace<T>()), true)) || ...);
  }
  template <class T>
  void get(T& value) {
    fields(*this, value);
  }

  std::string_view rest_;
  bool broken_ = false;
};

}  // namespace bw
