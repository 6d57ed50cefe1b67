#pragma once
// Two small binary formats as a test of what the table of formats can take: rows come in blocks,
// and the file is readable after every block, or only with its trailer.

#include "result/format.h"

namespace bw::test {

extern const result::Format
    counted_format;  // the header has the number of rows, rewritten after every block
extern const result::Format closed_format;  // a trailer has it

}  // namespace bw::test
