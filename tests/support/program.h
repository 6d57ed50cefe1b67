#pragma once
// The program itself, as a user starts it.

#include <sys/types.h>

#include <string>
#include <vector>

namespace bw::test {

struct Outcome {
  int code = -1;  // the exit code; minus the signal that ended it
  std::string out, err;
  std::string said() const;  // the errors with single blanks, however their lines are wrapped
};

struct Circumstances {
  std::string folder;                      // the working directory
  std::vector<std::string> environment{};  // "NAME=value", beside what there is
  long largest_file = -1;                  // in bytes; like a disk that is full
  std::string program = BW_PROGRAM;
};

// A running program. Standard output and error go to files in the folder, so that nothing can
// block.
class Program {
 public:
  Program(const std::vector<std::string>& arguments, const Circumstances& circumstances);
  ~Program();  // kills it, if it still runs
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void send(int signal) const;
  void send_to_children(int signal) const;
  std::vector<pid_t> children() const;
  // As the system sees it: R runs, S sleeps, Z is over.
  char state() const;
  bool wait_until_asleep() const;     // with its children, and stays so; false: it never does
  Outcome wait(double seconds = 60);  // killed after that

 private:
  Circumstances circumstances_;
  pid_t pid_;
};

char state_of(pid_t process);  // as above

Outcome run_program(const std::vector<std::string>& arguments, const Circumstances& circumstances);

}  // namespace bw::test
