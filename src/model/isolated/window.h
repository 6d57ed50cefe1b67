#pragma once
// The memory that a proxy and the processes of its component share, and how one waits for the
// other there. At any time either end may write; `turn` says which one.
//
//   proxy:  write a message, turn = host    host:  write an answer, turn = proxy
//
// Messages that are longer than the window go through it in pieces. Waiting is spinning for some
// microseconds and then sleeping on a futex. Spinning pays where each end has a free processor and
// the other one answers soon: the proxy decides for both ends, and tries less and less often while
// it is in vain.
// A waiting host costs nothing.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace bw::model {

constexpr std::size_t most_copies = 16;  // of a component's process that wait at the same time

// A copy of the host's process that waits until it is needed.
struct Berth {
  std::atomic<std::uint32_t> wanted{0};  // the number of the process that shall go on
};

struct Window {
  enum class Turn : std::uint32_t { proxy, host };
  static constexpr std::size_t size = 48 * 1024;

  alignas(64) std::atomic<Turn> turn{Turn::host};      // a new host answers how its start went
  std::atomic<std::uint32_t> active{0};                // the number of the process that answers
  std::array<std::atomic<std::uint32_t>, 2> asleep{};  // numbers: the proxy's, a process's; 0: none
  // The copy that will answer instead of its original; copying(number of the one that waits): it is
  // not known yet; 0: none. With the number, because an original may run long after its copy has
  // answered, when the next one is made.
  static constexpr std::int32_t copying(std::uint32_t number) {
    return -static_cast<std::int32_t>(number);
  }
  std::atomic<std::int32_t> successor{0};
  std::atomic<bool> may_spin{false};
  std::uint64_t length = 0;  // of the piece in `bytes`
  std::uint64_t rest = 0;    // of the message, in pieces that follow
  std::array<Berth, most_copies> berths;
  alignas(64) std::array<char, size> bytes;
};

struct WindowRelease {
  void operator()(Window* window) const;
};
using WindowMemory = std::unique_ptr<Window, WindowRelease>;

// Shared with the processes that are forked later. Throws std::system_error.
WindowMemory make_window();

// One end of the window.
class Channel {
 public:
  // Called from time to time while it sleeps; may throw to end the waiting. Empty: sleeps until
  // something comes.
  using Watch = std::function<void()>;

  Channel(Window& window, Window::Turn own) : window_(window), own_(own) {}

  // Of this process, among those that share this end: one that is about to die does not say for
  // the next one that it is awake.
  void set_number(std::uint32_t number) { number_ = number; }

  void send(std::string_view bytes, const Watch& watch);
  // Valid until the next send.
  std::string_view receive(const Watch& watch);

 private:
  void await(const Watch& watch);
  bool spin();
  void hand_over();
  Window::Turn other() const;

  Window& window_;
  Window::Turn own_;
  std::uint32_t number_ = 1;
  int pause_ = 0;       // waits without spinning, which was in vain ...
  int next_pause_ = 8;  // ... and how many after the next time
  std::string whole_;   // a message that came in pieces
};

// Sleeps until the word is another one, or for the time; may return early.
void sleep_on(const std::atomic<std::uint32_t>& word, std::uint32_t value, int milliseconds);
void wake_sleepers(std::atomic<std::uint32_t>& word);

}  // namespace bw::model
