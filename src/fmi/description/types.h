#pragma once
// <TypeDefinitions>, and what types and variables say with the same words.

#include "base/xml.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description.h"
#include "fmi/description/description_reading.h"

namespace bw::fmi {

// What an element of this name holds: <Real> and <Integer> until FMI 2.0, then <Float32> ...
// <Clock>. Nothing when it is none.
std::optional<DataType> data_type_of(Version version, std::string_view element);
std::string type_elements(Version version);  // "<Real>, <Integer>, ...", for sentences

void read_types(const XmlElement& type_definitions, Reading& reading);

// quantity, unit, displayUnit, relativeQuantity, nominal, min, max, mimeType, and all of a clock.
void read_type_attributes(ElementReader& element, Reading& reading, Variable& variable);
void read_clock(ElementReader& element, Variable& variable);

}  // namespace bw::fmi
