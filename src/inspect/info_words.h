#pragma once
// The facts of an FMU in words. For info_text*.cpp and info_json*.cpp.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bell.h"
#include "base/report.h"
#include "fmi/component/inspect.h"
#include "fmi/description/description.h"
#include "inspect/info.h"

namespace bw::inspect {

struct InterfaceWords {
  std::vector<std::string> can, cannot, notes;  // "can" + "roll back"
};
InterfaceWords words_about(const fmi::InterfaceDescription& offered, fmi::Interface interface,
                           fmi::Version version);

// The files below a folder: "resources/".
struct FolderSize {
  std::size_t files = 0;
  std::uint64_t bytes = 0;
};
FolderSize size_below(const fmi::Inspection& fmu, std::string_view folder);
std::string bytes_in_words(std::uint64_t bytes);  // "1.2 MB"

// As the FMU's own version of FMI calls it, with dimensions: "Real", "Float64[n=3, 2]".
std::string type_name(const fmi::Variable& variable, const fmi::Description& description);
std::string unit_shown(const fmi::Variable& variable);   // "K (degC)"
std::string start_shown(const fmi::Variable& variable);  // "1.5", "[1, 2, …]", "\"a\"", "on"
std::string range_shown(const fmi::Variable& variable);  // "0..1", "≥ 0", "off=1, on=2"
std::string_view name(fmi::Clock::Interval interval);
std::string_view name(fmi::Dependency::Kind kind);

// All findings of this severity, repetitions included.
long count_of(const Report& report, Finding::Severity severity);

}  // namespace bw::inspect
