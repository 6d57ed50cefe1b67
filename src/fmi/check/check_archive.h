#pragma once
// The files of an FMU beside its model description.

#include <filesystem>
#include <string>

#include "base/archive/archive.h"
#include "base/position.h"
#include "base/report.h"
#include "fmi/description/description.h"

namespace bw::fmi {

// Of an archive itself: what is in it has places that begin with `prefix`, or none in front.
Position place_of(const std::filesystem::path& archive, const std::string& prefix);

// Names of entries, documentation, platforms, libraries or sources for each interface. Places in
// the report begin with `prefix`.
void check_entries(const Archive& archive, const Description& description,
                   const std::string& prefix, Report& report);
// terminalsAndIcons/terminalsAndIcons.xml and its pictures.
void check_terminals(const Archive& archive, const Description& description,
                     const std::string& prefix, Report& report);
// sources/buildDescription.xml, or <SourceFiles>.
void check_sources(const Archive& archive, const Description& description,
                   const std::string& prefix, Report& report);

// The entry of an interface's library for this machine; "" when there is none.
std::string library_entry(const Archive& archive, const std::string& identifier);

}  // namespace bw::fmi
