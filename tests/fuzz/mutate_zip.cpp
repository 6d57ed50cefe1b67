// How inputs of the targets for archives are changed: what a zip archive holds (names, contents,
// kinds), and what its headers say about it. Random bytes alone seldom get past the checksums and
// the offsets. Read with libzip, written with the tests' make_zip(): a library would refuse to
// write two entries of one name, sizes that lie and most else of interest.

#include <zip.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/dice.h"
#include "support/make_zip.h"

namespace bw::fuzz {
namespace {

using test::ZipEntry;

constexpr zip_int64_t most_entries = 100;
constexpr std::size_t most_bytes = std::size_t{1} << 16;

// clang-format off
const char* const names[] = {
    "modelDescription.xml", "binaries/linux64/a.so", "binaries/x86_64-linux/a.so", "resources/",
    "resources/x", "resources", "binaries", "binaries/linux64", "../x", "../../x",
    "../../../../../x", "resources/../../x", "resources/../x", "resources/./x", "resources//x",
    "/x", "//x", "/tmp/x", "C:\\x", "c:x", "resources\\x", "..\\x", "resources\\..\\..\\x", "",
    ".", "./", "..", "/", "\\", "resources/..", "resources/...", "resources/x/y", "resources/x/",
    "resources/ ", "resources/.x", "resources/\x1b", "resources/\x81", "resources/\xC3\xA4",
    "resources/\xED\xA0\x80", "~/x", "in/a.fmu", "modelDescription.xml/", "modelDescription.xml/x",
    "ModelDescription.xml", "SystemStructure.ssd", "resources/a.fmu", "resources/v.ssv",
    "resources/in.ssp"};
// clang-format on

const char* const steps[] = {"..", ".", "x", "resources", "/", "\\", "binaries", "linux64"};

constexpr std::uint32_t modes[] = {0,       0100644, 0100755, 0104755, 040755, 0120777,
                                   0020644, 0060644, 0010644, 0140755, 0777,   0170000};
constexpr std::uint32_t sizes[] = {0,        1,          0xFFFF,     0x10000,   0xA00000,
                                   0xA00001, 0x7FFFFFFF, 0xFFFFFFFE, 0xFFFFFFFF};
constexpr std::uint16_t methods[] = {0, 8, 9, 12, 14, 93, 95, 99, 0xFFFF};

struct Discard {
  void operator()(zip_t* zip) const { zip_discard(zip); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

std::unique_ptr<zip_t, Discard> opened(const std::string& bytes) {
  zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, nullptr);
  if (source == nullptr) return nullptr;
  zip_t* zip = zip_open_from_source(source, ZIP_RDONLY, nullptr);
  if (zip == nullptr) zip_source_free(source);
  return std::unique_ptr<zip_t, Discard>(zip);
}

ZipEntry read_entry(zip_t* zip, zip_uint64_t index) {
  ZipEntry entry;
  if (const char* name = zip_get_name(zip, index, ZIP_FL_ENC_RAW)) entry.name = name;
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  zip_file_get_external_attributes(zip, index, 0, &system, &attributes);
  entry.unix_mode = attributes >> 16;
  zip_stat_t stat;
  zip_stat_init(&stat);
  entry.deflated = zip_stat_index(zip, index, 0, &stat) == 0 && stat.comp_method == ZIP_CM_DEFLATE;
  const std::unique_ptr<zip_file_t, Discard> file(zip_fopen_index(zip, index, 0));
  if (file == nullptr) return entry;
  entry.bytes.resize(most_bytes);
  const zip_int64_t got = zip_fread(file.get(), entry.bytes.data(), most_bytes);
  entry.bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return entry;
}

std::vector<ZipEntry> read_all(const std::string& bytes) {
  std::vector<ZipEntry> entries;
  const auto zip = opened(bytes);
  if (zip == nullptr || zip_get_num_entries(zip.get(), 0) > most_entries) return entries;
  for (zip_int64_t i = 0; i < zip_get_num_entries(zip.get(), 0); ++i)
    entries.push_back(read_entry(zip.get(), static_cast<zip_uint64_t>(i)));
  return entries;
}

std::string new_name(const std::string& old, Dice& dice) {
  std::string name = old;
  switch (dice.below(6)) {
    case 0: return dice.one_of(names);
    case 1: return mutated(name);
    case 2: return dice.one_of(steps) + ("/" + name);
    case 3: return name + "/" + dice.one_of(steps);
    case 4: return name.insert(dice.below(name.size() + 1), dice.one_of(steps));
    default:  // long and deep names
      for (std::size_t times = dice.below(9); times > 0 && name.size() < 5000; --times)
        name += (dice.one_in(2) ? "/" : "") + name;
      return name;
  }
}

void lie(ZipEntry& entry, Dice& dice) {
  switch (dice.below(6)) {
    case 0: entry.size = dice.one_of(sizes); break;
    case 1: entry.packed = dice.one_of(sizes); break;
    case 2: entry.size = entry.packed = static_cast<std::uint32_t>(dice.below(5000)); break;
    case 3: entry.crc = dice.one_of(sizes); break;
    case 4: entry.method = dice.one_of(methods); break;
    default: entry.flags = static_cast<std::uint16_t>(1U << dice.below(16));
  }
}

void change_once(std::vector<ZipEntry>& entries, Dice& dice) {
  if (entries.empty()) entries.push_back({.name = dice.one_of(names)});
  const std::size_t which = dice.below(entries.size());
  ZipEntry& entry = entries[which];
  switch (dice.below(10)) {
    case 0: entries.push_back({.name = dice.one_of(names), .bytes = "x"}); break;
    case 1: entries.push_back(ZipEntry(entry)); break;
    case 2: entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(which)); break;
    case 3: std::swap(entry, dice.one_of(entries)); break;
    case 4: entry.bytes = mutated(entry.bytes); break;
    case 5: entry.unix_mode = dice.one_of(modes); break;
    case 6: lie(entry, dice); break;
    case 7: entry.deflated = !entry.deflated; break;
    default: entry.name = new_name(entry.name, dice);
  }
}

// Nothing where `zip` is no archive, or a large one.
std::optional<std::string> mutated_zip(const std::string& zip, Dice& dice) {
  std::vector<ZipEntry> entries = read_all(zip);
  if (entries.empty()) return {};
  for (std::size_t count = 1 + dice.below(3); count > 0; --count) change_once(entries, dice);
  return test::make_zip(entries);
}

}  // namespace
}  // namespace bw::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  bw::fuzz::Dice dice(seed);
  if (dice.one_in(2)) return LLVMFuzzerMutate(data, size, max_size);
  const auto after =
      bw::fuzz::mutated_zip(std::string(reinterpret_cast<const char*>(data), size), dice);
  if (!after || after->size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  after->copy(reinterpret_cast<char*>(data), after->size());
  return after->size();
}
