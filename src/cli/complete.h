#pragma once
// Completion of a command line. Shells pass the words and show what comes back, so that they need
// to know nothing themselves.

#include <string>
#include <vector>

namespace bw::cli {

struct Candidates {
  bool are_files = false;  // a shell quotes them as such, and adds no blank after a folder
  bool go_on = false;      // no blank after any: "tank.power=" wants a value
  struct Candidate {
    std::string word, help;
  };
  std::vector<Candidate> list{};
};

// For the last of the words behind "bellwether", which may be empty or half written.
Candidates complete(const std::vector<std::string>& words);

// One a line, a tabulator before the help. The first line may be ":files" or ":go-on".
std::string text_of(const Candidates& candidates);

// The scripts that ask the program. `shell`: bash, zsh, fish.
std::string completion_script(const std::string& shell);

}  // namespace bw::cli
