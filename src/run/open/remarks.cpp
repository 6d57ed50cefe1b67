#include "run/open/remarks.h"

namespace bw::run {

void ring_remarks(const system::System& system, Bells& bells) {
  for (const system::Remark& remark : system.remarks)
    bells.ring(remark.misleads ? BellCode::unit_assumed : BellCode::setting_ignored, 0,
               remark.subject, remark.position.text() + ": " + remark.sentence);
}

}  // namespace bw::run
