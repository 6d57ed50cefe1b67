#pragma once
// The file of a checkpoint: a line that says what it is, the number of bytes and their SHA-256, and
// the bytes, which are not looked into here.
//
//   bellwether checkpoint 1
//   00000000000000001234 e3b0c442...
//   <1234 bytes>
//
// It is written beside its name, brought to the disk and renamed: whenever the program is killed,
// the old or the new one is there, whole.

#include <string>
#include <string_view>

namespace bw::result {

std::string checkpoint_name(const std::string& output);  // "a/lv.csv" -> "a/lv.csv.checkpoint"

std::string begun_checkpoint(const std::string& name);  // while it is written

// False: there is none of this name, it is something else, or it cannot be read.
bool is_checkpoint_file(const std::string& name);
// Neither a checkpoint nor the empty file of one that was killed as it began: it must not be
// replaced.
bool is_something_else(const std::string& name);

// Throws Error (stopped) where it cannot be written; then an older one stays.
void write_checkpoint_file(const std::string& name, std::string_view bytes);

// Throws InputError where it is missing, is something else, was cut or was changed.
std::string read_checkpoint_file(const std::string& name);

// Also what a killed process left of the next one. Leaves a file that is no checkpoint alone.
void remove_checkpoint_file(const std::string& name) noexcept;

}  // namespace bw::result
