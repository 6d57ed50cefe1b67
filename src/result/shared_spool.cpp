#include "result/shared_spool.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "base/process/shared_memory.h"
#include "result/format.h"

namespace bw::result {
namespace {

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): of the process that writes
SharedSpool* of_this_process = nullptr;
int to_supervisor = -1;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

constexpr std::size_t control_size = CMSG_SPACE(sizeof(int));

void send_descriptor(int socket, int fd) {
  char letter = 'f';
  iovec piece{&letter, 1};
  alignas(cmsghdr) std::array<char, control_size> control{};
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof fd);
  std::memcpy(CMSG_DATA(header), &fd, sizeof fd);
  while (sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 && errno == EINTR) continue;
}

// -1: none is waiting.
int receive_descriptor(int socket) {
  char letter = 0;
  iovec piece{&letter, 1};
  alignas(cmsghdr) std::array<char, control_size> control{};
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  if (recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) <= 0) return -1;
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (header == nullptr || header->cmsg_type != SCM_RIGHTS) return -1;
  int fd = -1;
  std::memcpy(&fd, CMSG_DATA(header), sizeof fd);
  return fd;
}

template <std::size_t size>
std::string text_of(const std::array<char, size>& text) {
  return {text.data(), strnlen(text.data(), size)};
}

template <std::size_t size>
bool copy(const std::string& text, std::array<char, size>& to) {
  if (text.size() >= size) return false;
  std::memcpy(to.data(), text.c_str(), text.size() + 1);
  return true;
}

std::uint64_t size_of(int file) {
  struct stat status {};
  return fstat(file, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

bool is_unnamed(int file) {
  struct stat status {};
  return fstat(file, &status) == 0 && status.st_nlink == 0;
}

// Else the name is of another file by now.
bool is_named(int file, const std::string& name) {
  struct stat open_file {
  }, named_file{};
  return fstat(file, &open_file) == 0 && stat(name.c_str(), &named_file) == 0 &&
         open_file.st_ino == named_file.st_ino && open_file.st_dev == named_file.st_dev;
}

void remove_file(int file, const std::string& name) {
  if (is_named(file, name)) unlink(name.c_str());
}

long count_lines(int file) {
  std::array<char, 64 * 1024> block;
  long lines = 0;
  off_t at = 0;
  for (ssize_t size = 0; (size = pread(file, block.data(), block.size(), at)) > 0; at += size)
    lines += std::count(block.begin(), block.begin() + size, '\n');
  return lines;
}

// Of text that is fast; other formats know it best themselves.
long rows_in(int file, const std::string& name) {
  std::array<char, 1> first{};
  if (pread(file, first.data(), 1, 0) != 1) return 0;
  if (first.front() == '"') return count_lines(file) - 1;
  try {
    return static_cast<long>(read_table(name).times.size());
  } catch (const InputError&) {
    return 0;
  }
}

// With the locks of a result file.
bool copy_to(int from, const std::string& name) {
  const Descriptor to(open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!to.is_open() || (flock(to.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK))
    return false;
  bool done = ftruncate(to.get(), 0) == 0;
  std::array<char, 64 * 1024> block;
  for (off_t at = 0; done;) {
    const ssize_t size = pread(from, block.data(), block.size(), at);
    if (size == 0) break;
    done = size > 0 && write_fully(to.get(), block.data(), static_cast<std::size_t>(size)) == 0;
    at += size;
  }
  return done;
}

// Empty where it is longer than a block.
std::string last_line(int file) {
  std::array<char, 64 * 1024> block;
  const std::uint64_t size = size_of(file);
  const std::uint64_t begin = size > block.size() ? size - block.size() : 0;
  const ssize_t got = pread(file, block.data(), block.size(), static_cast<off_t>(begin));
  std::string_view text(block.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  if (!text.ends_with('\n')) return "";
  text.remove_suffix(1);
  const auto before = text.rfind('\n');
  return before == text.npos ? "" : std::string(text.substr(before + 1));
}

std::optional<double> last_time(int file, const SpoolLedger& ledger) {
  const std::uint64_t row = ledger.row_size, end = size_of(file);
  double time = 0;
  if (row < sizeof time || end < ledger.header_end + row) return {};
  if (pread(file, &time, sizeof time, static_cast<off_t>(end - row)) != sizeof time) return {};
  return time;
}

}  // namespace

std::uint64_t last_row_end(const SpoolLedger& ledger, std::uint64_t end) {
  const std::uint64_t size = ledger.row_size, header = ledger.header_end, most = ledger.most;
  if (most != 0) end = std::min(end, most);
  return size == 0 || end < header ? end : end - (end - header) % size;
}

int write_count(int file, const SpoolLedger& ledger, std::uint64_t whole) {
  const std::uint64_t size = ledger.row_size, at = ledger.count_at, header = ledger.header_end;
  if (at == 0 || size == 0 || whole < header) return 0;
  const auto rows = static_cast<std::uint32_t>((whole - header) / size);
  const ssize_t done = pwrite(file, &rows, sizeof rows, static_cast<off_t>(at));
  if (done == static_cast<ssize_t>(sizeof rows)) return 0;
  return done < 0 ? errno : ENOSPC;
}

SharedSpool* take_shared_spool(int fd, const std::string& name) {
  SharedSpool* spool = of_this_process;
  if (spool == nullptr || spool->is_taken) return nullptr;
  if (!copy(name, spool->name)) return nullptr;
  spool->stand_in.front() = '\0';
  SpoolLedger& ledger = spool->ledger;
  ledger.buffer_begin = ledger.rows_end = ledger.header_end = ledger.waiting_end = 0;
  ledger.rows = ledger.rows_in_file = 0;
  ledger.row_size = ledger.count_at = ledger.most = 0;
  ledger.is_readable = true;
  ledger.is_of_another = false;
  send_descriptor(to_supervisor, fd);
  spool->is_taken = true;
  return spool;
}

SharedRows::SharedRows() : spool_(static_cast<SharedSpool*>(map_shared(sizeof(SharedSpool)))) {
  if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, sockets_.data()) != 0)
    sockets_ = {-1, -1};  // a file is then found by its name
}

SharedRows::~SharedRows() {
  for (const int socket : sockets_)
    if (socket >= 0) close(socket);
  unmap_shared(spool_);
}

void SharedRows::enter() const {
  of_this_process = spool_;
  to_supervisor = sockets_[1];
}

std::string SharedRows::requested_name() const {
  if (spool_ == nullptr || !spool_->is_taken) return "";
  const std::string stand_in = text_of(spool_->stand_in);
  std::string name = stand_in.empty() ? text_of(spool_->name) : stand_in;
  constexpr std::string_view partial = ".partial";
  if (name.ends_with(partial)) name.resize(name.size() - partial.size());
  return name;
}

// The last one that came.
Descriptor SharedRows::receive_file() const {
  Descriptor file;
  for (int fd = receive_descriptor(sockets_[0]); fd >= 0; fd = receive_descriptor(sockets_[0]))
    file = Descriptor(fd);
  return file;
}

Descriptor SharedRows::take_file() const {
  Descriptor file = receive_file();
  const std::string name = text_of(spool_->name);
  if (!file.is_open()) file = Descriptor(open(name.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  return file;
}

// The row that waits is one by now.
void SharedRows::end_waiting() const {
  SpoolLedger& ledger = spool_->ledger;
  const std::uint64_t end = ledger.waiting_end, begin = ledger.buffer_begin;
  if (end <= ledger.rows_end || end - begin > SharedSpool::capacity) return;
  ledger.rows_end = end;
  ++ledger.rows;
}

// Brings the file to the end of the last whole row. False: it stays as it is, with whole rows.
bool SharedRows::append(int file) const {
  const SpoolLedger& ledger = spool_->ledger;
  const bool is_whole = append_rows(file);
  const std::uint64_t end = last_row_end(ledger, size_of(file));
  if (ledger.row_size != 0 && ftruncate(file, static_cast<off_t>(end)) != 0) return false;
  return write_count(file, ledger, end) == 0 && is_whole;
}

bool SharedRows::append_rows(int file) const {
  const SpoolLedger& ledger = spool_->ledger;
  const std::uint64_t size = size_of(file), begin = ledger.buffer_begin;
  const std::uint64_t end = last_row_end(ledger, ledger.rows_end);
  if (size > end) return ftruncate(file, static_cast<off_t>(end)) == 0;
  if (size == end) return true;
  if (size < begin || end - begin > SharedSpool::capacity) return false;
  if (lseek(file, 0, SEEK_END) < 0) return false;
  if (write_fully(file, spool_->buffer.data() + (size - begin), end - size) == 0) return true;
  if (ftruncate(file, static_cast<off_t>(size)) != 0) errno = 0;  // the disk is full, too
  return false;
}

std::optional<SharedRows::Rescued> SharedRows::rescue() {
  if (spool_ == nullptr || !spool_->is_taken) return {};
  spool_->is_taken = false;
  const Descriptor file = take_file();
  const SpoolLedger& ledger = spool_->ledger;
  if (!file.is_open()) return Rescued{};
  if (ledger.is_of_another) {
    flock(file.get(), LOCK_UN);
    return Rescued{};
  }
  end_waiting();
  const bool is_whole = append(file.get());
  const std::string name = text_of(spool_->name), stand_in = text_of(spool_->stand_in);
  const bool unnamed = is_unnamed(file.get());
  Rescued rescued{unnamed ? stand_in : name, ledger.is_readable,
                  is_whole ? ledger.rows : ledger.rows_in_file, "", last_time(file.get(), ledger)};
  if (ledger.row_size == 0) rescued.last_row = last_line(file.get());
  if (ledger.count_at != 0)  // it may have had to leave some out
    rescued.rows = static_cast<long>((size_of(file.get()) - ledger.header_end) / ledger.row_size);
  if (ledger.rows_end <= ledger.header_end || rescued.file.empty()) {
    if (!unnamed) remove_file(file.get(), name);
    return Rescued{};
  }
  if (unnamed && !copy_to(file.get(), stand_in)) return Rescued{};
  flock(file.get(), LOCK_UN);
  return rescued;
}

// Whole rows are written there, the header with them.
std::optional<SharedRows::Rescued> SharedRows::rescue_file(const std::string& name) {
  const Descriptor file = receive_file();
  if (!file.is_open() || !is_named(file.get(), name)) return {};
  const long rows = rows_in(file.get(), name);
  if (rows <= 0) {
    unlink(name.c_str());
    return Rescued{};
  }
  flock(file.get(), LOCK_UN);
  return Rescued{name, true, rows, last_line(file.get())};
}

}  // namespace bw::result
