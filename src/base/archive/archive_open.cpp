// Why a file cannot be opened as an archive, in sentences.

#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "base/archive/archive_directory.h"
#include "base/archive/libzip.h"
#include "base/text.h"

namespace bw {
namespace {

namespace fs = std::filesystem;

// What the file should be, in sentences.
std::string kind_of(const fs::path& file) {
  return lowercase(file.extension().string()) == ".ssp" ? "an SSP package" : "an FMU";
}

void check_file(const fs::path& file) {
  std::error_code problem;
  const fs::file_status status = fs::status(file, problem);
  if (status.type() == fs::file_type::not_found) refuse_archive(file, "there is no such file");
  if (status.type() == fs::file_type::none)
    refuse_archive(file, "the file cannot be reached: " + problem.message());
  if (status.type() == fs::file_type::directory)
    refuse_archive(file,
                   "this is a folder; an unpacked FMU cannot be used, give the .fmu file itself");
  if (status.type() != fs::file_type::regular)
    refuse_archive(file, "this is not a regular file; give an .fmu file");
  if (access(file.c_str(), R_OK) != 0)
    refuse_archive(file, "the file cannot be read: " + std::generic_category().message(errno));
  if (fs::file_size(file, problem) == 0)
    refuse_archive(file, "the file is empty; " + kind_of(file) + " is a zip archive");
}

// The directory is at the end of a zip archive: a truncated file has lost it, but still begins like
// one.
bool begins_like_zip(const fs::path& file) {
  std::array<char, 4> head{};
  std::ifstream(file, std::ios::binary).read(head.data(), head.size());
  return std::string_view(head.data(), head.size()) == "PK\3\4";
}

[[noreturn]] void refuse_to_open(const fs::path& file, int code) {
  zip_error_t error;
  libzip().error_init_with_code(&error, code);
  const std::string reason = libzip().error_strerror(&error);
  libzip().error_fini(&error);
  if (code != ZIP_ER_NOZIP)
    refuse_archive(file, "the zip archive is damaged or cannot be read: " + reason);
  if (begins_like_zip(file))
    refuse_archive(
        file,
        "the zip archive is truncated: the directory at its end is missing; copy the file again");
  refuse_archive(file, "this is not a zip archive, so it is not " + kind_of(file));
}

}  // namespace

OpenZip open_zip(const fs::path& file) {
  check_file(file);
  int code = 0;
  OpenZip zip(libzip().open(file.c_str(), ZIP_RDONLY, &code));
  if (zip == nullptr) refuse_to_open(file, code);
  return zip;
}

}  // namespace bw
