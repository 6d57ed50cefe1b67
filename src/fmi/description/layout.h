#pragma once
// The variables of an FMU as the other modules see them: scalars only. An array of an FMI 3.0 FMU
// is as many variables as it has elements, x[1] to x[n] or m[1,1] to m[r,c] row by row; structural
// parameters determine the sizes. An alias is a variable of its own with the same value reference.

#include <cstdint>
#include <utility>
#include <vector>

#include "fmi/description/description.h"
#include "model/variable.h"

namespace bw::fmi {

class Layout {
 public:
  // `structural` gives values to structural parameters, by index into description.variables.
  // Throws InputError when a size is absurd. The description must outlive the layout.
  Layout(const Description& description,
         std::vector<std::pair<std::size_t, std::uint64_t>> structural);

  struct Element {
    std::size_t variable = 0;  // index into description.variables
    std::size_t offset = 0;    // within an array
  };

  const Description& description() const { return *description_; }
  const std::vector<model::Variable>& scalars() const { return scalars_; }
  const Element& element(std::size_t scalar) const { return elements_[scalar]; }
  const Variable& variable_of(std::size_t scalar) const {
    return description_->variables[elements_[scalar].variable];
  }
  std::size_t size(std::size_t variable) const { return sizes_[variable]; }  // elements
  const std::vector<std::pair<std::size_t, std::uint64_t>>& structural() const {
    return structural_;
  }

 private:
  std::vector<std::size_t> extents(const Variable& variable) const;
  void add(std::size_t variable);
  void translate_direct_inputs();

  const Description* description_;
  std::vector<std::pair<std::size_t, std::uint64_t>> structural_;
  std::vector<std::size_t> sizes_;  // of each variable
  std::vector<std::size_t> first_;  // scalar of each variable
  std::vector<model::Variable> scalars_;
  std::vector<Element> elements_;
};

}  // namespace bw::fmi
