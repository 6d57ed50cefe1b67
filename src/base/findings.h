#pragma once
// The name under which reading and assembling systems know the one collector of mistakes.

#include "base/report.h"

namespace bw {

using Findings = Report;

}  // namespace bw
