#pragma once

namespace bw::cli {

// Ends all processes that descend from this one and waits until they are gone, a second at most.
// Orphans among them must have come to this process (PR_SET_CHILD_SUBREAPER).
void end_descendants();

}  // namespace bw::cli
