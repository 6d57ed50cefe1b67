#pragma once
// Model texts in tests: read them, write their equations back, catch what is complained about.

#include <string>
#include <vector>

#include "equation/check/read_model.h"

namespace bw::test {

// With brackets around every operation: "(x*(a - y))"; silent relations are written "<~".
std::string written(const equation::FlatModel& model, equation::Node node);

// "model M <body> end M;"
equation::ReadModel read_body(const std::string& body);

// "der(x) = (-x)", in order.
std::vector<std::string> equations_of(const std::string& body);
std::vector<std::string> initial_equations_of(const std::string& body);
// "when c1, c2: v = e; reinit(x, e)", with " elsewhen" between branches.
std::vector<std::string> whens_of(const std::string& body);

// The right side of "x = <expression>", which stands behind these declarations.
std::string value_of(const std::string& expression, const std::string& declarations = "");

// All sentences, or "accepted".
std::string complaint(const std::string& body);
std::string complaint_about_text(const std::string& text);
// All warnings, each on a line.
std::string warnings_of(const std::string& body);

}  // namespace bw::test
