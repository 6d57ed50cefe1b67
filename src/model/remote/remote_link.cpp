#include "model/remote/remote_link.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/run_control.h"

namespace bw::model {
namespace {

constexpr std::size_t length_bytes = sizeof(std::uint32_t);
constexpr std::uint32_t longest_answer = 1U << 30U;

// -1: nobody listens.
int connected(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return -1;
  std::memcpy(address.sun_path, path.data(), path.size());
  const int made = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made < 0) return -1;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as the interface demands
  const auto* plain = reinterpret_cast<const sockaddr*>(&address);
  int result = 0;
  do result = ::connect(made, plain, sizeof address);
  while (result != 0 && errno == EINTR);
  if (result == 0) return made;
  ::close(made);
  return -1;
}

}  // namespace

RemoteLink::RemoteLink(const RemoteDescription& description, std::string component)
    : component_(std::move(component)), socket_(connected(description.socket)) {
  if (socket_ < 0)
    fail("lives in another program, which cannot be reached by the socket '" + description.socket +
         "'");
  request(RemoteVerb::open).put(description.component).ask(0);
}

RemoteLink::~RemoteLink() { disconnect(); }

void RemoteLink::disconnect() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

RemoteLink& RemoteLink::request(RemoteVerb verb) {
  request_.assign(length_bytes, '\0');
  request_ += static_cast<char>(verb);
  return *this;
}

RemoteLink& RemoteLink::put(double number) { return put(std::span(&number, 1)); }

RemoteLink& RemoteLink::put(std::span<const double> numbers) {
  if (numbers.empty()) return *this;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes
  request_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  return *this;
}

std::span<const double> RemoteLink::ask(std::size_t count) {
  if (socket_ < 0) ended();
  try {
    return answered(count);
  } catch (const Error&) {
    // The answer to this request may still come; the next request must not take it for its own.
    disconnect();
    throw;
  }
}

std::span<const double> RemoteLink::answered(std::size_t count) {
  send_all();
  received_.clear();
  receive(length_bytes);
  std::uint32_t length = 0;
  std::memcpy(&length, received_.data(), sizeof length);
  if (length == 0 || length > longest_answer) fail("sent an answer that has no meaning");
  receive(length_bytes + length);
  const char mark = received_[length_bytes];
  if (mark == '!') fail(received_.substr(length_bytes + 1));
  if (mark != '+' || received_.size() != length_bytes + 1 + count * sizeof(double))
    fail("sent an answer that has no meaning");
  numbers_.resize(count);
  if (count > 0)
    std::memcpy(numbers_.data(), received_.data() + length_bytes + 1, count * sizeof(double));
  return numbers_;
}

std::size_t RemoteLink::free_number() {
  if (free_.empty()) return next_++;
  const std::size_t number = free_.back();
  free_.pop_back();
  return number;
}

void RemoteLink::send_all() {
  const auto length = static_cast<std::uint32_t>(request_.size() - length_bytes);
  std::memcpy(request_.data(), &length, sizeof length);
  for (std::size_t sent = 0; sent < request_.size();) {
    const ssize_t count =
        ::send(socket_, request_.data() + sent, request_.size() - sent, MSG_NOSIGNAL);
    if (count > 0)
      sent += static_cast<std::size_t>(count);
    else if (errno != EINTR)
      ended();
  }
}

// Until there are at least so many bytes; all that is there is taken.
void RemoteLink::receive(std::size_t count) {
  while (received_.size() < count) {
    wait_until_readable();
    const std::size_t had = received_.size();
    constexpr std::size_t usual = 512;
    received_.resize(std::max(count, had + usual));
    const ssize_t got = ::recv(socket_, received_.data() + had, received_.size() - had, 0);
    received_.resize(had + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0 || (got < 0 && errno != EINTR)) ended();
  }
}

// The other program may compute for long; the user may end the run meanwhile.
void RemoteLink::wait_until_readable() const {
  constexpr int poll_ms = 50;
  pollfd watched{socket_, POLLIN, 0};
  while (::poll(&watched, 1, poll_ms) <= 0) throw_if_interrupted();
}

void RemoteLink::fail(const std::string& why) const {
  throw ComponentFailure(component_, "component '" + component_ + "' " + why + ".");
}

// Who ends the run closes the connection at the same time.
void RemoteLink::ended() const {
  constexpr int polls = 20, poll_ms = 10;
  for (int k = 0; k < polls; ++k) {
    throw_if_interrupted();
    ::poll(nullptr, 0, poll_ms);
  }
  fail("lives in another program, which ended the connection");
}

}  // namespace bw::model
