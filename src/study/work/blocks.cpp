#include "study/work/blocks.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sstream>

#include "base/error.h"
#include "base/process/process_name.h"
#include "base/read_file.h"

namespace bw::study {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t blocks_per_worker = 16;

// Only the first who makes it succeeds.
bool make_alone(const fs::path& file, const std::string& content) {
  const int fd = open(file.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (fd < 0 && errno == EEXIST) return false;
  if (fd < 0)
    throw Error(ExitCode::stopped,
                "'" + file.string() + "' cannot be written: " + std::strerror(errno) + ".");
  const bool is_written =
      write(fd, content.data(), content.size()) == static_cast<ssize_t>(content.size());
  close(fd);
  if (!is_written)
    throw Error(ExitCode::stopped,
                "'" + file.string() + "' cannot be written: " + std::strerror(errno) + ".");
  return true;
}

std::optional<double> time_of(const fs::path& file) {
  struct stat found {};
  if (stat(file.c_str(), &found) != 0) return {};
  return static_cast<double>(found.st_mtim.tv_sec) +
         1e-9 * static_cast<double>(found.st_mtim.tv_nsec);
}

}  // namespace

Blocks::Blocks(const WorkFolder& folder, std::uint64_t runs, std::uint64_t workers,
               std::string owner, double lease)
    : folder_(folder), owner_(std::move(owner)), lease_(lease) {
  std::uint64_t planned = 0;
  for (std::uint64_t number = 0; planned < runs; ++number) {
    const fs::path file = folder.path() / ("plan-" + std::to_string(number));
    std::optional<std::string> text = read_file(file);
    if (!text) {
      const std::uint64_t left = runs - planned,
                          blocks = std::max<std::uint64_t>(workers, 1) * blocks_per_worker;
      const std::uint64_t size = std::max<std::uint64_t>(1, (left + blocks - 1) / blocks);
      (void)write_once(file, std::to_string(planned) + " " + std::to_string(runs) + " " +
                                 std::to_string(size) + "\n");  // another one may be first
      text = read_file(file);
    }
    std::istringstream words(text.value_or(""));
    std::uint64_t begin = 0, end = 0, size = 0;
    if (!(words >> begin >> end >> size) || begin != planned || end <= begin || size == 0)
      throw InputError("'" + file.string() + "' is damaged; remove the folder '" +
                       folder.path().string() + "' and the study starts from nothing.");
    add_plan(number, begin, end, size, runs);
    planned = end;
  }
  done_.assign(list_.size(), false);
}

void Blocks::add_plan(std::uint64_t number, std::uint64_t begin, std::uint64_t end,
                      std::uint64_t size, std::uint64_t runs) {
  std::uint64_t k = 0;
  for (std::uint64_t at = begin; at < std::min(end, runs); at += size, ++k) {
    Block block{at, std::min(at + size, end), std::to_string(number) + "." + std::to_string(k)};
    if (block.end > runs) {  // the study became smaller: a part of it is another block
      block.end = runs;
      block.id += "-" + std::to_string(runs);
    }
    list_.push_back(std::move(block));
  }
}

bool Blocks::is_done(std::size_t block) {
  if (!done_[block]) done_[block] = access((folder_.done() / list_[block].id).c_str(), F_OK) == 0;
  return done_[block];
}

fs::path Blocks::claim_file(std::size_t block, int attempt) const {
  return folder_.claims() / (list_[block].id + "." + std::to_string(attempt));
}

std::optional<Claim> Blocks::claim(std::size_t block) {
  if (is_done(block)) return {};
  for (int attempt = 0;; ++attempt) {
    const fs::path file = claim_file(block, attempt);
    if (make_alone(file, owner_)) return Claim{block, attempt};
    if (access(claim_file(block, attempt + 1).c_str(), F_OK) == 0) continue;
    if (!is_given_up(file)) return {};
  }
}

// The time of the file server: that of a file which is touched now.
bool Blocks::is_given_up(const fs::path& claim) const {
  const std::optional<std::string> owner = read_file(claim);
  if (owner && !owner->empty() && !may_live(*owner)) return true;
  const fs::path clock = folder_.path() / ("clock-" + owner_);
  const int fd = open(clock.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
  if (fd < 0) return false;
  futimens(fd, nullptr);
  close(fd);
  const auto now = time_of(clock), renewed = time_of(claim);
  unlink(clock.c_str());
  return now && renewed && *now - *renewed > lease_;
}

void Blocks::renew(const Claim& claim) const {
  utimensat(AT_FDCWD, claim_file(claim.block, claim.attempt).c_str(), nullptr, 0);
}

void Blocks::finish(const Claim& claim) {
  (void)make_alone(folder_.done() / list_[claim.block].id, "");  // another one may have done it
  done_[claim.block] = true;
}

void Blocks::reopen(std::size_t block) {
  unlink((folder_.done() / list_[block].id).c_str());
  done_[block] = false;
}

// Attempts are counted from the first that does not exist: only the last one may go.
void Blocks::release(const Claim& claim) const {
  if (access(claim_file(claim.block, claim.attempt + 1).c_str(), F_OK) != 0)
    unlink(claim_file(claim.block, claim.attempt).c_str());
}

}  // namespace bw::study
