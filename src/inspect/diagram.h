#pragma once
// A system as a picture: components as boxes with their connected variables, connections as lines,
// algebraic and dynamic loops coloured. Titles (tooltips) have files, units and scaling. The text
// is SVG without scripts, styles, ids or references, so that any page can hold several of them;
// lines and letters have the colour of the text around the picture.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "inspect/info.h"
#include "system/system.h"

namespace bw::inspect {

struct Diagram {
  struct Component {
    std::string name{}, kind{};  // the second is written small: "pump.fmu", "table"
    std::string title{};
    bool is_outside = false;  // a connector of the system itself
  };
  struct Connection {
    std::size_t from = 0;  // component
    std::string output{};
    std::size_t to = 0;
    std::string input{};
    std::string title{};
  };
  std::vector<Component> components{};
  std::vector<Connection> connections{};
};

// With units, of what `inform` found; empty where it is no system.
Diagram diagram_of(const Info& info);
// As written, where components cannot be opened.
Diagram diagram_of(const system::System& system);

std::string to_svg(const Diagram& diagram);

// Of a file: with units where all components can be opened. Throws InputError where the file cannot
// be read, UsageError where it is no system.
std::string system_svg(const std::filesystem::path& target);

}  // namespace bw::inspect
