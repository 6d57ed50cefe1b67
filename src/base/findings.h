#pragma once
// Collects mistakes, so that a user who made three sees three.

#include "base/report.h"

namespace bw {

using Findings = Report;

}  // namespace bw
