#include "run/checkpoint/checkpoint.h"

#include <filesystem>
#include <system_error>
#include <variant>

#include "base/archive/sha256.h"
#include "base/error.h"
#include "base/pack.h"
#include "result/checkpoint_file.h"
#include "run/spec/options.h"

#ifndef BELLWETHER_VERSION
#define BELLWETHER_VERSION "unknown"
#endif

namespace bw::run {

// Options by the table: a new one is in a checkpoint without a line here.
template <class Pack, Is<RunSpec> S>
void fields(Pack& pack, S& spec) {
  pack(spec.target, spec.default_output, spec.command_line);
  for (const Option& option : options())
    std::visit([&](auto member) { pack(spec.*member); }, option.member);
}

template <class Pack, Is<Checkpoint::File> F>
void fields(Pack& pack, F& file) {
  pack(file.name, file.sha256);
}

template <class Pack, Is<Checkpoint> C>
void fields(Pack& pack, C& checkpoint) {
  pack(checkpoint.given, checkpoint.folder, checkpoint.called_in, checkpoint.files,
       checkpoint.progress);
}

namespace {

namespace fs = std::filesystem;

// What the bytes depend on besides the fields. Another build may compute other last digits.
std::string version() {
  static const std::string program = sha256_of_file("/proc/self/exe");
  return std::string(BELLWETHER_VERSION) + " " + std::to_string(sizeof(long)) +
         std::to_string(options().size()) + " " + program;
}

void enter_folder(const Checkpoint& checkpoint, const std::string& name) {
  std::error_code problem;
  const fs::path beside = fs::weakly_canonical(fs::absolute(name).parent_path(), problem);
  const fs::path folder = (beside / checkpoint.folder).lexically_normal();
  if (fs::equivalent(folder, fs::current_path(), problem)) return;
  fs::current_path(folder, problem);
  if (problem)
    throw InputError("The run of '" + name + "' was called in '" + checkpoint.called_in +
                     "', and its folder '" + folder.string() +
                     "' cannot be entered: " + problem.message() + ".");
}

void check_files(const Checkpoint& checkpoint, const std::string& name) {
  std::vector<std::string> wrong;
  for (const Checkpoint::File& file : checkpoint.files) {
    const std::string now = sha256_of_file(file.name);
    if (now == file.sha256) continue;
    wrong.push_back("'" + file.name + "' " + (now.empty() ? "cannot be read" : "has been changed") +
                    " since the run of '" + name + "' began" +
                    (now.empty() ? " in '" + checkpoint.called_in + "'" : "") +
                    "; put the file back, or start the run again from its beginning.");
  }
  if (!wrong.empty()) throw InputError(std::move(wrong));
}

}  // namespace

std::string to_bytes(const Checkpoint& checkpoint) {
  Packer pack;
  pack(version(), checkpoint);
  return pack.take();
}

Checkpoint checkpoint_from(std::string_view bytes, const std::string& name) {
  std::string written_by;
  Unpacker begin(bytes);
  begin(written_by);
  if (written_by != version())
    throw InputError("The checkpoint '" + name + "' was written by another version of bellwether" +
                     "; start the run again from its beginning.");
  Checkpoint checkpoint;
  Unpacker unpack(bytes);
  unpack(written_by, checkpoint);
  if (!unpack.complete())
    throw InputError("The checkpoint '" + name +
                     "' cannot be understood; start the run again from its beginning.");
  return checkpoint;
}

std::vector<Checkpoint::File> files_with_sums(const std::vector<std::string>& names) {
  std::vector<Checkpoint::File> files;
  for (const std::string& name : names) {
    const std::string sum = sha256_of_file(name);
    if (sum.empty()) throw InputError("'" + name + "' cannot be read for a checkpoint.");
    files.push_back({name, sum});
  }
  return files;
}

RunSpec open_checkpoint(const std::string& name) {
  Checkpoint checkpoint = checkpoint_from(result::read_checkpoint_file(name), name);
  enter_folder(checkpoint, name);
  check_files(checkpoint, name);
  RunSpec spec = std::move(checkpoint.given);
  spec.progress = std::move(checkpoint.progress);
  return spec;
}

}  // namespace bw::run
