#pragma once
// Where the files of components go: into a package, or into a folder beside a new file.

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace bw::inspect {

struct PlacedFile {
  std::filesystem::path from;
  std::string to;  // below the package or the folder of the new file; with '/'
};

// Each file once, under a name of its own that every system can write.
class PlacedFiles {
 public:
  explicit PlacedFiles(std::string folder) : folder_(std::move(folder)) {}

  const std::string& place(const std::filesystem::path& file);
  const std::vector<PlacedFile>& all() const { return all_; }

 private:
  std::string folder_;  // "resources"
  std::vector<PlacedFile> all_;
  std::map<std::string, std::size_t> known_;  // by file
  std::set<std::string> names_;               // in small letters
};

}  // namespace bw::inspect
