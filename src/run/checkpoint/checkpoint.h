#pragma once
// What a checkpoint holds: the command, the files that it reads, and how far it got.
//
// Only the same version of the program reads it: bytes are as they lie in memory, and results are
// to be the same bit by bit.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "run/spec/run_spec.h"

namespace bw::run {

struct Checkpoint {
  struct File {
    std::string name{}, sha256{};
  };

  RunSpec given{};            // target, options and command line, as the user gave them
  std::string folder{};       // where it was called, relative to that of the checkpoint
  std::string called_in{};    // the same, absolute: for messages
  std::vector<File> files{};  // target and inputs
  std::string progress{};     // what the execution left for itself; see run/execute
};

std::string to_bytes(const Checkpoint& checkpoint);
// `name`: of the file, for messages. Throws InputError: another version, or bytes of something
// else.
Checkpoint checkpoint_from(std::string_view bytes, const std::string& name);

// The files with their sums. Throws InputError where one cannot be read.
std::vector<Checkpoint::File> files_with_sums(const std::vector<std::string>& names);

// Reads the checkpoint, enters the folder of its run, and checks that target and inputs are the
// same files. Returns the options of the run with its progress, to be run. Throws InputError.
RunSpec open_checkpoint(const std::string& name);

}  // namespace bw::run
