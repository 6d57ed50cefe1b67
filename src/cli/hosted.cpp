#include "cli/hosted.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/error.h"
#include "base/read_file.h"
#include "base/text.h"

namespace bw::cli {
namespace {

bool was_hosted = false;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

}  // namespace

bool is_hosted() { return was_hosted; }

std::vector<std::string> hosted_words(const std::vector<std::string>& words) {
  if (words.size() != 2 && words.size() != 3) throw UsageError("use `__hosted FILE [PID]`.");
  was_hosted = true;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (words.size() == 3 && to_number(words[2]) != getppid())  // it died before prctl took effect
    throw UsageError("the program that started this one has ended.");
  const auto bytes = read_file(words[1]);
  if (!bytes) throw UsageError("'" + words[1] + "' cannot be read.");
  std::vector<std::string> read;
  std::string word;
  for (const char c : *bytes)
    if (c != '\0') {
      word += c;
    } else {
      read.push_back(word);
      word.clear();
    }
  if (read.empty() || !word.empty()) throw UsageError("'" + words[1] + "' has no command.");
  return read;
}

}  // namespace bw::cli
