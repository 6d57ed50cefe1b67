#pragma once
// <ModelVariables>: the pieces that the versions of the standard share. Each version's file
// (variables_1.cpp ...) reads its elements in its own order.

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/xml.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description.h"
#include "fmi/description/description_reading.h"
#include "fmi/description/start_rules.h"
#include "model/variable.h"

namespace bw::fmi {

// How a document refers to a variable: by its place in the file (FMI 2.0, from 1) or by its value
// reference (FMI 3.0).
class VariableReferences {
 public:
  static VariableReferences by_position(std::size_t count);
  static VariableReferences by_value(const std::vector<XmlElement>& variables);

  // Nothing, and a finding, when `text` refers to no variable.
  std::optional<std::size_t> find(const ElementReader& element, std::string_view key,
                                  std::string_view text) const;
  // The same for an attribute that may be missing.
  std::optional<std::size_t> attribute(ElementReader& element, std::string_view key) const;
  std::vector<std::size_t> list(ElementReader& element, std::string_view key) const;

 private:
  std::size_t count_ = 0;
  bool by_value_ = false;
  std::unordered_map<std::uint32_t, std::size_t> index_;
};

// The role of a variable, as written.
struct Roles {
  model::Causality causality = model::Causality::local;
  std::optional<model::Variability> variability;
  std::optional<Initial> initial;
};

// `head` holds name and causality, `typed` unit and start: <ScalarVariable> and its <Real>, or one
// and the same element.
class VariableReader {
 public:
  VariableReader(ElementReader& head, ElementReader& typed, Reading& reading, Variable& variable)
      : head_(head), typed_(typed), reading_(reading), variable_(variable) {}

  void begin(DataType type);        // declared type, name, reference, type attributes, annotations
  Roles roles();                    // in the terms of FMI 2.0 and 3.0
  void settle(const Roles& roles);  // after begin()
  void read_starts();               // after settle()

 private:
  void begin_with_declared_type(DataType type);
  model::Variability usual_variability();
  void settle_initial(std::optional<Initial> written);

  ElementReader& head_;
  ElementReader& typed_;
  Reading& reading_;
  Variable& variable_;
};

// Finds names that occur twice; the texts must outlive it.
class Names {
 public:
  explicit Names(std::size_t count) { names_.reserve(count); }
  void add(const ElementReader& element, std::string_view name);

 private:
  std::unordered_set<std::string_view> names_;
};

// <ScalarVariable> with a type element inside, as until FMI 2.0: reads all of them, and returns
// their elements. Even a wrong one has its place, so that positions stay right.
using ScalarReader =
    std::function<void(ElementReader& head, const XmlElement& typed, Reading&, Variable& into)>;
std::vector<XmlElement> read_scalars(const XmlElement& model_variables,
                                     std::string_view other_child, Reading& reading,
                                     const ScalarReader& read);

void read_variables_1(const XmlElement& model_variables, Reading& reading);
void read_variables_2(const XmlElement& model_variables, Reading& reading);
VariableReferences read_variables_3(const XmlElement& model_variables, Reading& reading);

}  // namespace bw::fmi
