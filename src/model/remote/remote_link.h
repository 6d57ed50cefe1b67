#pragma once
// One connection to the program that computes a remote component; one connection is one instance.
//
//   request   length (u32)  verb (one letter)        numbers (f64)
//   answer    length (u32)  '+' numbers, or '!' and a sentence
//
// Lengths count what follows them. Numbers are as they lie in memory: both ends are on one machine.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "model/remote/remote_description.h"

namespace bw::model {

enum class RemoteVerb : char {
  open = 'o',         // number of the component; the first request
  evaluate = 'i',     // t, u: the outputs in initialisation mode
  start = 'b',        // t, u: the next time of an event (sampled)
  derivatives = 'd',  // t, u, x
  outputs = 'y',      // t, u, x
  indicators = 'z',   // t, u, x
  jacobian = 'j',     // t, u, x
  event = 'e',        // t, u, x: whether the states change, the next time of an event, x
  advance = 'a',      // t, h, u: the outputs at the end of the step
  save = 's',         // a number under which the state is kept
  restore = 'r'       // that number
};

class RemoteLink {
 public:
  // Throws ComponentFailure where nobody listens, and so do the others.
  RemoteLink(const RemoteDescription& description, std::string component);
  ~RemoteLink();
  RemoteLink(const RemoteLink&) = delete;
  RemoteLink& operator=(const RemoteLink&) = delete;

  // An empty request, to be filled with put().
  RemoteLink& request(RemoteVerb verb);
  RemoteLink& put(double number);
  RemoteLink& put(std::span<const double> numbers);
  // Sends it and waits for exactly `count` numbers, which are valid until the next request. Throws
  // Interrupted, too. What throws ends the connection.
  std::span<const double> ask(std::size_t count);

  // Numbers of snapshots; those that were given back are used again.
  std::size_t free_number();
  void give_back(std::size_t number) { free_.push_back(number); }

 private:
  std::span<const double> answered(std::size_t count);
  void disconnect();
  void send_all();
  void receive(std::size_t count);
  void wait_until_readable() const;
  [[noreturn]] void fail(const std::string& why) const;
  [[noreturn]] void ended() const;

  std::string component_;
  int socket_ = -1;
  std::string request_, received_;
  std::vector<double> numbers_;
  std::vector<std::size_t> free_;
  std::size_t next_ = 0;
};

}  // namespace bw::model
