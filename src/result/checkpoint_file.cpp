#include "result/checkpoint_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "base/archive/sha256.h"
#include "base/error.h"
#include "base/read_file.h"
#include "result/descriptor.h"

namespace bw::result {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view title = "bellwether checkpoint 1\n";
constexpr std::string_view any_title = "bellwether checkpoint ";
constexpr std::size_t size_digits = 20, hex_digits = 64;
constexpr std::size_t head_size = title.size() + size_digits + 1 + hex_digits + 1;

std::string sum_of(std::string_view bytes) {
  Sha256 sum;
  sum.add(bytes);
  return sum.hex();
}

std::string head_of(std::string_view bytes) {
  return fmt::format("{}{:0{}} {}\n", title, bytes.size(), size_digits, sum_of(bytes));
}

[[noreturn]] void refuse_writing(const std::string& name, int problem) {
  throw Error(ExitCode::stopped,
              "The checkpoint '" + name + "' cannot be written: " + reason(problem) + ".");
}

// 0, or the errno.
int write_to_disk(const std::string& name, std::string_view head, std::string_view bytes) {
  const Descriptor file(
      ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!file.is_open()) return errno;
  int problem = write_fully(file.get(), head.data(), head.size());
  if (problem == 0) problem = write_fully(file.get(), bytes.data(), bytes.size());
  if (problem == 0 && ::fsync(file.get()) != 0) problem = errno;
  return problem;
}

// The new name, too, shall survive a power failure; a file system that cannot do that is used.
void bring_folder_to_disk(const std::string& name) {
  const std::string folder = fs::path(name).parent_path().string();
  const Descriptor open_folder(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (open_folder.is_open() && ::fsync(open_folder.get()) != 0) errno = 0;
}

std::optional<std::uint64_t> size_in(std::string_view head) {
  std::uint64_t size = 0;
  const char* begin = head.data() + title.size();
  const auto [end, problem] = std::from_chars(begin, begin + size_digits, size);
  if (problem != std::errc() || end != begin + size_digits) return {};
  return size;
}

}  // namespace

std::string checkpoint_name(const std::string& output) {
  return output + ".checkpoint";  // with the extension: lv.csv and lv.tsv have one each
}

std::string begun_checkpoint(const std::string& name) { return name + ".new"; }

bool is_checkpoint_file(const std::string& name) {
  const Descriptor file(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  std::string begin(any_title.size(), ' ');
  return file.is_open() &&
         ::read(file.get(), begin.data(), begin.size()) == static_cast<ssize_t>(begin.size()) &&
         begin == any_title;
}

bool is_something_else(const std::string& name) {
  std::error_code missing;
  const bool is_empty = fs::is_regular_file(name, missing) && fs::is_empty(name, missing);
  return fs::exists(fs::symlink_status(name, missing)) && !is_empty && !is_checkpoint_file(name);
}

void write_checkpoint_file(const std::string& name, std::string_view bytes) {
  const std::string begun = begun_checkpoint(name);
  const std::string head = head_of(bytes);
  int problem = write_to_disk(begun, head, bytes);
  if (problem == 0 && std::rename(begun.c_str(), name.c_str()) != 0) problem = errno;
  if (problem != 0) {
    ::unlink(begun.c_str());
    refuse_writing(name, problem);
  }
  bring_folder_to_disk(name);
}

std::string read_checkpoint_file(const std::string& name) {
  const bool is_one = is_checkpoint_file(name);  // not a pipe, not a device without an end
  const std::optional<std::string> content = is_one ? read_file(name) : std::nullopt;
  if (!content && ::access(name.c_str(), R_OK) != 0)
    throw InputError("The checkpoint '" + name + "' cannot be read: " + reason(errno) + ".");
  if (!content)
    throw InputError("'" + name +
                     "' is no checkpoint. `bellwether run TARGET --checkpoint 60` writes one.");
  const std::string_view all = *content;
  const std::string advice = "; start the run again from its beginning.";
  if (all.size() >= title.size() && !all.starts_with(title))
    throw InputError("The checkpoint '" + name + "' was written by another version of bellwether" +
                     advice);
  const auto size = all.size() < head_size ? std::nullopt : size_in(all);
  if (!size || all.size() - head_size < *size)
    throw InputError("The checkpoint '" + name + "' is incomplete: it has " +
                     std::to_string(all.size()) + " bytes" +
                     (size ? ", and " + std::to_string(head_size + *size) + " are needed" : "") +
                     advice);
  const std::string_view bytes = all.substr(head_size);
  if (all.substr(0, head_size) != head_of(bytes))
    throw InputError("The checkpoint '" + name +
                     "' was changed: its bytes do not have the checksum that it states" + advice);
  return std::string(bytes);
}

void remove_checkpoint_file(const std::string& name) noexcept {
  try {
    for (const std::string& file : {name, begun_checkpoint(name)})
      if (!is_something_else(file)) ::unlink(file.c_str());
  } catch (const std::exception&) {  // it stays
  }
}

}  // namespace bw::result
