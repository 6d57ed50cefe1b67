#pragma once
// Good model descriptions of all versions, and functions that make single mistakes in them.

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "base/report.h"

namespace bw::test {

// Every line is a line of the document, so that positions can be tested; each uses much of its
// version.
extern const char* const good_1;
extern const char* const good_2;
extern const char* const good_3;

struct Change {
  std::string piece, by;
};

// A mistake: where it is made, and what must be found.
struct Seed {
  std::string name;  // of the test, in letters and '_'
  const char* base;
  std::vector<Change> changes;
  std::string rule;
  int line;
};

inline std::ostream& operator<<(std::ostream& out, const Seed& seed) { return out << seed.name; }

inline std::string changed(std::string text, const std::vector<Change>& changes) {
  for (const Change& change : changes) {
    const auto at = text.find(change.piece);
    if (at == std::string::npos) throw std::invalid_argument("no " + change.piece);
    text.replace(at, change.piece.size(), change.by);
  }
  return text;
}

inline std::string findings_text(const std::vector<Finding>& findings) {
  std::string all;
  for (const Finding& f : findings)
    all += std::string(name(f.severity)) + " " + std::string(f.rule) + " " + f.place.text() + ": " +
           f.sentence + "\n";
  return all;
}

inline const Finding* find_rule(const std::vector<Finding>& findings, std::string_view rule) {
  for (const Finding& finding : findings)
    if (finding.rule == rule) return &finding;
  return nullptr;
}

const std::vector<Seed>& seeds_of_document();
const std::vector<Seed>& seeds_of_variables();
const std::vector<Seed>& seeds_of_whole();

}  // namespace bw::test
