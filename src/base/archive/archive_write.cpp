#include "base/archive/archive_write.h"

#include <fmt/format.h>
#include <unistd.h>

#include <ctime>
#include <memory>

#include "base/archive/libzip.h"
#include "base/error.h"

namespace bw {
namespace {

namespace fs = std::filesystem;

constexpr std::time_t fixed_date = 946684800;  // 2000-01-01: the same content gives the same bytes

struct Discard {
  void operator()(zip_t* zip) const { libzip().discard(zip); }
};
using NewZip = std::unique_ptr<zip_t, Discard>;

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw InputError(fmt::format("{}: cannot be written: {}.", file.string(), why));
}

NewZip create(const fs::path& file, const fs::path& partial) {
  int problem = 0;
  NewZip zip(libzip().open(partial.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &problem));
  if (zip == nullptr) {
    zip_error_t error;
    libzip().error_init_with_code(&error, problem);
    const std::string why = libzip().error_strerror(&error);
    libzip().error_fini(&error);
    refuse(file, why);
  }
  return zip;
}

void add_entry(zip_t* zip, const fs::path& file, const std::string& name,
               const std::string& bytes) {
  zip_source_t* source = libzip().source_buffer(zip, bytes.data(), bytes.size(), 0);
  const zip_int64_t index =
      source == nullptr ? -1 : libzip().file_add(zip, name.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    libzip().source_free(source);
    refuse(file, libzip().strerror(zip));
  }
  libzip().file_set_mtime(zip, static_cast<zip_uint64_t>(index), fixed_date, 0);
}

}  // namespace

void write_archive(const fs::path& file,
                   const std::vector<std::pair<std::string, std::string>>& entries) {
  const fs::path partial = fmt::format("{}.{}.partial", file.string(), getpid());
  std::error_code problem;
  try {
    NewZip zip = create(file, partial);
    for (const auto& [name, bytes] : entries) add_entry(zip.get(), file, name, bytes);
    if (libzip().close(zip.get()) != 0) refuse(file, libzip().strerror(zip.get()));
    static_cast<void>(zip.release());
    fs::rename(partial, file, problem);
    if (problem) refuse(file, problem.message());
  } catch (...) {
    std::error_code ignored;
    fs::remove(partial, ignored);
    throw;
  }
}

}  // namespace bw
