#include "study/work/work_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "base/archive/sha256.h"
#include "base/error.h"
#include "base/process/process_name.h"
#include "run/publish/run_files.h"
#include "system/system.h"

#ifndef BELLWETHER_VERSION
#define BELLWETHER_VERSION "unknown"
#endif

namespace bw::study {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_folder(const fs::path& folder, const std::string& reason) {
  throw InputError("the work folder '" + folder.string() + "' cannot be written: " + reason +
                   "; choose another one with --work FOLDER.");
}

void make_folder(const fs::path& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) refuse_folder(folder, problem.message());
  if (access(folder.c_str(), W_OK | X_OK) != 0) refuse_folder(folder, std::strerror(errno));
}

std::string description_of(const Study& study, const std::string& fingerprint) {
  return "Workers of the study " + study.file +
         " meet here (bellwether " BELLWETHER_VERSION ").\ntarget       " + study.run.target +
         "\nfingerprint  " + fingerprint + "\nbegun by     " + own_name() +
         "\n\nThe folder can be removed once the table is written; then runs start from nothing.\n";
}

}  // namespace

std::vector<std::string> read_files(const Study& study) {
  std::vector<std::string> files = run::read_files(study.run, system::load(study.run.target));
  files.push_back(study.file);
  if (!study.list.empty()) files.push_back(study.list);
  std::ranges::sort(files);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

std::vector<std::string> files_of_runs(const Study& study) {
  std::vector<std::string> files = read_files(study);
  std::erase(files, study.file);
  return files;
}

std::string fingerprint_of(const Study& study) {
  Sha256 sum;
  sum.add_piece(BELLWETHER_VERSION);
  sum.add_piece(study.identity);
  const std::vector<std::string> files = files_of_runs(study);
  // Without their folders, which may be mounted elsewhere.
  for (const std::string& file : files) {
    sum.add_piece(fs::path(file).filename().string());
    sum.add_piece(sha256_of_file(file));
  }
  constexpr std::size_t digits = 16;
  return sum.hex().substr(0, digits);
}

WorkFolder::WorkFolder(const fs::path& parent, const Study& study) {
  const std::string fingerprint = fingerprint_of(study);
  path_ = parent / fingerprint;
  for (const fs::path& folder : {logs(), claims(), done()}) make_folder(folder);
  (void)write_once(path_ / "study.txt", description_of(study, fingerprint));  // once is enough
}

bool write_once(const fs::path& file, const std::string& content) {
  const fs::path draft = file.string() + "." + own_name();
  const int fd = open(draft.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0666);
  if (fd < 0) refuse_folder(file.parent_path(), std::strerror(errno));
  const bool is_written =
      write(fd, content.data(), content.size()) == static_cast<ssize_t>(content.size());
  int reason = errno;
  close(fd);
  // A link is made as a whole, and never over another file.
  const bool is_first = is_written && link(draft.c_str(), file.c_str()) == 0;
  if (is_written && !is_first) reason = errno;
  unlink(draft.c_str());
  if (!is_first && !(is_written && reason == EEXIST))
    refuse_folder(file.parent_path(), std::strerror(reason));
  return is_first;
}

}  // namespace bw::study
