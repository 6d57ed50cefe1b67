#pragma once
// <ModelStructure>: outputs, state derivatives, unknowns of the initialisation, and on what each of
// them depends.

#include "fmi/description/attributes.h"
#include "fmi/description/description.h"
#include "fmi/description/description_reading.h"
#include "fmi/description/variables.h"

namespace bw::fmi {

// FMI 2.0 and 3.0. A missing <ModelStructure> is a warning: then anything may depend on anything.
void read_structure(ElementReader& root, const VariableReferences& references, Reading& reading);

// Which inputs act at once on each output, from Structure::outputs.
void settle_direct_inputs(Description& description);

}  // namespace bw::fmi
