#pragma once
// <TypeDefinitions>, and the attributes that types and variables share.

#include "base/xml.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description.h"
#include "fmi/description/description_reading.h"

namespace bw::fmi {

// The type of an element of this name: <Real> and <Integer> until FMI 2.0, then <Float32> ...
// <Clock>. Nothing when it is none.
std::optional<DataType> data_type_of(Version version, std::string_view element);
std::string type_elements(Version version);  // "<Real>, <Integer>, ...", for sentences

void read_types(const XmlElement& type_definitions, Reading& reading);

// quantity, unit, displayUnit, relativeQuantity, nominal, min, max, mimeType, and all of a clock.
void read_type_attributes(ElementReader& element, Reading& reading, Variable& variable);
void read_clock(ElementReader& element, Variable& variable);

}  // namespace bw::fmi
