#pragma once
// A command for another program, which starts this one as its servant: the words come in a file,
// because a command line is limited, and this process ends when the other one does.
//
//   bellwether __hosted FILE [PID]
//
// FILE: the words behind "bellwether", each ended by a zero byte; PID: the process that this one
// was started by, which may have ended already.

#include <string>
#include <vector>

namespace bw::cli {

// The words in the file. From now on this process ends with its parent.
std::vector<std::string> hosted_words(const std::vector<std::string>& words);

// Whether this process was started so. A run then has error columns wherever there are estimates,
// because the other program shows a variable and its error as one.
bool is_hosted();

}  // namespace bw::cli
