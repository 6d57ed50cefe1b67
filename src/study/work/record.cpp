#include "study/work/record.h"

#include <cstring>

#include "study/work/crc32.h"

namespace bw::study {
namespace {

constexpr std::string_view mark = "BWs\n";  // of this list of fields
constexpr std::size_t head_size = mark.size() + 2 * sizeof(std::uint32_t);
constexpr std::uint32_t most_bytes = std::uint32_t{64} << 20U;

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

}  // namespace

std::string_view name(RowVerdict ending) {
  static constexpr std::array<std::string_view, ending_count> names = {
      "trusted", "unverified", "doubtful", "rejected", "failed"};
  return names[static_cast<std::size_t>(ending)];
}

std::string frame_of(const Record& record) {
  Packer packer;
  packer(record);
  const std::string body = packer.take();
  const std::array<std::uint32_t, 2> head = {static_cast<std::uint32_t>(body.size()), crc32(body)};
  std::string frame(mark);
  frame.append(reinterpret_cast<const char*>(head.data()), sizeof head);
  return frame += body;
}

std::string_view Frames::next() {
  while (true) {
    const std::size_t found = bytes_.find(mark, at_);
    if (found == bytes_.npos || found + head_size > bytes_.size()) return {};
    const std::uint32_t length = number_at(bytes_, found + mark.size());
    const bool is_whole = length <= most_bytes && found + head_size + length <= bytes_.size();
    const std::string_view body = bytes_.substr(found + head_size, is_whole ? length : 0);
    if (is_whole && crc32(body) == number_at(bytes_, found + mark.size() + sizeof length)) {
      if (found > read_until_) ++torn_;
      at_ = read_until_ = found + head_size + length;
      return body;
    }
    at_ = found + 1;  // torn, or a mark within the bytes of one
  }
}

std::uint64_t run_of(std::string_view record) {
  std::uint64_t run = 0;
  if (record.size() >= sizeof run) std::memcpy(&run, record.data(), sizeof run);
  return run;
}

bool read_record(std::string_view bytes, Record& record) {
  Unpacker unpack(bytes);
  unpack(record);
  return unpack.complete() && static_cast<std::size_t>(record.ending) < ending_count &&
         static_cast<std::size_t>(record.scope) < scope_count;
}

}  // namespace bw::study
