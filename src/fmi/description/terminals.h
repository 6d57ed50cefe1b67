#pragma once
// terminalsAndIcons/terminalsAndIcons.xml (FMI 3.0, 2.4.9; FMUs of FMI 2.0 may bring it, too):
// which variables belong together at a connector, and how the FMU and its connectors are drawn.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/report.h"

namespace bw::fmi {

struct TerminalMember {
  std::string variable, name, kind;  // kind: "signal", "inflow", "outflow" or a tool's own word
  int line = 0;
};

struct StreamMember {
  std::string in_name, out_name, in_variable, out_variable;
  int line = 0;
};

// Two opposite corners.
struct Extent {
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
};

struct TerminalGraphic {
  Extent extent;
  std::string icon;  // the file is <icon>.png or <icon>.svg in terminalsAndIcons/
  std::optional<std::array<int, 3>> colour;  // of connections: red, green, blue
  std::optional<double> stroke_size;
};

struct Terminal {
  std::string name, description, kind;
  std::string matching_rule;  // "plug", "bus", "sequence", "none" or a tool's own word
  std::vector<TerminalMember> members;
  std::vector<StreamMember> streams;
  std::vector<Terminal> terminals;  // nested
  std::optional<TerminalGraphic> graphic;
  int line = 0;
};

struct TerminalsAndIcons {
  std::string fmi_version;
  std::vector<Terminal> terminals;
  std::optional<Extent> coordinates;
  std::optional<double> scaling_to_mm;
  std::optional<Extent> icon;  // where icon.png or icon.svg is drawn

  // Never throws for the contents of the file.
  static TerminalsAndIcons parse(std::string_view xml, const std::string& name, Report& report);
};

}  // namespace bw::fmi
