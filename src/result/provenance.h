#pragma once
// Where a result comes from: enough to repeat the run, and nothing that depends on the computer.

#include <string>
#include <vector>

namespace bw::result {

struct Provenance {
  struct Option {
    std::string key{};     // "tolerance"
    std::string value{};   // in force; empty: none, or chosen during the run
    std::string origin{};  // "given" (command line or caller), "file" ([run]), "model", "default"
  };
  std::string version{};                    // of the program
  std::vector<std::string> command_line{};  // empty: called as a library
  std::vector<Option> options{};            // all of them, in the order of the table
  std::string target{};                     // as given; empty: a model in C++
  std::string target_sha256{};              // of the file; empty: none, or it cannot be read
  struct Input {
    std::string file{};    // relative to the target's folder where it is below it
    std::string sha256{};  // empty: it cannot be read
  };
  std::vector<Input> inputs{};  // what the target names: FMUs, models, tables; and --input
  std::string date{};           // of the start, UTC: "2026-11-17T15:30:00Z"
};

}  // namespace bw::result
