#include "result/result.h"

namespace bw::result {

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::trusted: return "trusted";
    case Verdict::unverified: return "unverified";
    case Verdict::doubtful: return "doubtful";
    case Verdict::rejected: return "rejected";
  }
  return "?";
}

}  // namespace bw::result
