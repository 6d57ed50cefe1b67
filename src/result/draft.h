#pragma once
// The draft of a file that gets its name when it is complete. Several processes may write the same
// file at once, on several machines: each has a draft of its own, and the last one stays.

#include <string>

namespace bw::result {

std::string own_draft(const std::string& file);

// Removes those of processes of this machine that were killed.
void remove_dead_drafts(const std::string& file);

}  // namespace bw::result
