#pragma once
// --package-result: a copy of the package that was run, with the rows, the summary and their
// metadata (SSP Traceability) as resources.

#include <memory>
#include <string>
#include <vector>

#include "result/result.h"
#include "run/spec/run_spec.h"

namespace bw {
class Archive;
}

namespace bw::run {

// The names that the copy may get.
std::vector<std::string> names_of_package(const std::string& name);

class ResultPackage {
 public:
  // Before anything runs. Throws UsageError where the target is no package or no rows become a
  // file, InputError where the copy cannot be written or the description cannot be extended.
  explicit ResultPackage(const RunSpec& spec);
  ~ResultPackage();
  ResultPackage(const ResultPackage&) = delete;
  ResultPackage& operator=(const ResultPackage&) = delete;

  // The file that the copy gets: the given name where the result is accepted, with ".rejected"
  // where it is not; empty: the run did not reach its end, and there is none.
  std::string name_for(const result::RunResult& result) const;
  // Writes it. The rows have their name already. Throws Error.
  void write(const result::RunResult& result) const;

 private:
  std::string folder_of_results() const;

  std::string target_, name_;
  std::string description_;  // the entry of the .ssd
  std::unique_ptr<Archive> archive_;
};

// The description with a reference to metadata of the quality of the whole system; of SSP 1.0,
// which has no such element, as it is. Throws InputError.
std::string with_metadata(const std::string& description, const std::string& source,
                          const std::string& file);

}  // namespace bw::run
