#include "result/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "result/destination.h"

namespace bw::result {
namespace {

namespace fs = std::filesystem;

bool still_named(int fd, const std::string& path) {
  struct stat open_file {
  }, named_file{};
  return ::fstat(fd, &open_file) == 0 && ::stat(path.c_str(), &named_file) == 0 &&
         open_file.st_ino == named_file.st_ino && open_file.st_dev == named_file.st_dev;
}

// A file system without locks (some network disks) is used without; only a lock held by another
// process is refused. Between our open and our lock the other run may have published: then the open
// file is its result and must not be touched.
Descriptor open_locked(const std::string& partial, const std::string& path) {
  for (;;) {
    // Nobody makes a link of this name but to have another file overwritten.
    Descriptor file(::open(partial.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!file.is_open() && errno == ELOOP)
      throw InputError("The result '" + path + "' cannot be written: '" + partial +
                       "' is a symbolic link; remove it or give another name.");
    if (!file.is_open())
      throw InputError("The result '" + path + "' cannot be written: '" + partial +
                       "': " + reason(errno) + ".");
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      throw InputError("The result '" + path +
                       "' is being written by another run; wait for it or give another name.");
    if (still_named(file.get(), partial)) return file;
  }
}

// Makes the file of a format that has to be completed, beside the rows. Returns its name.
std::string completed_file(const Format& format, const std::string& rows, const std::string& path) {
  std::string made = sealing_name(path);
  ::unlink(made.c_str());  // of a run that was killed
  try {
    format.complete(rows, made);
  } catch (const Error& error) {
    ::unlink(made.c_str());
    throw Error(ExitCode::stopped, std::string(error.what()) + " The rows stay in '" + rows +
                                       "'; `bellwether convert` makes a result of it.");
  }
  return made;
}

class NamedFile final : public OutputFile {
 public:
  NamedFile(const std::string& path, const Format& format, OldRows old_rows, Heading heading)
      : OutputFile(open_locked(partial_name(path), path), partial_name(path), format,
                   std::move(heading)),
        path_(path),
        partial_(partial_name(path)),
        old_rows_(old_rows) {
    if (old_rows == OldRows::dropped)
      spool_.restart();  // of a run that was killed
    else
      spool_.leave_alone();
  }
  ~NamedFile() override { keep_undecided(); }

  std::string publish() override;
  std::string refuse() override;
  std::string keep_partial() override;
  bool earlier_result_exists() const override {
    std::error_code ignored;
    return fs::exists(path_, ignored);
  }

 private:
  void rename_to(const std::string& name);
  void complete_partial_rows();
  bool has_all_rows() const;
  void release();

  // Rows of another run, which are left alone: this one did not go on in them.
  bool has_others_rows() const {
    struct stat file {};
    return old_rows_ == OldRows::kept && ::fstat(file_.get(), &file) == 0 && file.st_size > 0;
  }

  std::string path_, partial_;
  OldRows old_rows_;
};

std::string NamedFile::publish() {
  rename_to(path_);
  // It is of an earlier run with the same output name, and must not be taken for a result of this
  // one.
  std::error_code ignored;
  fs::remove(rejected_name(path_), ignored);
  return path_;
}

std::string NamedFile::refuse() {
  rename_to(rejected_name(path_));
  return rejected_name(path_);
}

std::string NamedFile::keep_partial() {
  if (!spool_.has_rows()) {
    if (!has_others_rows()) ::unlink(partial_.c_str());
    release();
    return "";
  }
  seal();
  complete_partial_rows();
  release();
  return partial_;
}

// Those that a checkpoint refers to, or that a full disk cut, stay as they are.
void NamedFile::complete_partial_rows() {
  if (format().complete == nullptr || is_marked() || spool_.broken()) return;
  const std::string made = completed_file(format(), partial_, path_);
  if (std::rename(made.c_str(), partial_.c_str()) != 0) ::unlink(made.c_str());
}

// A component may have closed our descriptors, or put its own in their place.
bool NamedFile::has_all_rows() const {
  struct stat open_file {
  }, named_file{};
  return ::fstat(file_.get(), &open_file) == 0 && ::stat(partial_.c_str(), &named_file) == 0 &&
         open_file.st_ino == named_file.st_ino && open_file.st_dev == named_file.st_dev &&
         static_cast<std::uint64_t>(named_file.st_size) == spool_.size();
}

void NamedFile::rename_to(const std::string& name) {
  seal();
  spool_.flush();
  if (!has_all_rows())
    throw Error(ExitCode::stopped,
                "The rows are not all in '" + partial_ +
                    "': its descriptor or its size was changed from outside, or by a component "
                    "in this process. Run the components in processes of their own: --isolate.");
  // Network disks report a full disk only at close; closing a duplicate finds out and keeps the
  // lock.
  const int duplicate = ::dup(file_.get());  // none where a component has set a limit
  int problem = duplicate < 0 || ::close(duplicate) == 0 ? 0 : errno;
  const bool completes = format().complete != nullptr && problem == 0;
  const std::string made = completes ? completed_file(format(), partial_, path_) : partial_;
  if (problem == 0 && std::rename(made.c_str(), name.c_str()) != 0) problem = errno;
  if (completes) ::unlink(problem == 0 ? partial_.c_str() : made.c_str());
  if (problem != 0)
    throw Error(ExitCode::stopped, "The rows cannot take the name '" + name + "': " +
                                       reason(problem) + ". They stay in '" + partial_ + "'.");
  release();
}

// Unlocks explicitly, because a process that a component forked may hold a duplicate of the
// descriptor.
void NamedFile::release() {
  spool_.settle();
  ::flock(file_.get(), LOCK_UN);
  file_.close();
}

}  // namespace

void OutputFile::restart() {
  spool_.restart();
  writer_ = format_.make_writer(spool_, heading_);
}

namespace {

constexpr std::uint64_t most_of_end = 4096;

// Of the bytes before `size`; shorter where the file is.
std::string end_of_file(int fd, std::uint64_t size) {
  const std::uint64_t count = std::min(size, most_of_end);
  std::string end(count, '\0');
  const ssize_t done = ::pread(fd, end.data(), count, static_cast<off_t>(size - count));
  end.resize(static_cast<std::size_t>(std::max<ssize_t>(done, 0)));
  return end;
}

}  // namespace

OutputFile::Mark OutputFile::mark() {
  is_marked_ = true;
  spool_.flush();
  // A file system that cannot bring it to the disk keeps it as well as it can.
  if (::fdatasync(file_.get()) != 0) errno = 0;
  return {spool_.size(), end_of_file(file_.get(), spool_.size()), spool_.count_at()};
}

bool OutputFile::Mark::ends_with(std::string bytes) const {
  std::string known = end;
  for (std::uint64_t at = count_at; count_at != 0 && at < count_at + sizeof(std::uint32_t); ++at) {
    const std::uint64_t behind = size - std::min(at, size);  // counted from the end
    for (std::string* text : {&bytes, &known})
      if (behind > 0 && behind <= text->size()) (*text)[text->size() - behind] = '\0';
  }
  return bytes == known;
}

bool OutputFile::begins_with(const Mark& mark) const {
  struct stat file {};
  if (mark.is_whole()) return true;
  return ::fstat(file_.get(), &file) == 0 &&
         static_cast<std::uint64_t>(file.st_size) >= mark.size &&
         mark.ends_with(end_of_file(file_.get(), mark.size));
}

void OutputFile::go_on_behind(const Mark& mark) {
  is_marked_ = true;
  spool_.go_on_behind(mark.is_whole() ? 0 : mark.size);
  if (mark.is_whole()) {
    spool_.put(mark.end);
    spool_.end_row();
  }
  spool_.flush();
  writer_->go_on(file_.get());
}

void OutputFile::seal() {
  if (spool_.broken()) return;
  if (!std::exchange(sealed_, true)) writer_->seal();
  spool_.flush();
}

void OutputFile::keep_undecided() noexcept {
  if (!file_.is_open()) return;
  try {
    keep_partial();
  } catch (const std::exception&) {  // in a destructor: what reached the disk stays
  }
}

std::unique_ptr<OutputFile> open_output_file(const std::string& path, const Format* format,
                                             OldRows old_rows, Heading heading) {
  check_link(path, "The result");
  const std::string target = without_link(path);
  check_destination(target, "The result");
  const Format& chosen = format != nullptr ? *format : format_for(path);
  if (chosen.require != nullptr) chosen.require();
  return std::make_unique<NamedFile>(target, chosen, old_rows, std::move(heading));
}

void complete_partial(const std::string& partial) {
  const std::string path = partial.substr(0, partial.size() - partial_name("").size());
  const Format& format = format_for(path);
  if (format.complete == nullptr) return;
  const std::string made = completed_file(format, partial, path);
  if (std::rename(made.c_str(), partial.c_str()) == 0) return;
  const int problem = errno;
  ::unlink(made.c_str());
  throw Error(ExitCode::stopped,
              "The rows in '" + partial + "' cannot be completed: " + reason(problem) + ".");
}

std::string rejected_name(const std::string& path) {
  const fs::path file(path);
  return (file.parent_path() / (file.stem().string() + ".rejected" + file.extension().string()))
      .string();
}

std::string partial_name(const std::string& path) { return path + ".partial"; }

std::string sealing_name(const std::string& path) { return path + ".sealing"; }

}  // namespace bw::result
