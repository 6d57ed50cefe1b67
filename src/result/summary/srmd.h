#pragma once
// Metadata of a result in the form of SSP Traceability (SRMD, simulation resource metadata):
// verdict and numerical error, and where the rows come from.

#include <string>

#include "result/result.h"

namespace bw::result {

inline constexpr const char* srmd_mime_type = "application/x-srmd-meta-data";

// The files are beside the metadata: rows, whose SHA3-256 is given, and the summary.
struct SrmdFiles {
  std::string rows, rows_sha3, summary;
};

std::string srmd_text(const RunResult& result, const SrmdFiles& files);

}  // namespace bw::result
