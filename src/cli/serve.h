#pragma once
// A component that another program steps: `bellwether __hosted FILE` with the words "__step TARGET
// OPTIONS". Requests are lines on standard input, answers lines on standard output.
//
//   input NAME TYPE UNIT     value NAME TYPE UNIT     ready START STOP TIME VALUE...     when it is
//   open set NUMBER VALUE         step H     read     save     restore NUMBER     drop NUMBER
//   requests ok TIME ENDED VALUE...   saved NUMBER     fail SENTENCE answers
//
// Reals are numbers, other numbers begin with #, texts are their bytes in hexadecimal digits behind
// $.

#include "cli/watched_run.h"
#include "run/spec/run_spec.h"

namespace bw::cli {

int serve_component(const run::RunSpec& spec, const Watching& watching);

}  // namespace bw::cli
