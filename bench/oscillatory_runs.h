#pragma once
// Oscillating models, run by the program as a user starts it, with references that are kept.

#include <filesystem>
#include <string>
#include <vector>

#include "support/oscillatory/oscillatory_model.h"

namespace bw::bench {

// Of a run: processor time, so that what is finished does not depend on what else the machine does.
inline constexpr int most_seconds = 60;

struct OscillatoryRun {
  std::string command, summary;
  std::vector<double> times;
  std::vector<std::vector<double>> rows;  // in the order of OscillatoryModel::recorded()
  bool is_whole = false;                  // it reached the stop time

  // The value of the first such key of the summary, without quotation marks.
  std::string value(const std::string& key) const;
  // The methods that were used, with + between them.
  std::string methods() const;
};

// Runs `PROGRAM run M.mo` with these options in the folder. Rows of a rejected run are read, too.
OscillatoryRun run_oscillator(const test::oscillatory::OscillatoryModel& model,
                              const std::string& program, const std::string& options,
                              const std::filesystem::path& folder);

// The reference at these times, from the file if it is there.
test::oscillatory::ModelReference kept_reference(const test::oscillatory::OscillatoryModel& model,
                                                 const std::vector<double>& times,
                                                 const std::filesystem::path& file);

std::vector<std::string> split(const std::string& list);  // at commas

// Enough digits to be read as the same number.
std::string exact(double number);

}  // namespace bw::bench
