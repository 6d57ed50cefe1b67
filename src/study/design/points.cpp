#include "study/design/points.h"

#include <array>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace bw::study {
namespace {

using Kind = Design::Kind;

constexpr std::array<std::pair<Kind, std::string_view>, 6> kinds = {
    {{Kind::grid, "grid"},
     {Kind::list, "list"},
     {Kind::random, "random"},
     {Kind::latin_hypercube, "latin-hypercube"},
     {Kind::sobol, "sobol"},
     {Kind::sensitivity, "sensitivity"}}};

std::uint64_t grid_size(const std::vector<Parameter>& parameters) {
  constexpr std::uint64_t most = std::uint64_t{1} << 32U;
  std::uint64_t size = 1;
  for (const Parameter& parameter : parameters) {
    size *= parameter.distribution.levels.size();
    if (size > most)
      throw InputError(parameter.position.text() +
                       ": the grid has more than 4 294 967 296 points; use fewer values, or a "
                       "sample: kind = \"sobol\".");
  }
  return size;
}

}  // namespace

std::string_view name(Kind kind) {
  for (const auto& [known, word] : kinds)
    if (known == kind) return word;
  return "";
}

std::vector<std::string> design_names() {
  std::vector<std::string> names;
  for (const auto& [kind, word] : kinds) names.emplace_back(word);
  return names;
}

std::optional<Kind> design_named(std::string_view word) {
  for (const auto& [kind, known] : kinds)
    if (known == word) return kind;
  return {};
}

Points::Points(const Design& design, const std::vector<Parameter>& parameters)
    : design_(design), parameters_(parameters), runs_(design.runs) {
  const std::size_t d = parameters.size();
  if (design.kind == Kind::grid) runs_ = grid_size(parameters);
  if (design.kind == Kind::list)
    runs_ = parameters.empty() ? 0 : parameters.front().distribution.levels.size();
  if (design.kind == Kind::sensitivity) runs_ = design.samples * (d + 2);
  if (design.kind == Kind::sobol) sobol_.emplace(d);
  if (design.kind == Kind::sensitivity) sobol_.emplace(2 * d);
  if (design.kind == Kind::latin_hypercube)
    for (std::size_t j = 0; j < d; ++j) strata_.emplace_back(mixed(design.seed + j), runs_);
}

double Points::sobol_coordinate(std::uint64_t point, std::size_t dimension) const {
  std::uint32_t x = sobol_->coordinate(point, dimension);
  if (design_.scramble) x ^= static_cast<std::uint32_t>(random_bits(design_.seed, dimension, 0));
  return (static_cast<double>(x) + 0.5) * 0x1p-32;  // the middle of the cell: 0 has no quantile
}

double Points::unit_coordinate(std::uint64_t run, std::size_t j) const {
  const std::size_t d = parameters_.size();
  switch (design_.kind) {
    case Kind::sobol: return sobol_coordinate(run, j);
    case Kind::latin_hypercube:
      return (static_cast<double>(strata_[j](run)) +
              unit_number(random_bits(design_.seed, j, run))) /
             static_cast<double>(runs_);
    case Kind::sensitivity: {  // A, B, then A with one column of B
      const std::uint64_t member = run % (d + 2);
      const bool is_second = member == 1 || member == j + 2;
      return sobol_coordinate(run / (d + 2), is_second ? d + j : j);
    }
    default: return unit_number(random_bits(design_.seed, j, run));
  }
}

// The last parameter of a grid changes fastest.
std::size_t Points::level_of(std::uint64_t run, std::size_t j) const {
  const Distribution& distribution = parameters_[j].distribution;
  if (design_.kind == Kind::list) return run;
  if (design_.kind != Kind::grid) return distribution.level(unit_coordinate(run, j));
  for (std::size_t k = parameters_.size() - 1; k > j; --k)
    run /= parameters_[k].distribution.levels.size();
  return run % distribution.levels.size();
}

double Points::number(std::uint64_t run, std::size_t j) const {
  const Distribution& distribution = parameters_[j].distribution;
  if (distribution.kind == Distribution::Kind::levels) return distribution.levels[level_of(run, j)];
  return distribution.quantile(unit_coordinate(run, j));
}

std::string Points::word(std::uint64_t run, std::size_t j) const {
  const Parameter& parameter = parameters_[j];
  if (!parameter.words.empty()) return parameter.words[level_of(run, j)];
  return shortest(number(run, j));
}

std::vector<std::string> Points::settings(std::uint64_t run) const {
  std::vector<std::string> all;
  for (std::size_t j = 0; j < parameters_.size(); ++j) {
    const std::string& unit = parameters_[j].unit;
    all.push_back(parameters_[j].name + "=" + word(run, j) + (unit.empty() ? "" : " " + unit));
  }
  return all;
}

}  // namespace bw::study
