#pragma once
// The parameters of every run. A point depends on its number alone, so that any worker can compute
// any run, and more runs keep the earlier ones.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/position.h"
#include "study/design/distribution.h"
#include "study/design/random.h"
#include "study/design/sobol.h"

namespace bw::study {

struct Parameter {
  std::string name{}, unit{};
  Distribution distribution{};
  std::vector<std::string> words{};  // of levels that are no numbers; else empty
  Position position{};
};

struct Design {
  // sensitivity: pairs of points and their mixtures, for Sobol indices (Saltelli et al. 2010)
  enum class Kind { grid, list, random, latin_hypercube, sobol, sensitivity };
  Kind kind = Kind::grid;
  std::uint64_t runs = 0;     // of a sample
  std::uint64_t samples = 0;  // of `sensitivity`: each is one run per parameter and two more
  std::uint64_t seed = 1;
  bool scramble = true;  // Sobol points, by a random digital shift
};

std::string_view name(Design::Kind kind);
std::vector<std::string> design_names();
std::optional<Design::Kind> design_named(std::string_view word);

// Whether statistics over the runs say something about a distribution.
inline bool is_sample(Design::Kind kind) {
  return kind != Design::Kind::grid && kind != Design::Kind::list;
}
// More runs of it begin with the same ones.
inline bool can_grow(Design::Kind kind) {
  return is_sample(kind) && kind != Design::Kind::latin_hypercube;
}

class Points {
 public:
  // Of a list, the levels of all parameters have one entry per run.
  Points(const Design& design, const std::vector<Parameter>& parameters);

  std::uint64_t runs() const { return runs_; }
  double number(std::uint64_t run, std::size_t parameter) const;  // of words their place
  std::string word(std::uint64_t run, std::size_t parameter) const;
  std::vector<std::string> settings(std::uint64_t run) const;  // "room.area=3 m2"

 private:
  std::size_t level_of(std::uint64_t run, std::size_t parameter) const;
  double unit_coordinate(std::uint64_t run, std::size_t parameter) const;
  double sobol_coordinate(std::uint64_t point, std::size_t dimension) const;

  Design design_;
  std::vector<Parameter> parameters_;
  std::uint64_t runs_ = 0;
  std::optional<Sobol> sobol_;
  std::vector<Permutation> strata_;
};

}  // namespace bw::study
